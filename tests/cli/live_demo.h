// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_run.h"
#include "demo/demo.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

namespace latchboard::test {

/// The whole demo for a test: real servers, real workers, whose period is so long that after their first run the sync
/// is the test's alone.
class LiveDemo {
public:
    base::Result<void> start() {
        demo::DemoOptions options;
        options.workers = 2;
        options.period = std::chrono::hours(1);
        options.latchctl = LATCHBOARD_BINARY_DIR "/bin/latchctl";
        auto started = demo::Demo::start(options);
        if (!started)
            return base::Unexpected(started.error());
        m_demo = std::move(*started);
        return {};
    }
    [[nodiscard]] demo::Demo& demo() const { return *m_demo; }
    [[nodiscard]] QString config() const { return QString::fromStdString(m_demo->info().configFile); }
    [[nodiscard]] static QString program() { return QStringLiteral(LATCHBOARD_BINARY_DIR "/bin/latchctl"); }

    [[nodiscard]] CommandRun run(const QStringList& arguments) const {
        return runCommand(QStringList{"--config", config(), "--profile", "demo"} + arguments);
    }
    [[nodiscard]] int successes() const {
        return static_cast<int>(run({"--json", "history", "--outcome", "SUCCESS"}).json().array().size());
    }
    /// The row of `locks --json` for a name, where somebody holds it.
    [[nodiscard]] QJsonObject lockNamed(const QString& name) const {
        const QJsonArray locks = run({"--json", "locks"}).json().object().value("locks").toArray();
        for (const auto& lock : locks) {
            const QJsonArray names = lock.toObject().value("names").toArray();
            if (!names.isEmpty() && names[0].toObject().value("name") == name &&
                lock.toObject().value("granted").toBool())
                return lock.toObject();
        }
        return {};
    }

private:
    std::unique_ptr<demo::Demo> m_demo;
};

} // namespace latchboard::test
