// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/table.h"

#include <QTest>

#include <sstream>

using namespace latchboard;

class TestTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void alignsWideCharactersAndNumbers();
    void keepsARowOnOneLine();
};

void TestTable::alignsWideCharactersAndNumbers() {
    cli::Table table({cli::left(LB_TEXT("test", "name")), cli::right(LB_TEXT("test", "rows"))});
    table.add({QString::fromUtf8("주문"), "7"});
    table.add({"order", "12345"});
    std::ostringstream out;
    table.print(out);
    QCOMPARE(QString::fromStdString(out.str()), QString::fromUtf8("name    rows\n주문       7\norder  12345\n"));
}

void TestTable::keepsARowOnOneLine() {
    cli::Table table({cli::left(LB_TEXT("test", "a")), cli::left(LB_TEXT("test", "b"))});
    table.add({"x\ny", "z"});
    std::ostringstream out;
    table.print(out);
    QCOMPARE(QString::fromStdString(out.str()), QStringLiteral("a    b\nx y  z\n"));
}

QTEST_GUILESS_MAIN(TestTable)
#include "tst_table.moc"
