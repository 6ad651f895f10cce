// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/fakes.h"

#include <QUrl>
#include <QUrlQuery>

/// An order API in memory, with orders that change while one reads them.
namespace latchboard::sync::test {

class OrderApi final : public OrderSource {
public:
    struct Version {
        base::Instant at;
        std::string status, total;
        bool gone = false;
    };
    enum class Fault { None, NoAnswer, ServerError, CutBody, Html, EmptyBody, ErrorObject };

    explicit OrderApi(const FakeClock& clock) : m_clock(clock) {}

    std::map<int, std::vector<Version>> orders; ///< by id, each oldest first
    std::string paging = "page";                ///< page | offset | cursor | link_header | next_url
    bool newestFirst = false;
    int failAt = 0; ///< 1: the first request
    int failures = 1;
    Fault fault = Fault::None;
    base::Duration took = std::chrono::milliseconds(20);
    std::vector<std::string> urls;
    std::vector<base::Instant> times;
    std::vector<HttpRequest> requests;

    base::Result<HttpAnswer> send(const HttpRequest& request, const base::Waiting& waiting) override {
        urls.push_back(request.url);
        times.push_back(m_clock.now());
        requests.push_back(request);
        if (auto waited = m_clock.wait(took, waiting); !waited)
            return base::Unexpected(waited.error());
        const int number = static_cast<int>(urls.size());
        const bool fails = failAt > 0 && number >= failAt && number < failAt + failures;
        if (fails && fault == Fault::NoAnswer)
            return base::Unexpected(base::ErrorKind::SourceTransient,
                                    base::Text::verbatim(std::string_view("cut off")));
        HttpAnswer answer = page(request.url);
        if (fails)
            spoil(answer);
        return answer;
    }

    [[nodiscard]] std::string query(size_t request, const char* name) const {
        return value(urls.at(request), name).toStdString();
    }

private:
    static QString value(const std::string& url, const char* name) {
        return QUrlQuery(QUrl(QString::fromStdString(url)))
            .queryItemValue(QString::fromLatin1(name), QUrl::FullyDecoded);
    }

    void spoil(HttpAnswer& answer) const {
        switch (fault) {
        case Fault::None:
        case Fault::NoAnswer:
            break;
        case Fault::ServerError:
            answer.status = 500;
            answer.body = R"({"error":"internal"})";
            break;
        case Fault::CutBody:
            answer.body.resize(answer.body.size() / 2);
            break;
        case Fault::Html:
            answer.headers = {{"content-type", "text/html"}};
            answer.body = "<!DOCTYPE html><html><h1>Back soon</h1></html>";
            break;
        case Fault::EmptyBody:
            answer.body.clear();
            break;
        case Fault::ErrorObject:
            answer.body = R"({"errors":[{"code":"THROTTLED"}]})";
            break;
        }
    }

    [[nodiscard]] HttpAnswer page(const std::string& url) const {
        const base::Instant from = at(value(url, "from").toStdString());
        const QString untilText = value(url, "until");
        const base::Instant until = untilText.isEmpty() ? base::Instant::max() : at(untilText.toStdString());
        std::vector<std::pair<int, const Version*>> found;
        for (const auto& [id, versions] : orders) {
            const Version* current = nullptr;
            for (const Version& version : versions) {
                if (version.at <= m_clock.now())
                    current = &version;
            }
            if (current != nullptr && current->at >= from && current->at <= until)
                found.emplace_back(id, current);
        }
        std::sort(found.begin(), found.end(), [this](const auto& a, const auto& b) {
            const auto left = std::pair(a.second->at, a.first);
            const auto right = std::pair(b.second->at, b.first);
            return newestFirst ? right < left : left < right;
        });
        const auto size = static_cast<size_t>(value(url, "size").toInt());
        size_t start = 0;
        if (paging == "page")
            start = static_cast<size_t>(value(url, "page").toInt() - 1) * size;
        else if (paging == "offset")
            start = static_cast<size_t>(value(url, "offset").toInt());
        else
            start = after(found, value(url, "cursor"));
        std::string items;
        for (size_t i = start; i < std::min(start + size, found.size()); ++i)
            items += (items.empty() ? "" : ",") + item(found[i].first, *found[i].second);
        HttpAnswer answer;
        answer.status = 200;
        answer.headers = {{"content-type", "application/json"}, {"date", base::toHttpDate(m_clock.now())}};
        const bool more = start + size < found.size();
        const std::string next = more ? keyOf(found[start + size - 1]) : "";
        std::string nextUrl = url.substr(0, url.find("&cursor"));
        nextUrl += "&cursor=" + next;
        if (paging == "link_header" && more)
            answer.headers.emplace_back("link", "<" + nextUrl + ">; rel=\"next\"");
        answer.body = "{\"orders\":[" + items + "],\"total\":" + std::to_string(found.size()) +
                      ",\"next_cursor\":" + (more ? "\"" + next + "\"" : "null") +
                      ",\"next\":" + (more ? "\"" + nextUrl + "\"" : "null") + "}";
        return answer;
    }

    using Found = std::pair<int, const Version*>;
    /// A cursor names the last order that was given, as a keyset does.
    static std::string keyOf(const Found& order) {
        return std::to_string(order.second->at.time_since_epoch().count()) + "-" + std::to_string(order.first);
    }
    [[nodiscard]] size_t after(const std::vector<Found>& found, const QString& cursor) const {
        if (cursor.isEmpty())
            return 0;
        const base::Instant moment{base::Duration(cursor.section(QLatin1Char('-'), 0, 0).toLongLong())};
        const auto key = std::pair(moment, cursor.section(QLatin1Char('-'), 1).toInt());
        size_t start = 0;
        while (start < found.size()) {
            const auto own = std::pair(found[start].second->at, found[start].first);
            if (newestFirst ? own < key : key < own)
                break;
            ++start;
        }
        return start;
    }

    static std::string item(int id, const Version& version) {
        return "{\"id\":" + std::to_string(id) + ",\"updated_at\":\"" + base::toRfc3339(version.at) +
               "\",\"status\":\"" + version.status + "\",\"total\":\"" + version.total +
               "\",\"deleted\":" + (version.gone ? "true" : "false") + "}";
    }

    const FakeClock& m_clock;
};

/// A job that reads this API, by a profile as a file would give it.
inline Job apiJob(const std::string& paging, int size, const std::string& more = {}) {
    const bool isList = paging == "page" || paging == "offset";
    const std::string variable = paging == "page" ? "page" : paging == "offset" ? "offset" : "cursor";
    const std::string text =
        "[http]\nbase_url = \"http://127.0.0.1:8080/api\"\ntimeout = \"10s\"\n"
        "[request]\npath = \"/orders\"\nquery = { from = \"${from}\", until = \"${until}\", size = "
        "\"${size}\"" +
        (isList || paging == "cursor" ? ", " + variable + " = \"${" + variable + "}\"" : "") +
        " }\n[pagination]\nkind = \"" + paging + "\"\nsize = " + std::to_string(size) + "\n" +
        (isList ? "total = \"total\"\n" : "") + (paging == "cursor" ? "cursor = \"next_cursor\"\n" : "") +
        (paging == "next_url" ? "next = \"next\"\n" : "") +
        "[response]\nitems = \"orders\"\n[record]\nexternal_id = \"id\"\nupdated_at = \"updated_at\"\n"
        "status = \"status\"\ntotal = { path = \"total\", type = \"number\" }\n"
        "deleted = { path = \"deleted\", in = [\"true\"] }\n[retry]\nattempts = 3\n" +
        more;
    std::vector<base::ConfigProblem> problems;
    base::TomlTable root = base::TomlTable::readText(text, "api.toml", problems);
    Job job;
    job.name = "order-sync";
    job.source = readSourceProfile(root, "api");
    if (!problems.empty())
        qFatal("%s", base::configError(problems).message.englishUtf8().c_str());
    job.firstWindowStart = at("2026-03-10T10:00:00Z");
    return job;
}

} // namespace latchboard::sync::test
