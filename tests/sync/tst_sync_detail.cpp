// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/fakes.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace latchboard;
using namespace latchboard::sync;
using namespace latchboard::sync::test;

namespace {

/// What each request gets, in order; the last stands for all that follow.
class Script final : public OrderSource {
public:
    struct Answer {
        int status;
        std::string body;
    };
    explicit Script(std::vector<Answer> answers) : m_answers(std::move(answers)) {}
    std::vector<HttpRequest> asked;

    base::Result<HttpAnswer> send(const HttpRequest& request, const base::Waiting&) override {
        const Answer& next = m_answers.at(std::min(asked.size(), m_answers.size() - 1));
        asked.push_back(request);
        HttpAnswer answer;
        answer.status = next.status;
        answer.body = next.body;
        return answer;
    }
    [[nodiscard]] QString line(size_t i) const {
        const HttpRequest& request = asked.at(i);
        return QString::fromStdString(request.method + " " + request.url +
                                      (request.body.empty() ? "" : " " + request.body));
    }

private:
    std::vector<Answer> m_answers;
};

/// A list of ids that changed, and a second call for what they are: Naver's form.
QString profileText() {
    QFile file(QStringLiteral(LATCHBOARD_TEST_DATA "/detail.toml"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

Job jobOf(QString profile, std::vector<base::ConfigProblem>* said = nullptr) {
    std::vector<base::ConfigProblem> problems;
    auto root = base::TomlTable::readText(profile.toStdString(), "api.toml", problems);
    Job job;
    job.name = "detail";
    job.source = readSourceProfile(root, "api");
    job.source.secrets["token"] = base::Secret(std::string("t0ken"));
    if (said != nullptr)
        *said = problems;
    else if (!problems.empty())
        qWarning("%s", qPrintable(base::configError(problems).message.english()));
    job.firstWindowStart = at("2026-03-10T10:00:00Z");
    return job;
}

constexpr const char* kList = "{\"data\":[{\"lineId\":\"a/1\",\"changed\":\"2026-03-10T11:00:00Z\"},"
                              "{\"lineId\":\"b\",\"changed\":\"2026-03-10T11:00:01Z\",\"detail\":\"its own\"},"
                              "{\"lineId\":\"c\",\"changed\":\"2026-03-10T11:00:02Z\"}]}";

std::string details(const std::vector<std::string>& ids) {
    std::string text;
    for (const std::string& id : ids)
        text += (text.empty() ? "" : ",") + std::string("{\"line\":{\"id\":\"") + id + "\",\"status\":\"paid-" + id +
                "\",\"amount\":10.50}}";
    return "{\"data\":[" + text + "]}";
}

} // namespace

/// Second calls by ids, and the rarer keys of a request.
class TestSyncDetail : public QObject {
    Q_OBJECT

    std::unique_ptr<World> m_world;
    RunRecord m_run;
    [[nodiscard]] QString rows() const {
        QStringList all;
        for (const Row& row : m_world->database.sortedRows()) {
            const auto status = row.values.find("status");
            all << QString::fromStdString(row.id + "=" +
                                          (status != row.values.end() ? status->second.value_or("null") : "none"));
        }
        return all.join(u' ');
    }

private Q_SLOTS:
    void init() { m_world = std::make_unique<World>(); }

    void asksByIds() {
        Script script({{200, kList}, {200, details({"b", "a/1"})}, {200, details({"c"})}});
        m_run = m_world->run(script, jobOf(profileText()));
        QVERIFY2(m_run.outcome == Outcome::Success, m_run.error ? qPrintable(m_run.error->message.english()) : "");
        QCOMPARE(rows(), QString("a/1=paid-a/1 b=paid-b c=paid-c"));
        QCOMPARE(script.asked.size(), 3U);
        QCOMPARE(script.line(1), QString("POST https://api.example/lines/query {\"count\":1,\"ids\":[\"a/1\",\"b\"]}"));
        QCOMPARE(script.line(2), QString("POST https://api.example/lines/query {\"count\":1,\"ids\":[\"c\"]}"));
        QCOMPARE(m_run.apiCalls, 3);
        QCOMPARE(m_run.pages, 1);
        QCOMPARE(m_run.fetched, 3);
    }

    void whatHasNoDetailIsKept() {
        std::string items;
        for (int i = 0; i < 9; ++i)
            items += (i == 0 ? "" : ",") + std::string("{\"lineId\":\"i") + std::to_string(i) +
                     "\",\"changed\":\"2026-03-10T11:00:00Z\"}";
        std::vector<std::string> answered;
        for (int i = 0; i < 8; ++i)
            answered.push_back("i" + std::to_string(i));
        const QString profile = profileText().replace("batch = 2", "batch = 100");
        Script script({{200, "{\"data\":[" + items + "]}"}, {200, details(answered)}});
        m_run = m_world->run(script, jobOf(profile));
        QVERIFY2(m_run.outcome == Outcome::Success, m_run.error ? qPrintable(m_run.error->message.english()) : "");
        QCOMPARE(m_run.counts.created, 8);
        QCOMPARE(m_run.counts.quarantined, 1);
        QCOMPARE(m_world->database.quarantine.size(), 1U);
        QCOMPARE(m_world->database.quarantine.begin()->second.reason, std::string("no detail came for it"));
    }

    void anItemWithoutAnIdIsKept() {
        std::string items = "{\"changed\":\"2026-03-10T11:00:00Z\"}";
        std::vector<std::string> answered;
        for (int i = 0; i < 8; ++i) {
            answered.push_back(std::to_string(i));
            items += ",{\"lineId\":" + std::to_string(i) + ",\"changed\":\"2026-03-10T11:00:00Z\"}";
        }
        const QString profile = profileText().replace("batch = 2", "batch = 8").replace("\"${ids}\"", "\"${ids:int}\"");
        Script script({{200, "{\"data\":[" + items + "]}"}, {200, details(answered)}});
        m_run = m_world->run(script, jobOf(profile));
        QVERIFY2(m_run.outcome == Outcome::Success, m_run.error ? qPrintable(m_run.error->message.english()) : "");
        QCOMPARE(m_run.counts.quarantined, 1);
        QVERIFY2(script.line(1).endsWith("{\"count\":1,\"ids\":[0,1,2,3,4,5,6,7]}"), qPrintable(script.line(1)));
    }

    void anAnswerWithoutTheListIsTriedAgain() {
        const QString profile = profileText().replace("batch = 2", "batch = 3");
        Script script({{200, kList}, {200, "{\"code\":\"busy\"}"}, {503, ""}, {200, details({"a/1", "b", "c"})}});
        m_run = m_world->run(script, jobOf(profile));
        QVERIFY2(m_run.outcome == Outcome::Success, m_run.error ? qPrintable(m_run.error->message.english()) : "");
        QCOMPARE(script.asked.size(), 4U);
        QCOMPARE(rows(), QString("a/1=paid-a/1 b=paid-b c=paid-c"));
    }

    void oneCallEach() {
        const QString profile = profileText()
                                    .replace("batch = 2", "batch = 1")
                                    .replace("method = \"POST\"", "method = \"GET\"")
                                    .replace("\"/lines/query\"", "\"/lines/${ids}\"")
                                    .replace("json = { ids = \"${ids}\", count = 1 }\n", "query = { full = \"1\" }\n");
        Script script({{200, kList}, {200, details({"a/1"})}, {200, details({"b"})}, {200, details({"c"})}});
        m_run = m_world->run(script, jobOf(profile));
        QVERIFY2(m_run.outcome == Outcome::Success, m_run.error ? qPrintable(m_run.error->message.english()) : "");
        QCOMPARE(script.line(1), QString("GET https://api.example/lines/a%2F1?full=1"));
        QCOMPARE(rows(), QString("a/1=paid-a/1 b=paid-b c=paid-c"));
    }

    void headersAndLists() {
        const QString profile = profileText().replace(
            "query = { since = \"${from}\" }", "query = { since = \"${from}\", status = [\"paid\", \"a&b\"] }\n"
                                               "headers = { X-Shop = \"7\", accept = \"application/vnd.api+json\", "
                                               "X-Key = \"k-${secret:token}\" }");
        Script script({{200, "{\"data\":[]}"}});
        m_run = m_world->run(script, jobOf(profile));
        QVERIFY(m_run.outcome == Outcome::Success);
        QVERIFY2(script.line(0).endsWith("&status=paid&status=a%26b"), qPrintable(script.line(0)));
        QStringList headers;
        for (const auto& [name, value] : script.asked[0].headers)
            headers << QString::fromStdString(name + ": " + value);
        QVERIFY(headers.contains("X-Shop: 7"));
        QVERIFY(headers.contains("X-Key: k-t0ken"));
        QCOMPARE(headers.filter(QRegularExpression("^accept:", QRegularExpression::CaseInsensitiveOption)),
                 QStringList{"accept: application/vnd.api+json"});
    }

    void charset() {
        const QString profile = profileText()
                                    .section("[detail]", 0, 0)
                                    .replace("items = \"data\"\n", "items = \"data\"\ncharset = \"EUC-KR\"\n") +
                                "[record]\nexternal_id = \"id\"\nstatus = \"name\"\n";
        Script script({{200, "{\"data\":[{\"id\":1,\"name\":\"\xb0\xa1\xb3\xaa\"}]}"}});
        m_run = m_world->run(script, jobOf(profile));
        QVERIFY2(m_run.outcome == Outcome::Success, m_run.error ? qPrintable(m_run.error->message.english()) : "");
        QCOMPARE(rows(), QString::fromUtf8("1=가나"));
        Script wrong({{200, "{\"data\":[{\"id\":1,\"name\":\"\xff\xff\"}]}"}});
        m_run = m_world->run(wrong, jobOf(profile));
        QVERIFY(m_run.outcome == Outcome::Failed);
        QVERIFY2(m_run.error->message.english().contains("not EUC-KR"), qPrintable(m_run.error->message.english()));
    }

    void problems_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("says");
        QTest::newRow("no join") << "join_on = \"line.id\"\n"
                                 << ""
                                 << "detail.join_on: is missing";
        QTest::newRow("same for all") << "\"${ids}\""
                                      << "1"
                                      << "has ${ids}: each call";
        QTest::newRow("body with GET") << "method = \"POST\""
                                       << "method = \"GET\""
                                       << "a request with a body is a \"POST\"";
        QTest::newRow("unknown variable") << "\"${ids}\""
                                          << "\"${idz}\""
                                          << "did you mean ${ids}?";
        QTest::newRow("charset") << "items = \"data\"\n[detail]"
                                 << "items = \"data\"\ncharset = \"klingon\"\n[detail]"
                                 << "\"klingon\" is no character set";
        QTest::newRow("header name") << "path = \"/changed\""
                                     << "path = \"/changed\"\nheaders = { \"X Y\" = \"1\" }"
                                     << "\"X Y\" is no name of a header";
        QTest::newRow("key without certificate") << "base_url = \"https://api.example\""
                                                 << "base_url = \"https://api.example\"\ntls = { client_key = "
                                                    "\"/dev/null\" }"
                                                 << "belong together";
        QTest::newRow("no such file") << "base_url = \"https://api.example\""
                                      << "base_url = \"https://api.example\"\ntls = { ca_file = \"no-such.pem\" }"
                                      << "no-such.pem is not there";
    }
    void problems() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, says);
        QString profile = profileText();
        QVERIFY(profile.contains(from));
        std::vector<base::ConfigProblem> found;
        static_cast<void>(jobOf(profile.replace(from, to), &found));
        QVERIFY(!found.empty());
        const QString message = base::configError(found).message.english();
        QVERIFY2(message.contains(says), qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(TestSyncDetail)
#include "tst_sync_detail.moc"
