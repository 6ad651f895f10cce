// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/configuration.h"
#include "ops/names.h"
#include "ops/runs.h"
#include "ops/server_choice.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace latchboard;

namespace {

/// A file of tests/ops/data.
QString data(const char* name) {
    QFile file(QStringLiteral(LATCHBOARD_TEST_DATA "/") + QString::fromLatin1(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A profile and a job with both its files; eight lines.
QString job() {
    return data("latchboard.toml");
}

} // namespace

class TestConfiguration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void readsAJobWithItsParts();
    void problems_data();
    void problems();
    void whatAJobLacksIsListedAndTheRestRuns();
    void aBrokenPartIsOneProblem();
    void theEnvironmentOverridesTheFile();
    void aWrongOverrideNamesTheVariable();
    void noFileIsAnEmptyConfiguration();
    void aNamedFileThatIsNotThereIsAnError();
    void expectedHoldComesFromJobKeyOrPeriod();
    void templatesGiveNames();
    void oneJobAValue();
    void valuesOfAQuery();
    void problemsOfForEach_data();
    void problemsOfForEach();
    void gridHasAZone();
    void choosesTheServer_data();
    void choosesTheServer();
    void unknownJobNamesTheNearest();

private:
    void write(const QString& name, const QString& content) const;
    [[nodiscard]] base::Result<ops::Configuration> load(const QString& content) const;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestConfiguration::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    write("source.toml", data("source.toml"));
    write("target.toml", data("target.toml"));
    qputenv("LATCHBOARD_TEST_TOKEN", "t0ken");
}

void TestConfiguration::cleanup() {
    for (const char* name : {"LATCHBOARD_TEST_TOKEN", "LATCHBOARD_AUTO_SYNC", "LATCHBOARD_ORDER_SYNC_EVERY", "PGHOST",
                             "LATCHBOARD_ORDER_SYNC_AUTO_SYNC"})
        qunsetenv(name);
}

void TestConfiguration::write(const QString& name, const QString& content) const {
    QFile file(m_folder->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content.toUtf8());
}

base::Result<ops::Configuration> TestConfiguration::load(const QString& content) const {
    write("latchboard.toml", content);
    return ops::loadConfiguration(m_folder->filePath("latchboard.toml").toStdString());
}

void TestConfiguration::readsAJobWithItsParts() {
    const auto configuration = load(job());
    QVERIFY2(configuration.ok(), configuration ? "" : qPrintable(configuration.error().message.english()));
    const ops::JobEntry* entry = configuration->job("order-sync");
    QVERIFY(entry != nullptr);
    QVERIFY(entry->missing.empty());
    QCOMPARE(keys::bigintOf(entry->job.lockTag), 2882680683948311330LL);
    QCOMPARE(QString::fromStdString(entry->job.source.secrets.at("token").reveal()), QStringLiteral("t0ken"));
    QCOMPARE(QString::fromStdString(entry->job.target.table), QStringLiteral("public.orders"));
    QCOMPARE(entry->job.grid.every, base::Duration(std::chrono::hours(1)));
    QCOMPARE(entry->job.lookback, base::Duration(std::chrono::minutes(10)));
    QVERIFY(!entry->job.autoSync);
}

void TestConfiguration::problems_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("expected");
    QTest::newRow("syntax") << "[profile.main\n"
                            << ":1: ";
    QTest::newRow("unknown key") << "[profile.main]\nconninfo = \"\"\nenviroment = \"production\"\n"
                                 << ":3: profile.main.enviroment: unknown key; did you mean \"environment\"?";
    QTest::newRow("unknown table") << "[profil.main]\n"
                                   << ":1: profil: unknown key; did you mean \"profile\"?";
    QTest::newRow("no conninfo") << "[profile.main]\n"
                                 << ":1: profile.main.conninfo: is missing";
    QTest::newRow("password in clear") << "[profile.main]\nconninfo = \"\"\npassword = \"hunter2\"\n"
                                       << ":3: profile.main.password: expected a reference";
    QTest::newRow("unknown profile of a job")
        << "[profile.main]\nconninfo = \"\"\n[job.x]\nprofile = \"mian\"\nsource = "
           "\"source.toml\"\ntarget = \"target.toml\"\n"
        << ":4: job.x.profile: there is no profile \"mian\"; did you mean \"main\"?";
    QTest::newRow("duration") << job() + "every = \"60\"\n"
                              << ":8: job.order-sync.every: \"60\" is not a duration";
    QTest::newRow("too short a period") << job() + "every = \"1ms\"\n"
                                        << "must be at least one second";
    QTest::newRow("scheme")
        << "[profile.main]\nconninfo = \"\"\n[[profile.main.key]]\nname = \"a\"\nscheme = \"hashtxt\"\n"
        << ":5: profile.main.key[0].scheme: unknown scheme \"hashtxt\"; did you mean \"hashtext\"?";
    QTest::newRow("template without values")
        << "[profile.main]\nconninfo = \"\"\n[[profile.main.key]]\ntemplate = \"a:{b}\"\n"
        << "needs exactly one of values";
    QTest::newRow("template without placeholder")
        << "[profile.main]\nconninfo = \"\"\n[[profile.main.key]]\ntemplate = \"ab\"\nvalues = [\"1\"]\n"
        << ":4: ";
    QTest::newRow("pair out of range")
        << "[profile.main]\nconninfo = \"\"\n[[profile.main.key]]\nname = \"x\"\npair = [1, 4294967296]\n"
        << ":5: profile.main.key[0].pair: ";
    QTest::newRow("alert that is no table") << "alert = 1\n"
                                            << ":1: alert: is not supported by this version";
    QTest::newRow("another program's history")
        << "[profile.main]\nconninfo = \"\"\n[profile.main.history]\nrelation = \"x\"\n"
        << "is not supported by this version";
}

void TestConfiguration::problems() {
    QFETCH(QString, content);
    QFETCH(QString, expected);
    const auto configuration = load(content);
    QVERIFY(!configuration.ok());
    QCOMPARE(configuration.error().kind, base::ErrorKind::Configuration);
    const QString message = configuration.error().message.english();
    QVERIFY2(message.contains(expected), qPrintable(message));
    QVERIFY2(!message.contains("hunter2"), "a secret in an error");
}

void TestConfiguration::whatAJobLacksIsListedAndTheRestRuns() {
    qunsetenv("LATCHBOARD_TEST_TOKEN");
    const auto configuration = load(job() + "[job.other]\nprofile = \"main\"\nsource = \"none.toml\"\ntarget = "
                                            "\"target.toml\"\n");
    QVERIFY(configuration.ok());
    QCOMPARE(configuration->jobs.size(), 2U);
    QVERIFY(configuration->jobs[0].missing.front().english().contains("LATCHBOARD_TEST_TOKEN"));
    QVERIFY(configuration->jobs[1].missing.front().english().contains("none.toml"));
    const auto job = ops::runnableJob(*configuration, "other");
    QVERIFY(!job.ok());
    QVERIFY(job.error().message.english().contains("none.toml"));
}

void TestConfiguration::aBrokenPartIsOneProblem() {
    write("source.toml", "[http\n");
    const auto configuration = load(job());
    QVERIFY(!configuration.ok());
    const QString message = configuration.error().message.english();
    QVERIFY2(message.contains("source.toml:1: not valid TOML"), qPrintable(message));
    QCOMPARE(message.count(u'\n'), 0);
}

void TestConfiguration::theEnvironmentOverridesTheFile() {
    qputenv("LATCHBOARD_AUTO_SYNC", "false");
    qputenv("LATCHBOARD_ORDER_SYNC_EVERY", "20s");
    auto configuration = load(job() + "auto_sync = true\n");
    QVERIFY(configuration.ok());
    QVERIFY(!configuration->jobs[0].job.autoSync);
    QCOMPARE(configuration->jobs[0].job.grid.every, base::Duration(std::chrono::seconds(20)));
    qputenv("LATCHBOARD_ORDER_SYNC_AUTO_SYNC", "true");
    configuration = load(job());
    QVERIFY(configuration.ok());
    QVERIFY(configuration->jobs[0].job.autoSync);
}

void TestConfiguration::aWrongOverrideNamesTheVariable() {
    qputenv("LATCHBOARD_ORDER_SYNC_EVERY", "soon");
    const auto configuration = load(job());
    QVERIFY(!configuration.ok());
    QVERIFY(configuration.error().message.english().contains("LATCHBOARD_ORDER_SYNC_EVERY"));
}

void TestConfiguration::noFileIsAnEmptyConfiguration() {
    qputenv("XDG_CONFIG_HOME", m_folder->path().toUtf8());
    const auto configuration = ops::loadConfiguration({});
    QVERIFY(configuration.ok());
    QVERIFY(configuration->profiles.empty());
}

void TestConfiguration::aNamedFileThatIsNotThereIsAnError() {
    const auto configuration = ops::loadConfiguration(m_folder->filePath("no.toml").toStdString());
    QVERIFY(!configuration.ok());
    QVERIFY(configuration.error().message.english().contains("no.toml"));
}

void TestConfiguration::expectedHoldComesFromJobKeyOrPeriod() {
    auto configuration = load(job());
    QVERIFY(configuration.ok());
    QCOMPARE(*configuration->jobs[0].job.expectedHold, base::Duration(std::chrono::minutes(30)));
    QCOMPARE(*configuration->profiles[0].keys[0].expectedHold, base::Duration(std::chrono::minutes(30)));
    configuration = load(job() + "[[profile.main.key]]\nname = \"order-sync\"\nexpected_hold = \"5m\"\n");
    QVERIFY(configuration.ok());
    QCOMPARE(*configuration->jobs[0].job.expectedHold, base::Duration(std::chrono::minutes(5)));
    QCOMPARE(configuration->profiles[0].keys.size(), 1U);
}

void TestConfiguration::templatesGiveNames() {
    write("tenants.csv", "acme\n\n  globex \n");
    const auto configuration =
        load("[profile.main]\nconninfo = \"\"\n"
             "[[profile.main.key]]\ntemplate = \"t:{id}\"\nvalues = [\"1\", \"2\"]\n"
             "[[profile.main.key]]\ntemplate = \"r:{id}\"\nrange = [5, 7]\nscheme = \"hashtext\"\n"
             "[[profile.main.key]]\ntemplate = \"f:{id}\"\nfile = \"tenants.csv\"\n"
             "[[profile.main.key]]\ntemplate = \"s:{id}\"\nslots = { format = \"%H:%M\", every = \"1m\", "
             "back = \"1m\", ahead = \"1m\" }\n"
             "[[profile.main.key]]\nname = \"leader\"\nvalue = 42\n");
    QVERIFY2(configuration.ok(), configuration ? "" : qPrintable(configuration.error().message.english()));
    std::vector<base::Error> problems;
    const auto names =
        ops::namesOf(configuration->profiles[0], *base::fromRfc3339("2026-11-30T01:00:30Z"), {}, problems);
    QVERIFY(problems.empty());
    QStringList texts;
    for (const auto& name : names)
        texts << QString::fromStdString(name.name);
    QCOMPARE(texts, (QStringList{"leader", "t:1", "t:2", "r:5", "r:6", "r:7", "f:acme", "f:globex", "s:00:59",
                                 "s:01:00", "s:01:01"}));
    const auto registry = ops::declaredNames(*configuration, "main");
    QVERIFY(registry.ok());
    QCOMPARE(QString::fromStdString((*registry)->decode(keys::tagOfBigint(42)).front().known.name),
             QStringLiteral("leader"));
}

void TestConfiguration::oneJobAValue() {
    write("source.toml", data("source.toml").replace(QStringLiteral("/orders"), QStringLiteral("/{shop}/orders")));
    write("target-de.toml", data("target.toml"));
    write("target-kr.toml", data("target.toml"));
    const auto configuration = load(
        job().section(QStringLiteral("[job."), 0, 0) +
        "[job.shop]\nprofile = \"main\"\nfor_each = { shop = { values = [\"de\", \"kr\", \"a\\\"b\"] } }\n"
        "lock = \"order-sync:{shop}\"\nsource = \"source.toml\"\ntarget = \"target-{shop}.toml\"\nauto_sync = true\n");
    QVERIFY2(configuration.ok(), configuration ? "" : qPrintable(configuration.error().message.english()));
    QCOMPARE(configuration->jobs.size(), 2U); // a value with a quote in it makes none
    const ops::JobEntry& second = configuration->jobs[1];
    QVERIFY(second.missing.empty());
    QCOMPARE(second.job.name, std::string("shop:kr"));
    QCOMPARE(second.job.lockName, std::string("order-sync:kr"));
    QCOMPARE(second.job.lockTag, *keys::derive(keys::kDefaultScheme, "order-sync:kr"));
    QCOMPARE(second.job.source.name, std::string("source:kr")); // its own bucket, and its own source in the target
    QCOMPARE(second.job.source.path, std::string("/kr/orders"));
    QVERIFY(second.job.autoSync);
    QVERIFY(!configuration->asksForJobs);
}

void TestConfiguration::valuesOfAQuery() {
    const QString content = job().section(QStringLiteral("[job."), 0, 0) +
                            "[job.tenant]\nprofile = \"main\"\nfor_each = { id = { values_sql = \"select id::text from "
                            "tenant\" } }\nsource = \"source.toml\"\ntarget = \"target.toml\"\n";
    auto configuration = load(content);
    QVERIFY(configuration.ok());
    QVERIFY(configuration->asksForJobs);
    QVERIFY(configuration->jobs.empty()); // nobody to ask
    const std::string file = m_folder->filePath("latchboard.toml").toStdString();
    std::string asked;
    configuration = ops::loadConfiguration(
        file, [&](const ops::Profile& profile, const std::string& sql) -> base::Result<std::vector<std::string>> {
            asked = profile.name + ": " + sql;
            return std::vector<std::string>{"7", "8"};
        });
    QVERIFY(configuration.ok());
    QCOMPARE(asked, std::string("main: select id::text from tenant"));
    QCOMPARE(configuration->jobs.size(), 2U);
    QCOMPARE(configuration->jobs[0].job.name, std::string("tenant:7"));
    QCOMPARE(configuration->jobs[0].job.lockName, std::string("tenant:7"));
    configuration = ops::loadConfiguration(
        file, [](const ops::Profile&, const std::string&) -> base::Result<std::vector<std::string>> {
            return base::Unexpected(base::ErrorKind::Connection, base::Text::verbatim(std::string_view("gone")));
        });
    QVERIFY(configuration.ok());
    QCOMPARE(configuration->jobs.size(), 1U);
    QCOMPARE(configuration->jobs[0].job.name, std::string("tenant"));
    QCOMPARE(configuration->jobs[0].missing.at(0).english(), QStringLiteral("its values of id: gone"));
}

void TestConfiguration::problemsOfForEach_data() {
    QTest::addColumn<QString>("lines");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no source of values") << "for_each = { id = {} }\n"
                                         << ":8: job.order-sync.for_each.id: needs exactly one of values";
    QTest::newRow("two variables") << "for_each = { a = { range = [1, 2] }, b = { range = [1, 2] } }\n"
                                   << ":8: job.order-sync.for_each: has 2 variables";
    QTest::newRow("one lock for all") << "for_each = { id = { range = [1, 2] } }\n"
                                      << ":5: job.order-sync.lock: all jobs of for_each would share this lock";
    QTest::newRow("too many") << "for_each = { id = { range = [1, 5000] } }\n"
                              << ":8: job.order-sync.for_each: gives 5000 jobs";
    QTest::newRow("slots") << "for_each = { id = { slots = { format = \"%H\" } } }\n"
                           << "can't be the values of jobs";
    QTest::newRow("a mistake is said once") << "for_each = { id = { range = [1, 9] } }\nlookbak = \"1m\"\n"
                                            << ":9: job.order-sync.lookbak: unknown key";
}

void TestConfiguration::problemsOfForEach() {
    QFETCH(QString, lines);
    QFETCH(QString, expected);
    QString content = job() + lines;
    if (!expected.contains(QStringLiteral("share this lock")))
        content.replace(QStringLiteral("lock = \"order-sync\""), QStringLiteral("lock = \"o:{id}\""));
    const auto configuration = load(content);
    QVERIFY(!configuration);
    const QString message = configuration.error().message.english();
    QVERIFY2(message.contains(expected), qPrintable(message));
    QCOMPARE(message.count(expected), 1);
}

void TestConfiguration::gridHasAZone() {
    const auto configuration = load(job() + "every = \"1d\"\ntz = \"Asia/Seoul\"\n");
    QVERIFY2(configuration.ok(), configuration ? "" : qPrintable(configuration.error().message.english()));
    QCOMPARE(
        base::toRfc3339(sync::cellStart(*base::fromRfc3339("2026-03-10T14:00:00Z"), configuration->jobs[0].job.grid)),
        std::string("2026-03-09T15:00:00Z"));
    const auto wrong = load(job() + "tz = \"Asia/Soul\"\n");
    QVERIFY(!wrong);
    QVERIFY(wrong.error().message.english().contains(
        QStringLiteral(":8: job.order-sync.tz: \"Asia/Soul\" is no time zone")));
}

void TestConfiguration::choosesTheServer_data() {
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("conninfo");
    QTest::addColumn<bool>("environment");
    QTest::addColumn<QString>("chosen"); // "!" and a part of the error otherwise
    QTest::newRow("the only profile") << ""
                                      << "" << false << "main";
    QTest::newRow("by name") << "main"
                             << "" << false << "main";
    QTest::newRow("libpq's environment") << ""
                                         << "" << true << "environment";
    QTest::newRow("conninfo") << ""
                              << "host=x" << true << "conninfo";
    QTest::newRow("both") << "main"
                          << "host=x" << false << "!--profile and --conninfo";
    QTest::newRow("unknown") << "mein"
                             << "" << false << "!There is no profile \"mein\"";
}

void TestConfiguration::choosesTheServer() {
    QFETCH(QString, profile);
    QFETCH(QString, conninfo);
    QFETCH(bool, environment);
    QFETCH(QString, chosen);
    if (environment)
        qputenv("PGHOST", "127.0.0.1");
    const auto configuration = load(job());
    QVERIFY(configuration.ok());
    const auto server = ops::chooseServer(*configuration, {profile.toStdString(), conninfo.toStdString(), {}});
    if (chosen.startsWith(u'!')) {
        QVERIFY(!server.ok());
        QVERIFY(server.error().message.english().contains(chosen.mid(1)));
    } else {
        QVERIFY(server.ok());
        QCOMPARE(QString::fromStdString(server->name), chosen);
    }
}

void TestConfiguration::unknownJobNamesTheNearest() {
    const auto configuration = load(job());
    QVERIFY(configuration.ok());
    const auto job = ops::runnableJob(*configuration, "order-snyc");
    QVERIFY(!job.ok());
    QCOMPARE(job.error().kind, base::ErrorKind::Configuration);
    QVERIFY(job.error().remedy.english().contains("order-sync"));
}

QTEST_GUILESS_MAIN(TestConfiguration)
#include "tst_configuration.moc"
