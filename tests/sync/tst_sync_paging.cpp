// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/fakes.h"

#include <QTest>
#include <QUrl>
#include <QUrlQuery>

using namespace latchboard;
using namespace latchboard::sync;
using namespace latchboard::sync::test;
using namespace std::chrono_literals;

namespace {

/// Answers by the number of the request, from 0; the last answer stands for all that follow.
class Script final : public OrderSource {
public:
    Script(const FakeClock& clock, std::vector<std::string> bodies) : m_clock(clock), m_bodies(std::move(bodies)) {}
    QStringList asked; ///< the query of each request, decoded
    base::Duration took = 20ms;

    base::Result<HttpAnswer> send(const HttpRequest& request, const base::Waiting&) override {
        const QUrl url(QString::fromStdString(request.url));
        asked << url.path() + "?" + QUrlQuery(url).toString(QUrl::FullyDecoded);
        m_clock.advance(took);
        HttpAnswer answer;
        answer.status = 200;
        answer.body = m_bodies.at(std::min<size_t>(static_cast<size_t>(asked.size()) - 1, m_bodies.size() - 1));
        return answer;
    }

private:
    const FakeClock& m_clock;
    std::vector<std::string> m_bodies;
};

std::string page(const std::vector<int>& ids, const std::string& more = {}) {
    std::string items;
    for (const int id : ids)
        items += (items.empty() ? "" : ",") + std::string(R"({"id":)") + std::to_string(id) +
                 R"(,"updated_at":"2026-03-10T11:00:00Z"})";
    return "{\"orders\":[" + items + "]" + (more.empty() ? "" : "," + more) + "}";
}

Job jobOf(const std::string& window, const std::string& query, const std::string& pagination,
          const std::string& record = "external_id = \"id\"\nupdated_at = \"updated_at\"\n") {
    std::vector<base::ConfigProblem> problems;
    auto root =
        base::TomlTable::readText("[http]\nbase_url = \"https://api.example\"\n[window]\n" + window +
                                      "[request]\npath = \"/orders\"\nquery = { " + query + " }\n[pagination]\n" +
                                      pagination + "[response]\nitems = \"orders\"\n[record]\n" + record,
                                  "api.toml", problems);
    Job job;
    job.name = "paging";
    job.source = readSourceProfile(root, "api");
    if (!problems.empty())
        qWarning("%s", qPrintable(base::configError(problems).message.english()));
    job.firstWindowStart = at("2026-03-10T10:00:00Z");
    return job;
}

constexpr const char* kOverlapping = "kind = \"offset\"\nsize = 4\ndirection = \"forward\"\npage_overlap = 2\n";
constexpr const char* kOpen = "send_to = false\n";

} // namespace

/// The less common ways of paging and of windows, one job each.
class TestSyncPaging : public QObject {
    Q_OBJECT

    std::unique_ptr<World> m_world;
    RunRecord m_run;

    void run(Script& script, const Job& job) { m_run = m_world->run(script, job); }
    [[nodiscard]] QString said() const { return m_run.error ? m_run.error->message.english() : QString(); }
    [[nodiscard]] QStringList ids() const {
        QStringList all;
        for (const Row& row : m_world->database.sortedRows())
            all << QString::fromStdString(row.id);
        return all;
    }

private Q_SLOTS:
    void init() { m_world = std::make_unique<World>(); }

    void pagesOverlap() {
        Script script(m_world->clock, {page({1, 2, 3, 4}), page({3, 4, 5, 6}), page({5, 6, 7})});
        run(script, jobOf(kOpen, "o = \"${offset}\"", kOverlapping));
        QVERIFY2(m_run.outcome == Outcome::Success, qPrintable(said()));
        QCOMPARE(script.asked, QStringList({"/orders?o=0", "/orders?o=2", "/orders?o=4"}));
        QCOMPARE(ids().join(u' '), QString("1 2 3 4 5 6 7"));
    }

    /// Two orders left the window: they moved the list by two, which the overlap still shows.
    void pagesOverlapEnough() {
        Script script(m_world->clock, {page({1, 2, 3, 4}), page({4, 5, 6, 7}), page({7})});
        run(script, jobOf(kOpen, "o = \"${offset}\"", kOverlapping));
        QVERIFY2(m_run.outcome == Outcome::Success, qPrintable(said()));
        QCOMPARE(ids().join(u' '), QString("1 2 3 4 5 6 7"));
    }

    void pagesDoNotOverlapEnough() {
        Script script(m_world->clock, {page({1, 2, 3, 4}), page({6, 7, 8, 9})});
        run(script, jobOf(kOpen, "o = \"${offset}\"", kOverlapping));
        QVERIFY(m_run.outcome == Outcome::Failed);
        QVERIFY(m_run.error->kind == base::ErrorKind::SourceTransient);
        QVERIFY2(said().contains("may have been passed over"), qPrintable(said()));
        QVERIFY(m_world->database.windows["paging"].empty());
    }

    void linksInTheBody() {
        Script script(m_world->clock,
                      {page({1}, R"("links":[{"rel":"prev","href":"/x"},{"rel":"next","href":"/orders?after=1"}])"),
                       page({2}, R"("links":[{"rel":"prev","href":"/orders"}])")});
        run(script, jobOf("", "f = \"${from}\", u = \"${until}\"", "kind = \"next_url\"\nlinks = \"links\"\n"));
        QVERIFY2(m_run.outcome == Outcome::Success, qPrintable(said()));
        QCOMPARE(script.asked.size(), 2);
        QCOMPARE(script.asked[1], QString("/orders?after=1"));
        QCOMPARE(ids().join(u' '), QString("1 2"));
    }

    void aNextPageDropsFilters() {
        Script script(m_world->clock, {page({1}, R"("next":"t+1=")"), page({2})});
        run(script, jobOf("", "m = \"X\", f = \"${from}\", token = \"${cursor}\"",
                          "kind = \"cursor\"\ncursor = \"next\"\ndrop_on_next = [\"f\"]\n"));
        QVERIFY2(m_run.outcome == Outcome::Success, qPrintable(said()));
        QCOMPARE(script.asked, QStringList({"/orders?m=X&f=2026-03-10T10:00:00Z", "/orders?m=X&token=t+1="}));
    }

    void aLargestOffset() {
        Script script(m_world->clock,
                      {page({1, 2}, "\"total\":100"), page({3, 4}, "\"total\":100"), page({5, 6}, "\"total\":100")});
        run(script, jobOf(kOpen, "o = \"${offset}\"",
                          "kind = \"offset\"\nsize = 2\ndirection = \"forward\"\ntotal = \"total\"\nmax_offset = 3\n"));
        QVERIFY(m_run.error->kind == base::ErrorKind::SourcePermanent);
        QVERIFY2(said().contains("max_offset"), qPrintable(said()));
        QCOMPARE(script.asked.size(), 2);
    }

    void aCursorThatIsTooOld() {
        Script script(m_world->clock, {page({1}, R"("next":"a")"), page({2}, R"("next":"b")"), page({3})});
        script.took = 40s;
        run(script, jobOf("", "c = \"${cursor}\"", "kind = \"cursor\"\ncursor = \"next\"\ncursor_life = \"1m\"\n"));
        QVERIFY(m_run.error->kind == base::ErrorKind::SourceTransient);
        QCOMPARE(script.asked.size(), 2); // the third would have been asked with a dead cursor
    }

    void keysThatAreMissingOrComeAgain_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("says");
        QTest::newRow("missing") << QStringList{R"("more":{"id":"7"})"} << "gives nothing at \"more.at\"";
        QTest::newRow("again") << QStringList{R"("more":{"at":"x","id":"7"})", R"("more":{"at":"x","id":"7"})"}
                               << "came a second time";
    }
    void keysThatAreMissingOrComeAgain() {
        QFETCH(QStringList, more);
        QFETCH(QString, says);
        std::vector<std::string> bodies;
        for (int i = 0; i < more.size(); ++i)
            bodies.push_back(page({i}, more[i].toStdString()));
        Script script(m_world->clock, bodies);
        run(script, jobOf("", "a = \"${at}\", i = \"${id}\"",
                          "kind = \"keyset\"\nmore = \"more\"\nset = { at = \"more.at\", id = \"more.id\" }\n"));
        QVERIFY(m_run.outcome == Outcome::Failed);
        QVERIFY2(said().contains(says), qPrintable(said()));
    }

    /// The source says how far its answer goes: the window is closed there, and the next one begins there.
    void theSourcesOwnEnd() {
        Script script(m_world->clock, {page({1}, R"("read_until":"2026-03-10T11:40:00Z")")});
        run(script, jobOf("next_from = \"read_until\"\n", "f = \"${from}\"", "kind = \"none\"\n"));
        QVERIFY2(m_run.outcome == Outcome::Success, qPrintable(said()));
        QVERIFY((m_world->database.windows["paging"] ==
                 std::vector<Interval>{{at("2026-03-10T10:00:00Z"), at("2026-03-10T11:40:00Z")}}));
        m_world->nextHour();
        run(script, jobOf("next_from = \"read_until\"\n", "f = \"${from}\"", "kind = \"none\"\n"));
        QCOMPARE(script.asked.last(), QString("/orders?f=2026-03-10T11:30:00Z"));
    }

    /// After a long outage a part is lost at the source: that is said, and the state goes on.
    void olderThanTheSourceKeeps() {
        const Job job = jobOf("max_age = \"2h\"\n", "f = \"${from}\"", "kind = \"none\"\n");
        m_world->database.windows["paging"] = {{at("2026-03-09T09:00:00Z"), at("2026-03-09T10:00:00Z")}};
        Script script(m_world->clock, {page({1})});
        run(script, job);
        QVERIFY2(m_run.outcome == Outcome::Success, qPrintable(said()));
        QCOMPARE(script.asked.last(), QString("/orders?f=2026-03-10T10:00:00Z"));
        QCOMPARE(QString::fromStdString(m_run.warning),
                 QString("the source gives nothing so old (max_age): what changed from 2026-03-09T09:50:00Z until "
                         "2026-03-10T10:00:00Z is not read"));
        // Without a gap to the window before, or the state would never leave it.
        QVERIFY((m_world->database.windows["paging"].back() ==
                 Interval{at("2026-03-09T09:50:00Z"), at("2026-03-10T12:00:00Z")}));
        m_world->nextHour();
        run(script, job);
        QVERIFY(m_run.warning.empty());
        QVERIFY(script.asked.last().startsWith("/orders?f=2026-03-10T11:50:00"));
    }

    void piecesMeetByTheBounds_data() {
        QTest::addColumn<QString>("bounds");
        QTest::addColumn<QString>("secondFrom");
        QTest::newRow("both ends belong to it") << "[]"
                                                << "2026-03-10T10:59:59Z";
        QTest::newRow("neither does") << "()"
                                      << "2026-03-10T10:59:59Z";
        QTest::newRow("the end does") << "(]"
                                      << "2026-03-10T10:59:59Z";
        QTest::newRow("the start does: they meet without a gap") << "[)"
                                                                 << "2026-03-10T11:00:00Z";
    }
    void piecesMeetByTheBounds() {
        QFETCH(QString, bounds);
        QFETCH(QString, secondFrom);
        Script script(m_world->clock, {page({1})});
        run(script, jobOf("max_span = \"1h\"\nbounds = \"" + bounds.toStdString() + "\"\n",
                          "f = \"${from}\", u = \"${until}\"", "kind = \"none\"\n"));
        QVERIFY2(m_run.outcome == Outcome::Success, qPrintable(said()));
        QVERIFY2(script.asked[1].startsWith("/orders?f=" + secondFrom), qPrintable(script.asked[1]));
    }

    void joinedIdsAndUnits() {
        Script script(m_world->clock, {R"({"orders":[
            {"day":"20261130","no":7,"cents":"1999","cur":"usd","won":12900,"wcur":"KRW","lines":[]},
            {"day":"20261130","no":8,"cents":"5","cur":null,"won":1,"wcur":"KRW"},
            {"day":null,"no":9,"cents":"5","cur":"usd","won":1,"wcur":"KRW"},
            {"day":"d","no":10,"cents":"x","cur":"usd","won":1,"wcur":"KRW"},
            {"day":"d","no":11,"cents":"1","cur":"usd","won":1,"wcur":"KRW","lines":[{"p":"1"},{"p":"x"}]}]})"});
        const Job job = jobOf("", "f = \"${from}\"", "kind = \"none\"\n",
                              "external_id = { join = [\"day\", \"no\"], sep = \"/\" }\n"
                              "paid = { path = \"cents\", minor_by = \"cur\" }\n"
                              "won = { path = \"won\", minor_by = \"wcur\" }\n"
                              "currency = { path = \"cur\", upper = true }\n"
                              "lines = { path = \"lines[].p\", reduce = \"sum\" }\n");
        run(script, job);
        // Four of five can't be read: more than a share, so the run fails and says which.
        QVERIFY(m_run.error->kind == base::ErrorKind::Quarantine);
        QVERIFY2(said().contains("has no currency at \"cur\""), qPrintable(said()));

        Script good(m_world->clock, {R"({"orders":[{"day":"20261130","no":7,"cents":"1999","cur":"usd","won":12900,
            "wcur":"KRW","lines":[{"p":"0.10"},{"p":0.2},{"p":null}]}]})"});
        m_world->nextHour();
        run(good, job);
        QVERIFY2(m_run.outcome == Outcome::Success, qPrintable(said()));
        const Row* row = m_world->database.live("20261130/7");
        QVERIFY(row != nullptr);
        QCOMPARE(QString::fromStdString(row->values.at("paid").value_or("")), QString("19.99"));
        QCOMPARE(QString::fromStdString(row->values.at("won").value_or("")), QString("12900"));
        QCOMPARE(QString::fromStdString(row->values.at("currency").value_or("")), QString("USD"));
        QCOMPARE(QString::fromStdString(row->values.at("lines").value_or("")), QString("0.30"));
    }
};

QTEST_GUILESS_MAIN(TestSyncPaging)
#include "tst_sync_paging.moc"
