// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

/// latchctl runs on servers without a screen: it must load no GUI library, neither linked nor as a plugin.
class TestCommandLibraries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void latchctlLoadsNoGuiLibrary();
    void theCheckSeesAGuiLibrary();

private:
    static QString loadedBy(const QString& program, const QStringList& arguments);
    static const QRegularExpression& gui();
};

const QRegularExpression& TestCommandLibraries::gui() {
    static const QRegularExpression pattern(
        QStringLiteral("lib(Qt6(Gui|Widgets|Charts|Svg|OpenGL|XcbQpa)|X11|xcb|GL|EGL|wayland-client)\\b[^\\n]*"));
    return pattern;
}

/// What the dynamic loader says it opens while the program runs (ld.so(8), LD_DEBUG=files).
QString TestCommandLibraries::loadedBy(const QString& program, const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LD_DEBUG"), QStringLiteral("files"));
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(60'000))
        return {};
    return QString::fromUtf8(process.readAllStandardError());
}

void TestCommandLibraries::latchctlLoadsNoGuiLibrary() {
    const QString loaded =
        loadedBy(QStringLiteral(LATCHBOARD_BINARY_DIR "/bin/latchctl"), {"key", "derive", "order-sync"});
    QVERIFY2(loaded.contains(QStringLiteral("libQt6Core")), qPrintable(loaded.left(2000)));
    const auto match = gui().match(loaded);
    QVERIFY2(!match.hasMatch(), qPrintable(match.captured()));
}

void TestCommandLibraries::theCheckSeesAGuiLibrary() {
    QVERIFY(gui().match(QStringLiteral("file=libQt6Gui.so.6 [0];  needed by x")).hasMatch());
    QVERIFY(!gui().match(QStringLiteral("file=libQt6Core.so.6 [0];  needed by x")).hasMatch());
}

QTEST_GUILESS_MAIN(TestCommandLibraries)
#include "tst_command_libraries.moc"
