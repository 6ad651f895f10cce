// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"
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

QTEST_GUILESS_MAIN(PgKeysTest)
#include "tst_pg_keys.moc"
