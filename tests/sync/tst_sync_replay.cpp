// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/answer.h"
#include "sync/fakes.h"
#include "sync/request.h"

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

namespace {

QJsonObject sampleOf(const QString& name) {
    QFile file(QStringLiteral(LATCHBOARD_TEST_DATA "/replay/%1.json").arg(name));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// A request as the samples compare it: method, place, the query as a set of pairs, the body as JSON or as a form.
QString comparable(const QString& method, const QString& url, const QByteArray& body) {
    const QUrl whole(url, QUrl::StrictMode);
    // A '+' of a query is a blank in forms, and so the samples write it.
    QString query = whole.query(QUrl::FullyEncoded);
    query.replace(u'+', QStringLiteral("%20"));
    QStringList pairs;
    for (const auto& [name, value] : QUrlQuery(query).queryItems(QUrl::FullyDecoded))
        pairs << name + " = " + value;
    pairs.sort();
    const auto json = QJsonDocument::fromJson(body);
    return method + " " + whole.scheme() + "://" + whole.host() + whole.path(QUrl::FullyDecoded) + "\n" +
           pairs.join("\n") + "\n" +
           (json.isNull() ? QString::fromUtf8(body) : QString::fromUtf8(json.toJson(QJsonDocument::Compact)));
}

HttpAnswer answerOf(const QJsonObject& response) {
    HttpAnswer answer;
    answer.status = response["status"].toInt();
    const QJsonObject headers = response["headers"].toObject();
    for (auto header = headers.begin(); header != headers.end(); ++header)
        answer.headers.emplace_back(header.key().toLower().toStdString(), header.value().toString().toStdString());
    const QJsonValue body = response["body"];
    if (body.isString())
        answer.body = body.toString().toStdString();
    else if (body.isArray())
        answer.body = QJsonDocument(body.toArray()).toJson().toStdString();
    else if (body.isObject())
        answer.body = QJsonDocument(body.toObject()).toJson().toStdString();
    return answer;
}

/// Answers by the exchanges of a sample, in their order, and keeps what was asked.
class ReplaySource final : public OrderSource {
public:
    explicit ReplaySource(const QJsonArray& exchanges) : m_exchanges(exchanges) {}
    QStringList asked;

    base::Result<HttpAnswer> send(const HttpRequest& request, const base::Waiting&) override {
        const auto number = asked.size();
        asked << comparable(QString::fromStdString(request.method), QString::fromStdString(request.url),
                            QByteArray::fromStdString(request.body));
        if (number >= m_exchanges.size())
            return base::Unexpected(base::ErrorKind::SourcePermanent,
                                    base::Text::verbatim(std::string_view("one request too many")));
        return answerOf(m_exchanges[number].toObject()["response"].toObject());
    }

private:
    QJsonArray m_exchanges;
};

/// Keeps the orders that a run would write.
class CollectingStore final : public SyncStore {
public:
    explicit CollectingStore(SyncStore& state) : m_state(state) {}
    std::vector<Order> orders;
    int quarantined = 0;

    base::Result<void> check(const Job& job) override { return m_state.check(job); }
    base::Result<std::optional<base::Instant>> lastWindowEnd(const std::string& job) override {
        return m_state.lastWindowEnd(job);
    }
    base::Result<std::optional<base::Instant>> lastSuccessStart(const std::string& job) override {
        return m_state.lastSuccessStart(job);
    }
    base::Result<std::int64_t> refusalsInARow(const std::string& job) override { return m_state.refusalsInARow(job); }
    base::Result<void> write(const Job&, const std::string&, std::int64_t, const Page& page, WriteCounts&) override {
        orders.insert(orders.end(), page.orders.begin(), page.orders.end());
        quarantined += static_cast<int>(page.quarantined.size());
        return {};
    }
    base::Result<void> closeWindow(const Job& job, const std::string& run, const Interval& window) override {
        return m_state.closeWindow(job, run, window);
    }
    base::Result<void> record(const RunRecord& run) override { return m_state.record(run); }
    base::Result<void> recordAttempt(const RunRecord& run) override { return m_state.recordAttempt(run); }

private:
    SyncStore& m_state;
};

QString valueOf(const Order& order, const char* name) {
    const auto value = order.values.find(name);
    return value == order.values.end() || !value->second ? QStringLiteral("null")
                                                         : QString::fromStdString(*value->second);
}

QString text(const QJsonValue& value) {
    return value.isNull() || value.isUndefined() ? QStringLiteral("null") : value.toString();
}

/// Instants are compared as such, whatever zeros they are written with.
QString instantText(const QString& text) {
    const auto instant = base::fromRfc3339(text.toStdString());
    return instant ? QString::fromStdString(base::toRfc3339(*instant)) : text;
}

SourceProfile profileOf(const QString& name, const QJsonObject& sample, QString& problemText) {
    std::vector<base::ConfigProblem> problems;
    auto root = base::TomlTable::readFile(
        QStringLiteral(LATCHBOARD_TEST_DATA "/replay/%1.toml").arg(name).toStdString(), problems);
    SourceProfile profile = readSourceProfile(root, name.toStdString());
    if (!problems.empty())
        problemText = base::configError(problems).message.english();
    const QJsonObject secrets = sample["run"].toObject()["secrets"].toObject();
    for (auto& [secret, reference] : profile.secretReferences)
        profile.secrets[secret] = base::Secret(secrets[QString::fromStdString(secret)].toString().toStdString());
    return profile;
}

} // namespace

/// Real order APIs, replayed: a profile of configuration alone gives every request, every row and the class of every
/// error that a correct reader gives (tests/sync/data/replay; the samples have the vendors' shapes and invented
/// values).
class TestSyncReplay : public QObject {
    Q_OBJECT

    static void samples() {
        QTest::addColumn<QString>("name");
        const auto files =
            QDir(QStringLiteral(LATCHBOARD_TEST_DATA "/replay")).entryList({"*.toml"}, QDir::Files, QDir::Name);
        for (const QString& file : files)
            QTest::newRow(qPrintable(file.chopped(5))) << file.chopped(5);
    }

private Q_SLOTS:
    void exchangesAndRows_data() { samples(); }
    void exchangesAndRows() {
        QFETCH(QString, name);
        const QJsonObject sample = sampleOf(name);
        QVERIFY(!sample.isEmpty());
        QString problems;
        Job job;
        job.name = "replay";
        job.source = profileOf(name, sample, problems);
        QCOMPARE(problems, QString());
        const QJsonObject run = sample["run"].toObject();
        job.lookback = *base::parseDuration(run["overlap"].toString().toStdString());

        FakeClock clock(at(run["now"].toString().toStdString()));
        Database database;
        Faults faults;
        const base::Instant last = at(run["last_success"].toString().toStdString());
        database.windows[job.name] = {{last - std::chrono::hours(1), last}};
        FakeLock lock(database, faults, clock);
        MemoryStore state(database, faults);
        CollectingStore store(state);
        FakeBuckets buckets(database, faults, clock);
        const QJsonArray exchanges = sample["exchanges"].toArray();
        ReplaySource source(exchanges);
        Engine engine(source, buckets, lock, store, clock, [] { return 0.0; });
        const RunRecord record = engine.run(job, {}, {});

        for (int i = 0; i < exchanges.size(); ++i) {
            const QJsonObject request = exchanges[i].toObject()["request"].toObject();
            const QJsonValue body = request.contains("json") ? request["json"] : request["body"];
            const QString expected =
                comparable(request["method"].toString(), request["url"].toString(),
                           body.isObject() ? QJsonDocument(body.toObject()).toJson() : body.toString().toUtf8());
            QVERIFY2(i < source.asked.size(), qPrintable("missing: " + expected));
            QCOMPARE(source.asked[i], expected);
        }
        QCOMPARE(source.asked.size(), exchanges.size());
        QVERIFY2(record.outcome == Outcome::Success,
                 qPrintable(record.error ? record.error->message.english() : QString()));
        QCOMPARE(store.quarantined, 0);

        QMap<QString, QString> rows, expected;
        for (const Order& order : store.orders) {
            rows[QString::fromStdString(order.externalId)] =
                QStringList{valueOf(order, "order_number"),
                            valueOf(order, "status"),
                            valueOf(order, "currency"),
                            valueOf(order, "amount"),
                            instantText(valueOf(order, "ordered_at")),
                            order.updatedAt ? QString::fromStdString(base::toRfc3339(*order.updatedAt)) : "null",
                            order.gone ? "deleted" : "live"}
                    .join(" | ");
        }
        for (const auto& entry : sample["rows"].toArray()) {
            const QJsonObject row = entry.toObject();
            expected[row["external_id"].toString()] = QStringList{text(row["order_number"]),
                                                                  text(row["status"]),
                                                                  text(row["currency"]),
                                                                  text(row["amount"]),
                                                                  instantText(text(row["ordered_at"])),
                                                                  instantText(text(row["updated_at"])),
                                                                  row["deleted"].toBool() ? "deleted" : "live"}
                                                          .join(" | ");
        }
        QCOMPARE(rows.keys(), expected.keys());
        for (auto row = expected.begin(); row != expected.end(); ++row)
            QCOMPARE(rows[row.key()], row.value());
    }

    void errors_data() { samples(); }
    void errors() {
        QFETCH(QString, name);
        const QJsonObject sample = sampleOf(name);
        QString problems;
        const SourceProfile profile = profileOf(name, sample, problems);
        const QJsonArray errors = sample["errors"].toArray();
        QVERIFY(!errors.isEmpty());
        HttpRequest request;
        request.method = "GET";
        request.url = profile.baseUrl;
        for (const auto& entry : errors) {
            const QJsonObject error = entry.toObject();
            const Verdict verdict = judge(profile, request, answerOf(error["response"].toObject()),
                                          at(sample["run"].toObject()["now"].toString().toStdString()));
            const QString what = error["name"].toString();
            QCOMPARE(what + ": " + className(verdict.result), what + ": " + error["class"].toString());
            if (!error["wait_s"].isNull()) {
                QVERIFY2(verdict.toldWait.has_value(), qPrintable(what));
                QCOMPARE(base::seconds(*verdict.toldWait), error["wait_s"].toDouble());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestSyncReplay)
#include "tst_sync_replay.moc"
