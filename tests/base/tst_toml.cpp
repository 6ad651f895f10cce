// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/toml.h"

#include <QTemporaryDir>
#include <QTest>

using namespace latchboard::base;

class TestToml : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void problems_data();
    void problems();
    void goodValues();
    void allProblemsOfAFileAreGathered();
    void aMissingFileIsAProblem();
    void nearest_data();
    void nearest();

private:
    static std::vector<ConfigProblem> read(const QString& text);
};

/// A reader of a small file that knows every kind of value.
std::vector<ConfigProblem> TestToml::read(const QString& text) {
    std::vector<ConfigProblem> problems;
    TomlTable root = TomlTable::readText(text.toStdString(), "t.toml", problems);
    if (!problems.empty())
        return problems;
    (void)root.text("name");
    (void)root.duration("every", std::chrono::seconds(1));
    (void)root.size("most", 1);
    (void)root.integer("count", 1, 1, 10);
    (void)root.boolean("on", false);
    (void)root.oneOf("mode", {"fast", "safe"});
    (void)root.texts("list");
    (void)root.instant("at");
    if (auto inner = root.table("inner")) {
        (void)inner->requiredText("needed");
        inner->finish();
    }
    for (TomlTable& row : root.tables("row")) {
        (void)row.text("a");
        row.finish();
    }
    root.finish();
    return problems;
}

void TestToml::problems_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); // line: key: part of the message
    QTest::newRow("syntax") << "a = \n"
                            << "1||not valid TOML";
    QTest::newRow("syntax on line 3") << "name = \"x\"\n\n[inner\n"
                                      << "3||not valid TOML";
    QTest::newRow("unknown") << "x = 1"
                             << "1|x|unknown key";
    QTest::newRow("nearest") << "\nevry = \"1s\""
                             << "2|evry|did you mean \"every\"?";
    QTest::newRow("nested") << "[inner]\nneeded = \"a\"\nneded = \"b\""
                            << "3|inner.neded|did you mean \"needed\"?";
    QTest::newRow("missing") << "name = \"x\"\n[inner]\n"
                             << "2|inner.needed|is missing";
    QTest::newRow("array row") << "[[row]]\na = \"1\"\n[[row]]\nb = 2"
                               << "4|row[1].b|unknown key";
    QTest::newRow("no unit") << "every = \"90\""
                             << "1|every|is not a duration";
    QTest::newRow("number for duration") << "every = 90"
                                         << "1|every|found a whole number";
    QTest::newRow("size") << "most = \"1MB\""
                          << "1|most|is not a size";
    QTest::newRow("range") << "count = 11"
                           << "1|count|11 is not between 1 and 10";
    QTest::newRow("type") << "on = \"yes\""
                          << "1|on|expected true or false, found a text";
    QTest::newRow("choice") << "mode = \"quick\""
                            << "1|mode|\"quick\" is not one of fast, safe";
    QTest::newRow("list item") << "list = [\"a\", 1]"
                               << "1|list|expected a text, found a whole number";
    QTest::newRow("naive time") << "at = \"2026-01-01T00:00:00\""
                                << "1|at|a time with its offset";
    QTest::newRow("table for text") << "[name]\nx = 1"
                                    << "1|name|expected a text, found a table";
    QTest::newRow("text for table") << "inner = \"x\""
                                    << "1|inner|expected a table, found a text";
}

void TestToml::problems() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto problems = read(text);
    QVERIFY(!problems.empty());
    const QStringList parts = expected.split(u'|');
    QCOMPARE(problems.front().line, parts[0].toInt());
    QCOMPARE(QString::fromStdString(problems.front().key), parts[1]);
    QVERIFY2(problems.front().message.english().contains(parts[2]), qPrintable(problems.front().message.english()));
    const QString line = configError(problems).message.english();
    QVERIFY2(line.startsWith(QStringLiteral("t.toml:%1: ").arg(parts[0])), qPrintable(line));
}

void TestToml::goodValues() {
    QVERIFY(read("name = \"x\"\nevery = \"1h\"\nmost = \"1MiB\"\ncount = 10\non = true\nmode = \"safe\"\nlist = []\n"
                 "at = \"2026-01-01T00:00:00Z\"\n[inner]\nneeded = \"a\"\n[[row]]\na = \"1\"\n")
                .empty());
}

void TestToml::allProblemsOfAFileAreGathered() {
    const auto problems = read("x = 1\ny = 2\nevery = 5");
    QCOMPARE(problems.size(), 3U);
    QCOMPARE(configError(problems).message.english().count(u'\n'), 2);
}

void TestToml::aMissingFileIsAProblem() {
    const QTemporaryDir folder;
    std::vector<ConfigProblem> problems;
    (void)TomlTable::readFile(folder.filePath("none.toml").toStdString(), problems);
    QCOMPARE(problems.size(), 1U);
    QVERIFY(problems.front().message.english().contains("cannot be read"));
}

void TestToml::nearest_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("expected");
    QTest::newRow("typo") << "passwrd"
                          << "password";
    QTest::newRow("nothing like it") << "zebra"
                                     << "";
    QTest::newRow("empty") << ""
                           << "";
}

void TestToml::nearest() {
    QFETCH(QString, word);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(latchboard::base::nearest(word.toStdString(), {"conninfo", "password", "refresh"})),
             expected);
}

QTEST_GUILESS_MAIN(TestToml)
#include "tst_toml.moc"
