// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_json.h"
#include "locks/scene.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace latchboard;
using namespace latchboard::locks;
using namespace latchboard::tests;

namespace {

QJsonObject lockOf(const QJsonObject& document, int index = 0) {
    return document["locks"].toArray().at(index).toObject();
}

QByteArray compact(const QJsonValue& value) {
    return QJsonDocument(QJsonObject{{"v", value}}).toJson(QJsonDocument::Compact);
}

} // namespace

class TestLockJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fields();
    void values();
    void unknownIsNull();
    void hiddenQueryIsNoQuery();
    void waiting();
    void prepared();
    void pooler();
    void keys_data();
    void keys();
    void couldBe();
    void otherTypes();
};

/// The names are promises: added to, not changed.
void TestLockJson::fields() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -90)};
    const QJsonObject document = toJson(court.hear(snapshot));
    QCOMPARE(document.keys(), QStringList({"limits", "locks", "server"}));
    QCOMPARE(document["server"].toObject().keys(),
             QStringList({"database", "in_recovery", "pooled", "taken_at", "version_num"}));
    const QJsonObject lock = lockOf(document);
    QStringList expected{"database",
                         "classid",
                         "objid",
                         "objsubid",
                         "key",
                         "names",
                         "mode",
                         "granted",
                         "holder",
                         "level",
                         "level_proof",
                         "level_proven_at",
                         "held_for_at_least_s",
                         "held_for_at_most_s",
                         "waiting_s",
                         "blocked_by",
                         "blocks",
                         "pooler",
                         "self_heal",
                         "verdict",
                         "evidence"};
    expected.sort();
    QCOMPARE(lock.keys(), expected);
    QStringList holder{"pid",          "backend_start", "user",         "application_name",
                       "client_addr",  "client_port",   "backend_type", "state",
                       "state_change", "xact_start",    "query",        "prepared_gid"};
    holder.sort();
    QCOMPARE(lock["holder"].toObject().keys(), holder);
    QCOMPARE(lock["key"].toObject().keys(), QStringList({"form", "pair", "value"}));
}

void TestLockJson::values() {
    Court court;
    court.expect(5min);
    Snapshot snapshot = look(0);
    snapshot.server.pooled = true;
    snapshot.limits = {LB_TEXT("locks", "no pg_monitor")};
    snapshot.locks = {lockRow(11), lockRow(12, kOrderSync, false)};
    snapshot.locks[1].waitStart = at(-3.4);
    snapshot.sessions = {session(11, "idle", -90), session(12, "active", -4)};
    snapshot.blockedBy = {{12, {11}}};
    const QJsonObject document = toJson(court.hear(snapshot));
    QCOMPARE(compact(document["server"]), QByteArray(R"({"v":{"database":"orders","in_recovery":false,"pooled":true,)"
                                                     R"("taken_at":"2026-03-01T12:00:00.1Z","version_num":150020}})"));
    QCOMPARE(compact(document["limits"]), QByteArray(R"({"v":["no pg_monitor"]})"));

    const QJsonObject waiter = lockOf(document, 0); // sorted by id: not granted comes first
    const QJsonObject lock = lockOf(document, 1);
    QCOMPARE(lock["database"].toString(), QString("orders"));
    QCOMPARE(lock["classid"].toInteger(), qint64{671176399});
    QCOMPARE(lock["objid"].toInteger(), qint64{396264226});
    QCOMPARE(lock["objsubid"].toInt(), 1);
    QCOMPARE(compact(lock["key"]),
             QByteArray(R"({"v":{"form":"bigint","pair":[671176399,396264226],"value":"2882680683948311330"}})"));
    QCOMPARE(compact(lock["names"]),
             QByteArray(R"({"v":[{"name":"order-sync","scheme":"blake2b64-be","source":"config"}]})"));
    QCOMPARE(lock["mode"].toString(), QString("ExclusiveLock"));
    QCOMPARE(lock["granted"], QJsonValue(true));
    QCOMPARE(lock["level"].toString(), QString("session"));
    QCOMPARE(lock["level_proof"].toString(), QString("idle"));
    QCOMPARE(lock["level_proven_at"].toString(), QString("2026-03-01T12:00:00.1Z"));
    QCOMPARE(lock["held_for_at_least_s"].toDouble(), 90.1);
    QCOMPARE(lock["held_for_at_most_s"].toDouble(), 3600.1);
    QVERIFY(lock["waiting_s"].isNull());
    QCOMPARE(compact(lock["blocks"]), QByteArray(R"({"v":[12]})"));
    QCOMPARE(compact(lock["blocked_by"]), QByteArray(R"({"v":[]})"));
    QVERIFY(lock["pooler"].isNull());
    QCOMPARE(lock["verdict"].toString(), QString("busy_expected"));
    QVERIFY(!lock["evidence"].toArray().isEmpty());
    const QJsonObject holder = lock["holder"].toObject();
    QCOMPARE(holder["pid"].toInt(), 11);
    QCOMPARE(holder["backend_start"].toString(), QString("2026-03-01T11:00:00Z"));
    QCOMPARE(holder["user"].toString(), QString("app"));
    QCOMPARE(holder["application_name"].toString(), QString("web"));
    QCOMPARE(holder["client_addr"].toString(), QString("10.0.0.7"));
    QCOMPARE(holder["client_port"].toInt(), 50011);
    QCOMPARE(holder["state_change"].toString(), QString("2026-03-01T11:58:30Z"));
    QVERIFY(holder["xact_start"].isNull());
    QVERIFY(holder["prepared_gid"].isNull());

    QCOMPARE(waiter["waiting_s"].toDouble(), 3.5);
    QCOMPARE(compact(waiter["blocked_by"]), QByteArray(R"({"v":[11]})"));
    QVERIFY(waiter["held_for_at_least_s"].isNull());
    QVERIFY(waiter["held_for_at_most_s"].isNull());
}

void TestLockJson::unknownIsNull() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.locks[0].database.clear();
    const QJsonObject lock = lockOf(toJson(court.hear(snapshot)));
    QVERIFY(lock["database"].isNull());
    QVERIFY(lock["held_for_at_most_s"].isNull());
    QVERIFY(lock["level_proven_at"].isNull());
    QCOMPARE(lock["level_proof"].toString("?"), QString());
    QCOMPARE(lock["level"].toString(), QString("undetermined"));
    const QJsonObject holder = lock["holder"].toObject();
    for (const QString& field : holder.keys())
        QVERIFY2(field == "pid" || holder[field].isNull(), qPrintable(field));
}

void TestLockJson::hiddenQueryIsNoQuery() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    SessionRow row;
    row.id.pid = 11;
    row.user = "fc_app";
    row.applicationName = "orders-worker";
    row.clientPort = -1;
    row.query = "<insufficient privilege>";
    snapshot.sessions = {row};
    const QJsonObject holder = lockOf(toJson(court.hear(snapshot)))["holder"].toObject();
    QCOMPARE(holder["user"].toString(), QString("fc_app"));
    QCOMPARE(holder["application_name"].toString(), QString("orders-worker"));
    for (const char* field : {"state", "query", "backend_start", "state_change", "client_port", "client_addr"})
        QVERIFY2(holder[QLatin1String(field)].isNull(), field);
}

void TestLockJson::waiting() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(12, kOrderSync, false)};
    snapshot.sessions = {session(12)};
    const QJsonObject lock = lockOf(toJson(court.hear(snapshot)));
    QVERIFY(lock["waiting_s"].isNull()); // an older server, or the moment before it notes the time
    QCOMPARE(lock["verdict"].toString(), QString("waiting"));
    QCOMPARE(lock["granted"], QJsonValue(false));
}

void TestLockJson::prepared() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(0)};
    snapshot.preparedHolders = {{kDatabase, kOrderSync, "fc-gid-20"}};
    const QJsonObject lock = lockOf(toJson(court.hear(snapshot)));
    QVERIFY(lock["holder"].toObject()["pid"].isNull());
    QCOMPARE(lock["holder"].toObject()["prepared_gid"].toString(), QString("fc-gid-20"));
    QCOMPARE(lock["level"].toString(), QString("transaction"));
}

void TestLockJson::pooler() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -90)};
    PoolerState state;
    state.name = "pgb1";
    state.reachable = true;
    PoolerServer server;
    server.poolMode = "transaction";
    server.state = "used";
    server.remotePid = 11;
    server.localAddress = "10.0.0.7";
    server.localPort = 50011;
    state.servers = {server};
    state.clients = {{"pgb1", "", "", at(-200)}};
    snapshot.poolers = {state};
    QCOMPARE(compact(lockOf(toJson(court.hear(snapshot)))["pooler"]),
             QByteArray(R"({"v":{"linked":false,"name":"pgb1","pool_mode":"transaction","server_state":"used"}})"));
}

void TestLockJson::keys_data() {
    QTest::addColumn<quint32>("classid");
    QTest::addColumn<quint32>("objid");
    QTest::addColumn<quint32>("objsubid");
    QTest::addColumn<QByteArray>("key");

    QTest::newRow("minus one") << 4294967295U << 4294967295U << 1U
                               << QByteArray(R"({"v":{"form":"bigint","pair":[-1,-1],"value":"-1"}})");
    QTest::newRow("beyond 2^53") << 2019877U << 3343057409U << 1U
                                 << QByteArray(R"({"v":{"form":"bigint","pair":[2019877,-951909887],)"
                                               R"("value":"8675309000000001"}})");
    QTest::newRow("pair") << 1U << 2U << 2U
                          << QByteArray(R"({"v":{"form":"int4pair","pair":[1,2],"value":"4294967298"}})");
    QTest::newRow("other") << 1U << 2U << 11U
                           << QByteArray(R"({"v":{"form":"other","pair":[1,2],"value":"4294967298"}})");
}

void TestLockJson::keys() {
    QFETCH(quint32, classid);
    QFETCH(quint32, objid);
    QFETCH(quint32, objsubid);
    QFETCH(QByteArray, key);

    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11, {classid, objid, static_cast<std::uint16_t>(objsubid)})};
    const QJsonObject lock = lockOf(toJson(court.hear(snapshot)));
    QCOMPARE(compact(lock["key"]), key);
    QCOMPARE(lock["classid"].toInteger(), qint64{classid});
    QCOMPARE(lock["objid"].toInteger(), qint64{objid});
}

void TestLockJson::couldBe() {
    Court court;
    latchboard::keys::KnownName name;
    name.name = "orders-sync:shop-85116";
    name.scheme = "hashtext";
    court.names = latchboard::keys::Registry::build({name});
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11, latchboard::keys::tagOfBigint(225151325))};
    QCOMPARE(compact(lockOf(toJson(court.hear(snapshot)))["names"]),
             QByteArray(R"({"v":[{"could_be":true,"name":"orders-sync:shop-85116","scheme":"hashtext",)"
                        R"("source":"config"}]})"));
}

void TestLockJson::otherTypes() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11), lockRow(11, {}, true, "AccessExclusiveLock")};
    snapshot.locks[1].lockType = "relation";
    snapshot.locks[1].relation = "public.orders";
    snapshot.sessions = {session(11, "idle", -90)};
    const Analysis analysis = court.hear(snapshot);
    QCOMPARE(toJson(analysis)["locks"].toArray().size(), 1);
    const QJsonObject document = toJson(analysis, LockTypes::All);
    QCOMPARE(document["locks"].toArray().size(), 2);
    const QJsonObject relation = lockOf(document, 0);
    QCOMPARE(relation["lock_type"].toString(), QString("relation"));
    QCOMPARE(relation["relation"].toString(), QString("public.orders"));
    QCOMPARE(relation["level"].toString(), QString("undetermined"));
    QCOMPARE(relation["verdict"].toString(), QString("held"));
    QVERIFY(!lockOf(document, 1).contains("lock_type"));
}

QTEST_GUILESS_MAIN(TestLockJson)
#include "tst_lock_json.moc"
