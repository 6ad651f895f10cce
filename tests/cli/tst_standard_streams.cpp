// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTest>

/// What happens to a command's data where stdout takes none: it is told, unless the reader went of its own accord.
class TestStandardStreams : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whereDataGoes_data();
    void whereDataGoes();
};

void TestStandardStreams::whereDataGoes_data() {
    QTest::addColumn<QString>("script"); // with the program as $0; the code that it ends with goes to stdout
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("told");
    QTest::newRow("a file") << R"("$0" key derive x >/dev/null; echo $?)" << 0 << false;
    QTest::newRow("a full disk") << R"("$0" key derive x >/dev/full; echo $?)" << 1 << true;
    QTest::newRow("a full disk, JSON") << R"("$0" --json key derive x >/dev/full; echo $?)" << 1 << true;
    QTest::newRow("a full disk, help") << R"("$0" --help >/dev/full; echo $?)" << 1 << true;
    QTest::newRow("a full disk, and an error anyway") << R"("$0" key decode x >/dev/full; echo $?)" << 2 << true;
    QTest::newRow("closed") << R"("$0" key derive x >&-; echo $?)" << 1 << true;
    QTest::newRow("all closed") << R"("$0" key derive x <&- >&- 2>&-; echo $?)" << 1 << false;
}

void TestStandardStreams::whereDataGoes() {
    QFETCH(QString, script);
    QFETCH(int, code);
    QFETCH(bool, told);
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), script, QStringLiteral(LATCHBOARD_BINARY_DIR "/bin/latchctl")});
    QVERIFY(shell.waitForFinished(60'000));
    QCOMPARE(shell.readAllStandardOutput().trimmed(), QByteArray::number(code));
    const QByteArray errors = shell.readAllStandardError();
    QCOMPARE(errors.count('\n'), told ? 1 : 0);
    if (told)
        QVERIFY2(errors.startsWith("latchctl: "), errors.constData());
}

QTEST_GUILESS_MAIN(TestStandardStreams)
#include "tst_standard_streams.moc"
