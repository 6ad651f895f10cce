// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/configuration.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace latchboard;

class TestSecrets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resolves_data();
    void resolves();

private:
    static void write(const QString& path, QFileDevice::Permissions permissions);
};

void TestSecrets::write(const QString& path, QFileDevice::Permissions permissions) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("s3cret\n");
    file.close();
    QVERIFY(file.setPermissions(permissions));
}

void TestSecrets::resolves_data() {
    QTest::addColumn<QString>("reference");
    QTest::addColumn<QString>("expected"); // "!" and a part of the error otherwise
    QTest::newRow("environment") << "env:LATCHBOARD_TEST_SECRET"
                                 << "s3cret";
    QTest::newRow("environment, not set") << "env:LATCHBOARD_TEST_NONE"
                                          << "!LATCHBOARD_TEST_NONE is not set";
    QTest::newRow("file") << "file:private"
                          << "s3cret";
    QTest::newRow("file that others may read") << "file:open"
                                               << "!may be read by others";
    QTest::newRow("no file") << "file:none"
                             << "!cannot be read";
    QTest::newRow("credential") << "credential:token"
                                << "s3cret";
    QTest::newRow("no credential") << "credential:none"
                                   << "!cannot be read";
    QTest::newRow("clear text") << "s3cret"
                                << "!a secret is a reference";
    QTest::newRow("nothing behind the kind") << "env:"
                                             << "!a secret is a reference";
}

void TestSecrets::resolves() {
    QFETCH(QString, reference);
    QFETCH(QString, expected);
    const QTemporaryDir folder;
    write(folder.filePath("private"), QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    write(folder.filePath("open"), QFileDevice::ReadOwner | QFileDevice::ReadOther);
    write(folder.filePath("token"), QFileDevice::ReadOwner);
    qputenv("LATCHBOARD_TEST_SECRET", "s3cret");
    qputenv("CREDENTIALS_DIRECTORY", folder.path().toUtf8());
    const auto secret = ops::resolveSecret(reference.toStdString(), folder.filePath("latchboard.toml").toStdString());
    if (expected.startsWith(u'!')) {
        QVERIFY(!secret.ok());
        const QString message = secret.error().message.english();
        QVERIFY2(message.contains(expected.mid(1)), qPrintable(message));
        QVERIFY(!message.contains("s3cret"));
    } else {
        QVERIFY2(secret.ok(), secret ? "" : qPrintable(secret.error().message.english()));
        QCOMPARE(QString::fromStdString(secret->reveal()), expected);
    }
    qunsetenv("CREDENTIALS_DIRECTORY");
    qunsetenv("LATCHBOARD_TEST_SECRET");
}

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
