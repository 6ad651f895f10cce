// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/fakes.h"
#include "sync/window.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QUrl>
#include <QUrlQuery>

using namespace latchboard;
using namespace latchboard::sync;
using namespace latchboard::sync::test;
using namespace std::chrono_literals;

namespace {

QJsonObject readJson(const QString& path) {
    QFile file(QStringLiteral(LATCHBOARD_TEST_DATA "/") + path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no test data %s", qPrintable(file.fileName()));
    return QJsonDocument::fromJson(file.readAll()).object();
}

/// The neutral order API of the cases, as a source profile.
constexpr const char* kProfile = R"toml(
[http]
base_url = "http://127.0.0.1:8080"
[window]
send_to = false
[request]
path = "/orders"
query = { updated_since = "${from}", limit = "${size}", cursor = "${cursor}" }
[pagination]
kind = "cursor"
cursor = "next_cursor"
[response]
items = "orders"
[record]
external_id = "id"
updated_at = "updated_at"
status = "status"
currency = "currency"
total = { path = "total", type = "number" }
customer_note = "customer_note"
[[limit]]
every = "100ms"
)toml";

Job caseJob() {
    std::vector<base::ConfigProblem> problems;
    base::TomlTable root = base::TomlTable::readText(kProfile, "neutral.toml", problems);
    Job job;
    job.name = "order-sync";
    job.source = readSourceProfile(root, "neutral");
    if (!problems.empty())
        qFatal("%s", base::configError(problems).message.englishUtf8().c_str());
    return job;
}

/// Gives the scripted answers of one run, one a request, whatever is asked.
class ScriptedSource final : public OrderSource {
public:
    ScriptedSource(const FakeClock& clock, QJsonArray responses) : m_clock(clock), m_responses(std::move(responses)) {}

    std::vector<QUrlQuery> queries;
    std::vector<base::Instant> times;
    std::optional<base::Instant> notBefore; ///< what the last Retry-After named

    base::Result<HttpAnswer> send(const HttpRequest& request, const base::Waiting&) override {
        queries.emplace_back(QUrl(QString::fromStdString(request.url)));
        times.push_back(m_clock.now());
        HttpAnswer answer;
        answer.headers.emplace_back("date", base::toHttpDate(m_clock.now()));
        if (static_cast<qsizetype>(queries.size()) > m_responses.size()) {
            answer.status = 599;
            return answer;
        }
        const QJsonObject response = m_responses[static_cast<qsizetype>(queries.size()) - 1].toObject();
        answer.status = response["status"].toInt();
        for (const QString& name : response["headers"].toObject().keys())
            answer.headers.emplace_back(name.toLower().toStdString(), header(response["headers"][name].toString()));
        if (response.contains("body_generator"))
            answer.body = generated(response["body_generator"].toObject());
        else
            answer.body = response["body"].toString().toStdString();
        // That a body is not whole is for the adapter to notice; it then says that no whole answer came.
        const bool isCut = response["declared_length"].toInt() > static_cast<int>(answer.body.size()) ||
                           response["omit_last_chunk"].toBool();
        if (isCut)
            return base::Unexpected(base::ErrorKind::SourceTransient,
                                    base::Text::verbatim(std::string_view("the connection closed in the body")));
        return answer;
    }

private:
    std::string header(const QString& text) {
        if (!text.startsWith("{{http_date:+"))
            return text.toStdString();
        const int seconds = text.mid(13, text.size() - 15).toInt();
        notBefore = std::chrono::ceil<std::chrono::seconds>(m_clock.now()) + std::chrono::seconds(seconds);
        return base::toHttpDate(*notBefore);
    }

    static std::string generated(const QJsonObject& rule) {
        const base::Instant start = at(rule["first_updated_at"].toString().toStdString());
        const std::int64_t count = rule["count"].toInteger();
        std::string items;
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t cents = i % rule["total_modulo"].toInteger();
            const base::Instant updated = start + std::chrono::seconds(i % rule["seconds_modulo"].toInteger());
            items += (i == 0 ? "" : ",") + std::string("{\"id\":") +
                     std::to_string(rule["first_id"].toInteger() + i * rule["id_stride"].toInteger() % count) +
                     ",\"updated_at\":\"" + base::toRfc3339(updated) +
                     "\",\"status\":\"open\",\"currency\":\"EUR\",\"total\":\"" + std::to_string(cents / 100) + "." +
                     (cents % 100 < 10 ? "0" : "") + std::to_string(cents % 100) + "\",\"customer_note\":null}";
        }
        return "{\"orders\":[" + items + "],\"next_cursor\":null}";
    }

    const FakeClock& m_clock;
    QJsonArray m_responses;
};

Row rowOf(const QJsonObject& order) {
    Row row;
    row.id = order["id"].toString().toStdString();
    row.updatedAt = at(order["updated_at"].toString().toStdString());
    row.values["external_id"] = row.id;
    row.values["updated_at"] = base::toRfc3339(*row.updatedAt);
    for (const char* name : {"status", "currency", "total", "customer_note"})
        row.values[name] = order[QLatin1String(name)].isNull()
                               ? std::nullopt
                               : std::optional(order[QLatin1String(name)].toString().toStdString());
    return row;
}

bool sameOrders(const Database& database, const QJsonArray& expected) {
    std::vector<Row> rows;
    for (const auto& order : expected)
        rows.push_back(rowOf(order.toObject()));
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.id < b.id; });
    return database.sortedRows() == rows;
}

/// What happened in one run, to be held against one allowed result.
struct Happened {
    const World& world;
    const ScriptedSource& source;
    const RunRecord& run;
    std::size_t historyBefore = 0;
    std::optional<base::Instant> lastWindowEnd; ///< before the run
};

QString outcomeWord(const RunRecord& run) {
    if (run.outcome != Outcome::Success)
        return "failed";
    return run.counts.quarantined > 0 ? "success with reported problems" : "success";
}

/// Empty where all that the case says of the run holds.
QString difference(const Happened& was, const QJsonObject& expected) {
    const auto requests = static_cast<int>(was.source.queries.size());
    const QString outcome = outcomeWord(was.run);
    if (expected["outcome"].isArray() ? !expected["outcome"].toArray().contains(outcome)
                                      : expected.contains("outcome") && expected["outcome"].toString() != outcome)
        return "outcome " + outcome;
    if (expected.contains("requests") && expected["requests"].toInt() != requests)
        return QString("requests %1").arg(requests);
    if (requests < expected["requests_min"].toInt(0) || requests > expected["requests_max"].toInt(1'000'000))
        return QString("requests %1").arg(requests);
    if (expected.contains("history_rows_added") && was.world.database.history.size() - was.historyBefore !=
                                                       expected["history_rows_added"].toVariant().toULongLong())
        return "history rows";
    if (was.world.database.lockHeld)
        return "the lock is still held";
    if (expected["orders"].isArray() && !sameOrders(was.world.database, expected["orders"].toArray()))
        return "orders";
    if (expected.contains("reason_contains") &&
        !was.run.error->message.english().contains(expected["reason_contains"].toString()))
        return "reason: " + was.run.error->message.english();
    for (const auto& required : expected["orders_required"].toArray()) {
        const Row wanted = rowOf(required.toObject());
        const Row* found = was.world.database.live(wanted.id);
        if (found == nullptr || !(*found == wanted))
            return "a required order";
    }
    return {};
}

} // namespace

class TestSyncFieldCases : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void http_data() {
        QTest::addColumn<QString>("file");
        const QStringList files = QDir(QStringLiteral(LATCHBOARD_TEST_DATA "/http")).entryList({"*.json"});
        QCOMPARE(files.size(), 13);
        for (const QString& file : files)
            QTest::newRow(qPrintable(file)) << file;
    }
    void http() {
        QFETCH(QString, file);
        const QJsonObject given = readJson("http/" + file);
        const Job job = caseJob();
        World world;
        if (given["engine"]["last_success_end"].isString()) {
            const base::Instant end = at(given["engine"]["last_success_end"].toString().toStdString());
            world.database.windows[job.name].push_back({end - 1h, end});
        }
        for (const auto& order : given["engine"]["preload"].toArray())
            world.database.rows.emplace(order.toObject()["id"].toString().toStdString(), rowOf(order.toObject()));
        const QJsonArray runs = given["runs"].toArray();
        std::optional<base::Instant> lastEnd;
        for (qsizetype i = 0; i < runs.size(); ++i) {
            const std::size_t historyBefore = world.database.history.size();
            ScriptedSource source(world.clock, runs[i]["responses"].toArray());
            const RunRecord run = world.run(source, job);
            const QJsonObject expected = given["expected"]["runs"][i].toObject();
            const Happened happened{world, source, run, historyBefore, lastEnd};
            checkRun(happened, expected);
            if (QTest::currentTestFailed())
                return;
            if (run.outcome == Outcome::Success)
                lastEnd = run.window->until;
            world.clock.advance(1min);
        }
        checkNextWindow(world, job, given["expected"].toObject());
        if (file.startsWith("B12"))
            checkReportedProblem(world);
        if (file.startsWith("B24"))
            QVERIFY(world.database.history.front().error->message.english().contains("text/html; charset=utf-8"));
    }

    void windowAfterMissedRuns() {
        const QJsonObject given = readJson("window/B26-missed-runs-window.json");
        const QJsonArray cases = given["cases"].toArray();
        QCOMPARE(cases.size(), 4);
        for (qsizetype i = 0; i < cases.size(); ++i) {
            // Only a success closes a window, so the last complete window ends where the last success ended.
            std::optional<base::Instant> last;
            for (const auto& run : cases[i]["history"].toArray()) {
                if (run.toObject()["outcome"].toString() == "success")
                    last = at(run.toObject()["end"].toString().toStdString());
            }
            const auto pieces = planWindow(caseJob(), at(cases[i]["now"].toString().toStdString()), last);
            QVERIFY(pieces.ok());
            QCOMPARE(QString::fromStdString(base::toRfc3339(pieces->front().from)),
                     given["expected"]["updated_since"][i].toString());
        }
    }

    /// The session's settings never show in a time that we write: it is an instant, written in UTC with its offset.
    void timesDoNotDependOnTheZone() {
        const QJsonObject given = readJson("time/D10-timestamptz-and-datestyle.json");
        const base::Instant instant = at(given["instant"].toString().toStdString());
        for (const auto& setting : given["role_settings"].toArray()) {
            qputenv("TZ", setting.toObject()["timezone"].toString().toUtf8());
            tzset();
            QCOMPARE(QString::fromStdString(base::toRfc3339(instant)), given["instant"].toString());
            Interval window{instant, instant + 1h};
            const auto pieces = planBackfill(caseJob(), window);
            QCOMPARE(base::toRfc3339(pieces->front().from), std::string("2026-03-10T12:00:00Z"));
        }
        qputenv("TZ", "UTC");
        tzset();
    }

private:
    static void checkRun(const Happened& happened, const QJsonObject& expected) {
        QString problem = difference(happened, expected);
        if (expected.contains("allowed")) {
            problem = "none of the allowed results";
            for (const auto& allowed : expected["allowed"].toArray()) {
                if (difference(happened, allowed.toObject()).isEmpty())
                    problem.clear();
            }
        }
        const QString error = happened.run.error ? happened.run.error->message.english() : QString();
        QVERIFY2(problem.isEmpty(), qPrintable(problem + " " + error));
        checkQueries(happened, expected);
        checkGaps(happened, expected);
        if (expected.contains("orders_check"))
            checkSums(happened.world.database, expected["orders_check"].toObject());
    }

    static void checkQueries(const Happened& happened, const QJsonObject& expected) {
        QJsonArray all = expected["queries"].toArray();
        if (expected.contains("first_query"))
            all.append(expected["first_query"]);
        for (const auto& entry : all) {
            QJsonObject query = entry.toObject();
            const auto number = static_cast<size_t>(query.contains("request") ? query.take("request").toInt() : 1);
            for (const QString& name : query.keys()) {
                QString wanted = query[name].toString();
                if (wanted == "end of run 1 minus 600 s")
                    wanted = QString::fromStdString(base::toRfc3339(*happened.lastWindowEnd - 600s));
                QCOMPARE(happened.source.queries.at(number - 1).queryItemValue(name, QUrl::FullyDecoded), wanted);
            }
        }
    }

    static void checkGaps(const Happened& happened, const QJsonObject& expected) {
        for (const auto& entry : expected["gaps"].toArray()) {
            const auto number = static_cast<size_t>(entry.toObject()["before_request"].toInt());
            const base::Instant sent = happened.source.times.at(number - 1);
            const base::Duration gap = sent - happened.source.times.at(number - 2);
            if (entry.toObject().contains("not_before"))
                QVERIFY(sent >= happened.source.notBefore.value());
            if (entry.toObject().contains("max_ms"))
                QVERIFY(gap <= std::chrono::milliseconds(entry.toObject()["max_ms"].toInt()));
            QVERIFY(gap > 0s);
            // While it waits it says until when.
            bool says = false;
            for (const Progress& progress : happened.world.told)
                says = says || (progress.phase == Progress::Phase::WaitingForLimit && progress.waitsUntil &&
                                !progress.waitsFor.empty());
            QVERIFY(says);
        }
    }

    static void checkSums(const Database& database, const QJsonObject& expected) {
        const std::vector<Row> rows = database.sortedRows();
        QCOMPARE(static_cast<int>(rows.size()), expected["count"].toInt());
        std::int64_t cents = 0;
        std::optional<base::Instant> newest;
        for (const Row& row : rows) {
            QString total = QString::fromStdString(row.values.at("total").value());
            cents += total.remove('.').toLongLong();
            newest = std::max(newest, row.updatedAt);
        }
        QCOMPARE(QString("%1.%2").arg(cents / 100).arg(cents % 100, 2, 10, QChar('0')),
                 expected["sum_total"].toString());
        QCOMPARE(QString::fromStdString(rows.front().id), expected["min_id"].toString());
        QCOMPARE(QString::fromStdString(rows.back().id), expected["max_id"].toString());
        QCOMPARE(QString::fromStdString(base::toRfc3339(*newest)), expected["max_updated_at"].toString());
        for (const auto& sample : expected["samples"].toArray()) {
            const Row wanted = rowOf(sample.toObject());
            const Row* found = database.live(wanted.id);
            QVERIFY(found != nullptr && *found == wanted);
        }
    }

    /// After a failure the window does not move.
    static void checkNextWindow(World& world, const Job& job, const QJsonObject& expected) {
        if (!expected.contains("next_updated_since"))
            return;
        world.nextHour();
        ScriptedSource source(world.clock, QJsonArray{QJsonObject{{"status", 200}, {"body", "{\"orders\":[]}"}}});
        QVERIFY(world.run(source, job).outcome == Outcome::Success);
        QCOMPARE(source.queries.at(0).queryItemValue("updated_since", QUrl::FullyDecoded),
                 expected["next_updated_since"].toString());
    }

    static void checkReportedProblem(const World& world) {
        QVERIFY(world.database.live("2") == nullptr);
        QCOMPARE(world.database.quarantine.size(), size_t(1));
        const QuarantinedItem& item = world.database.quarantine.begin()->second;
        QCOMPARE(item.externalId, std::string("2"));
        QCOMPARE(item.reason, std::string("customer_note holds the character U+0000"));
    }
};

QTEST_GUILESS_MAIN(TestSyncFieldCases)
#include "tst_sync_field_cases.moc"
