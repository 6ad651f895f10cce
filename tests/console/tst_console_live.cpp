// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/fake_prompt.h"
#include "console/live/live_backend.h"
#include "console/window_host.h"
#include "demo/demo.h"
#include "pg/pg_server.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace latchboard;
using namespace latchboard::console;

namespace {

/// Gives what the test prepared, or fails as often as asked.
class PreparedStarter final : public Starter {
public:
    PreparedStarter(Started started, int failures) : m_started(std::move(started)), m_failures(failures) {}
    base::Result<Started> start(std::stop_token, const std::function<void(const base::Text&)>& doing) override {
        doing(base::Text::verbatim(std::string_view("preparing")));
        if (m_failures-- > 0) {
            return base::Unexpected(base::ErrorKind::Configuration,
                                    base::Text::verbatim(std::string_view("latchboard.toml:3: broken")));
        }
        return m_started;
    }

private:
    Started m_started;
    int m_failures;
};

class DemoStarter final : public Starter {
public:
    base::Result<Started> start(std::stop_token stop, const std::function<void(const base::Text&)>& doing) override {
        demo::DemoOptions options;
        options.latchctl = LATCHBOARD_BINARY_DIR "/bin/latchctl";
        options.period = std::chrono::hours(1); // the workers leave the lock to the window
        options.progress = doing;
        auto started = demo::Demo::start(options, stop);
        if (!started) {
            return base::Unexpected(started.error());
        }
        m_demo = std::move(*started);
        auto configuration = ops::loadConfiguration(m_demo->info().configFile);
        if (!configuration) {
            return base::Unexpected(configuration.error());
        }
        return Started{*configuration, *configuration->profile(m_demo->info().profile), true};
    }

private:
    std::unique_ptr<demo::Demo> m_demo;
};

QString errorOf(const std::optional<base::Error>& error) {
    return error ? error->message.english() : QString();
}

} // namespace

/// The window on real parts: its threads, a private PostgreSQL, and the demo with a real run.
class TestConsoleLive : public QObject {
    Q_OBJECT
    std::unique_ptr<pg::test::Server> m_server;

    [[nodiscard]] Started startedOn(const std::string& database, const char* password = nullptr) {
        Started started;
        started.profile.name = "test";
        started.profile.conninfo = m_server->settings(database).conninfo;
        started.profile.refresh = std::chrono::seconds(1);
        qputenv("LATCHBOARD_TEST_LIVE", password != nullptr
                                            ? QByteArray(password)
                                            : QByteArray::fromStdString(m_server->cluster().password().reveal()));
        started.profile.passwordReference = "env:LATCHBOARD_TEST_LIVE";
        return started;
    }

private Q_SLOTS:
    void initTestCase() {
        m_server = pg::test::Server::start();
        QVERIFY(m_server);
    }

    void looksAtAServerWithoutTheSchema() {
        LiveBackend backend(std::make_unique<PreparedStarter>(startedOn(m_server->freshDatabase(false)), 0), {});
        const auto session = m_server->open();
        pg::test::one(*session, "select pg_advisory_lock(4711)");
        QTRY_VERIFY_WITH_TIMEOUT(backend.monitor().state == ops::MonitorUpdate::State::Live, 20'000);
        const auto sees = [&backend] {
            const auto& locks = backend.monitor().analysis->locks;
            return std::any_of(locks.begin(), locks.end(),
                               [](const auto& lock) { return keys::bigintOf(lock.id.tag) == 4711; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(sees(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(backend.limits().has_value(), 20'000);
        QVERIFY2(backend.limits()->error && backend.limits()->error->kind == base::ErrorKind::SchemaMissing,
                 qPrintable(errorOf(backend.limits()->error)));
        HistoryPageRead read;
        connect(&backend, &Backend::historyRead, &backend, [&read](const HistoryPageRead& page) { read = page; });
        HistoryQuery query;
        query.ticket = 7;
        backend.readHistory(query);
        QTRY_COMPARE_WITH_TIMEOUT(read.ticket, quint64(7), 20'000);
        QVERIFY(read.error && read.error->kind == base::ErrorKind::SchemaMissing);
        QVERIFY(!backend.startRun("no-such-job", {}).ok());
    }

    void aWrongPasswordIsAState() {
        LiveBackend backend(std::make_unique<PreparedStarter>(startedOn("postgres", "wrong"), 0), {});
        QTRY_VERIFY_WITH_TIMEOUT(backend.monitor().error.has_value(), 20'000);
        QVERIFY(backend.monitor().error->kind == base::ErrorKind::Authentication);
        QVERIFY(!backend.monitor().analysis);
    }

    void aBrokenConfigurationCanBeTriedAgain() {
        LiveBackend backend(std::make_unique<PreparedStarter>(startedOn("postgres"), 1), {});
        QTRY_VERIFY_WITH_TIMEOUT(backend.setup().state == Setup::State::Failed, 60'000);
        QVERIFY(errorOf(backend.setup().error).contains("latchboard.toml:3"));
        backend.lookNow();
        QTRY_VERIFY_WITH_TIMEOUT(backend.setup().state == Setup::State::Ready, 60'000);
    }

    void syncNowReallySyncs() {
        const base::SystemClock clock;
        console::Display display(clock);
        test::FakePrompt prompt;
        LiveBackend backend(std::make_unique<DemoStarter>(), base::Text::verbatim(std::string_view("Starting")));
        WindowHost host(backend, display, prompt, QStringLiteral("en"));
        host.window()->show();
        QTRY_VERIFY_WITH_TIMEOUT(backend.setup().state != Setup::State::Starting, 90'000);
        QVERIFY2(backend.setup().state == Setup::State::Ready, qPrintable(errorOf(backend.setup().error)));
        auto* syncNow = host.window()->findChild<QPushButton*>("syncNowPushButton");
        auto* message = host.window()->findChild<QLabel*>("messageLabel");
        QVERIFY(syncNow != nullptr && message != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(syncNow->isEnabled(), 30'000);
        QTest::mouseClick(syncNow, Qt::LeftButton);
        QVERIFY(!backend.running().empty());
        QTest::mouseClick(syncNow, Qt::LeftButton);
        QVERIFY2(message->text().contains("already running here"), qPrintable(message->text()));
        QTRY_VERIFY_WITH_TIMEOUT(backend.running().empty(), 90'000);
        const sync::RunRecord* end = backend.lastEnd(backend.setup().jobs.front().name);
        QVERIFY(end != nullptr);
        // A worker of the demo may hold the lock at its start: then the window says so, and a later press gets it.
        for (int press = 0; press < 20 && end->outcome == sync::Outcome::Busy; ++press) {
            QVERIFY2(message->text().startsWith("Busy: held by"), qPrintable(message->text()));
            QTest::mouseClick(syncNow, Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(backend.running().empty(), 90'000);
            end = backend.lastEnd(backend.setup().jobs.front().name);
            QTRY_VERIFY_WITH_TIMEOUT(end != nullptr, 1000);
            if (end->outcome == sync::Outcome::Busy) {
                QTRY_VERIFY_WITH_TIMEOUT(backend.monitor().analysis != nullptr, 10'000);
                const auto look = backend.monitor().analysis;
                QTRY_VERIFY_WITH_TIMEOUT(backend.monitor().analysis != look, 20'000);
            }
        }
        QVERIFY2(end->outcome == sync::Outcome::Success,
                 qPrintable(QString::fromLatin1(sync::outcomeName(end->outcome)) + ": " + errorOf(end->error)));
        QVERIFY(message->text().startsWith("Done:"));
        QTRY_VERIFY_WITH_TIMEOUT(backend.limits() && !backend.limits()->limits.empty(), 20'000);
        host.window()->showPage(PageId::History);
        QTRY_VERIFY_WITH_TIMEOUT(host.window()->page(PageId::History).showsLiveData(), 30'000);
    }
};

QTEST_MAIN(TestConsoleLive)
#include "tst_console_live.moc"
