// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"
#include "keys/pg_hash.h"
#include "pg/lock_names.h"
#include "pg/pg_server.h"

#include <QTest>

#include <random>

using namespace latchboard;
using pg::test::one;

/// Keys that we compute as the server does, against the server.
class PgKeysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void hashes_data();
    void hashes();
    void takenAndSeen();
    void probe_data();
    void probe();
    void registeredNamesAreOfTheirDatabase();

private:
    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_session;
};

void PgKeysTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_session = m_server->open();
    QVERIFY(m_session);
}

void PgKeysTest::hashes_data() {
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("sql");
    QTest::newRow("hashtext") << QByteArray("hashtext") << QByteArray("hashtext(u.name)::bigint");
    QTest::newRow("hashtextextended") << QByteArray("hashtextextended") << QByteArray("hashtextextended(u.name, 0)");
}

void PgKeysTest::hashes() {
    QFETCH(QByteArray, scheme);
    QFETCH(QByteArray, sql);
    const auto seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    // Every length around the hash's blocks of 12 bytes, and longer ones; one to four bytes a character.
    const std::vector<std::string> alphabet = {"a", "Z",  "0", ":",  "-", " ",    "é",
                                               "ö", "키", "Ж", "漢", "🔒", "\x01", "\x7f"};
    std::vector<std::optional<std::string>> names;
    for (int length = 0; length <= 60; ++length) {
        for (int variant = 0; variant < 6; ++variant) {
            std::string name;
            for (int i = 0; i < length; ++i)
                name +=
                    alphabet[std::uniform_int_distribution<size_t>(0, variant < 3 ? 5 : alphabet.size() - 1)(random)];
            names.emplace_back(name);
        }
    }
    std::string longest;
    longest.append(100'000, 'x');
    names.emplace_back(longest);
    const QString statement =
        QStringLiteral("select %1 from unnest($1::text[]) with ordinality u(name, n) order by u.n")
            .arg(QString::fromUtf8(sql));
    const auto rows = m_session->exec(statement.toStdString(), {pg::arrayLiteral(names)});
    LB_VERIFY_OK(rows);
    QCOMPARE(rows->rows(), static_cast<int>(names.size()));
    for (size_t i = 0; i < names.size(); ++i) {
        const auto ours = keys::derive(scheme.toStdString(), *names[i]);
        LB_VERIFY_OK(ours);
        QCOMPARE(keys::bigintOf(*ours), rows->integer(static_cast<int>(i), 0));
    }
}

void PgKeysTest::takenAndSeen() {
    for (const auto& [scheme, name] :
         std::initializer_list<std::pair<const char*, const char*>>{{"blake2b64-be", "order-sync"},
                                                                    {"hashtext", "tenant:7"},
                                                                    {"hashtextextended", "키"},
                                                                    {"constant", "-1"}}) {
        const auto tag = keys::derive(scheme, name);
        LB_VERIFY_OK(tag);
        one(*m_session, "select pg_advisory_lock($1::bigint)", {keys::bigintOf(*tag)});
        QCOMPARE(one(*m_session,
                     "select classid || ' ' || objid || ' ' || objsubid from pg_locks where locktype = 'advisory'"),
                 std::to_string(tag->classid) + " " + std::to_string(tag->objid) + " " + std::to_string(tag->objsubid));
        one(*m_session, "select pg_advisory_unlock($1::bigint)", {keys::bigintOf(*tag)});
    }
    const auto pair = keys::derive("int4pair", "-5,-6");
    LB_VERIFY_OK(pair);
    one(*m_session, "select pg_advisory_lock(-5, -6)");
    QCOMPARE(
        one(*m_session, "select classid || ' ' || objid || ' ' || objsubid from pg_locks where locktype = 'advisory'"),
        std::to_string(pair->classid) + " " + std::to_string(pair->objid) + " 2");
}

void PgKeysTest::probe_data() {
    QTest::addColumn<QString>("encoding");
    QTest::addColumn<bool>("agrees");
    QTest::newRow("UTF8") << "UTF8" << true;
    QTest::newRow("SQL_ASCII") << "SQL_ASCII" << true;
    QTest::newRow("LATIN1") << "LATIN1" << false;
}

/// Every text agrees, or the probe says that not all do.
void PgKeysTest::probe() {
    QFETCH(QString, encoding);
    QFETCH(bool, agrees);
    const std::string database = "probe_" + encoding.toLower().toStdString();
    const auto made = m_session->exec("create database " + database + " encoding '" + encoding.toStdString() +
                                      "' template template0 lc_collate 'C' lc_ctype 'C'");
    LB_VERIFY_OK(made);
    {
        const auto session = m_server->open(database);
        QVERIFY(session);
        const auto probe = pg::probeHashes(*session);
        LB_VERIFY_OK(probe);
        QVERIFY(probe->ascii);
        QCOMPARE(QString::fromStdString(probe->encoding), encoding);
        QCOMPARE(probe->agrees(), agrees);
        const std::string theirs = one(*session, "select hashtext('é')::text");
        QCOMPARE(theirs == std::to_string(keys::pgHashText("é")), agrees);
    }
    LB_VERIFY_OK(m_session->exec("drop database " + database));
}

/// The same name may stand in two databases, for two locks.
void PgKeysTest::registeredNamesAreOfTheirDatabase() {
    const std::string database = m_server->freshDatabase(true);
    const auto session = m_server->open(database);
    QVERIFY(session);
    keys::KnownName name;
    name.name = "here";
    LB_VERIFY_OK(pg::registerName(*session, name));
    name.name = "there";
    name.database = "elsewhere";
    LB_VERIFY_OK(pg::registerName(*session, name));
    const auto names = pg::readRegisteredNames(*session);
    LB_VERIFY_OK(names);
    QCOMPARE(names->size(), size_t{2});
    QCOMPARE(names->at(0).database, database);
    QCOMPARE(names->at(1).database, std::string("elsewhere"));
}

QTEST_GUILESS_MAIN(PgKeysTest)
#include "tst_pg_keys.moc"
