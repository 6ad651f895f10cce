// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

/// Which folder of src/ may use which, as src/README.md draws it. The test reads includes and link lines.
class TestArrows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void includesFollowTheArrows();
    void linksFollowTheArrows();
    void theDomainKnowsNoSocketAndNoWidget();
    void everyFolderIsOnTheMap();
    void theCheckItselfSeesAWrongInclude();

private:
    static QStringList wrongIncludes(const QString& folder, const QString& file, const QString& content);
    static QString source() { return QStringLiteral(LATCHBOARD_SOURCE_DIR "/src"); }
    static QString read(const QString& path);
};

namespace {

const QMap<QString, QSet<QString>>& allowed() {
    static const QMap<QString, QSet<QString>> map = {
        {"base", {}},
        {"keys", {"base"}},
        {"locks", {"base", "keys"}},
        {"sync", {"base", "keys"}},
        {"pg", {"base", "keys", "locks", "sync"}},
        {"state", {"base", "locks"}},
        {"http", {"base", "sync"}},
        {"ops", {"base", "keys", "locks", "sync", "pg", "state", "http"}},
        {"demo", {"base", "keys", "locks", "sync", "pg", "state", "http", "ops"}},
        {"console", {"base", "keys", "locks", "sync", "pg", "state", "http", "ops", "demo"}},
        {"cli", {"base", "keys", "locks", "sync", "pg", "state", "http", "ops", "demo"}},
    };
    return map;
}

} // namespace

QString TestArrows::read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList TestArrows::wrongIncludes(const QString& folder, const QString& file, const QString& content) {
    static const QRegularExpression include(QStringLiteral("^\\s*#include \"([a-z_]+)/"),
                                            QRegularExpression::MultilineOption);
    QStringList wrong;
    for (auto match = include.globalMatch(content); match.hasNext();) {
        const QString target = match.next().captured(1);
        if (allowed().contains(target) && target != folder && !allowed()[folder].contains(target))
            wrong << QStringLiteral("%1 includes %2/").arg(file, target);
    }
    return wrong;
}

void TestArrows::includesFollowTheArrows() {
    QStringList wrong;
    int files = 0;
    for (const QString& folder : allowed().keys()) {
        QDirIterator it(source() + u'/' + folder, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString file = it.next();
            ++files;
            wrong += wrongIncludes(folder, file, read(file));
        }
    }
    QVERIFY(files > 50);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestArrows::linksFollowTheArrows() {
    static const QRegularExpression link(QStringLiteral("\\blatchboard_([a-z]+)\\b"));
    static const QRegularExpression comment(QStringLiteral("#.*$"), QRegularExpression::MultilineOption);
    QStringList wrong;
    for (const QString& folder : allowed().keys()) {
        QDirIterator it(source() + u'/' + folder, {"CMakeLists.txt"}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString file = it.next();
            QString content = read(file);
            content.remove(comment);
            for (auto match = link.globalMatch(content); match.hasNext();) {
                const QString target = match.next().captured(1);
                if (allowed().contains(target) && target != folder && !allowed()[folder].contains(target))
                    wrong << QStringLiteral("%1 links %2").arg(file, target);
            }
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestArrows::theDomainKnowsNoSocketAndNoWidget() {
    static const QRegularExpression outside(QStringLiteral(
        "#include <(libpq-fe\\.h|curl/|sys/socket\\.h|QTcp|QNetwork|QSql|QWidget|QtWidgets|QtGui|QtNetwork)"));
    QStringList wrong;
    for (const QString folder : {"base", "keys", "locks", "sync"}) {
        QDirIterator it(source() + u'/' + folder, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString file = it.next();
            if (const auto match = outside.match(read(file)); match.hasMatch())
                wrong << file + QStringLiteral(": ") + match.captured();
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestArrows::everyFolderIsOnTheMap() {
    const QString map = read(source() + QStringLiteral("/README.md"));
    const QStringList folders = QDir(source()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString& folder : folders) {
        QVERIFY2(allowed().contains(folder), qPrintable(folder + QStringLiteral(" has no arrows in this test")));
        QVERIFY2(map.contains(QStringLiteral("| %1 |").arg(folder)),
                 qPrintable(folder + QStringLiteral(" is not in src/README.md")));
    }
}

void TestArrows::theCheckItselfSeesAWrongInclude() {
    QCOMPARE(wrongIncludes("keys", "x.h", "#include \"base/result.h\"\n#include \"pg/session.h\"\n"),
             QStringList{"x.h includes pg/"});
    QVERIFY(wrongIncludes("pg", "x.h", "#include \"sync/ports.h\"\n").isEmpty());
}

QTEST_GUILESS_MAIN(TestArrows)
#include "tst_arrows.moc"
