// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/sqlstate.h"

#include <QTest>

using namespace latchboard;
using base::ErrorKind;

/// What each SQLSTATE means for us: its kind, whether the transaction may be tried again, whether one row is to blame.
class PgSqlstateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void means_data();
    void means();
};

void PgSqlstateTest::means_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("retry");
    QTest::addColumn<bool>("data");

    const auto row = [](const char* state, ErrorKind kind, bool retry = false, bool data = false) {
        QTest::newRow(state) << int(kind) << retry << data;
    };
    row("", ErrorKind::Connection);
    row("08000", ErrorKind::Connection);
    row("08006", ErrorKind::Connection);
    row("57P01", ErrorKind::Connection);
    row("57P02", ErrorKind::Connection);
    row("57P03", ErrorKind::Connection);
    row("57P05", ErrorKind::Connection);
    row("25P03", ErrorKind::Connection);
    row("53300", ErrorKind::Connection);
    row("28000", ErrorKind::Authentication);
    row("28P01", ErrorKind::Authentication);
    row("42501", ErrorKind::Privilege);
    row("40001", ErrorKind::Serialization, true);
    row("40P01", ErrorKind::Deadlock, true);
    row("40003", ErrorKind::Database);
    row("57014", ErrorKind::StatementTimeout);
    row("3F000", ErrorKind::SchemaMissing);
    row("42P01", ErrorKind::SchemaMissing);
    row("3D000", ErrorKind::Database);
    row("55P03", ErrorKind::Database);
    row("53200", ErrorKind::Database);
    row("42703", ErrorKind::Database);
    row("25P02", ErrorKind::Database);
    row("22021", ErrorKind::Database, false, true);
    row("22P02", ErrorKind::Database, false, true);
    row("22003", ErrorKind::Database, false, true);
    row("23502", ErrorKind::Database, false, true);
    row("23505", ErrorKind::Database, false, true);
    row("23514", ErrorKind::Database, false, true);
    row("P0001", ErrorKind::Database, false, true);
}

void PgSqlstateTest::means() {
    QFETCH(int, kind);
    QFETCH(bool, retry);
    QFETCH(bool, data);
    const std::string_view state = QTest::currentDataTag();
    QCOMPARE(int(pg::kindOfSqlstate(state)), kind);
    QCOMPARE(pg::isRetryable(state), retry);
    QCOMPARE(pg::blamesData(state), data);
}

QTEST_GUILESS_MAIN(PgSqlstateTest)
#include "tst_pg_sqlstate.moc"
