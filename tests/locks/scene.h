// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"

#include <QString>

#include <algorithm>
#include <cmath>

/// Snapshots made by hand. All times are seconds after a fixed moment of the server's clock.
namespace latchboard::tests {

using namespace std::chrono_literals;

inline base::Instant at(double seconds) {
    return *base::fromRfc3339("2026-03-01T12:00:00Z") + base::Duration(std::llround(seconds * 1e6));
}

inline const keys::LockTag kOrderSync{671176399, 396264226, 1};
inline constexpr std::uint32_t kDatabase = 16384;
inline constexpr double kStarted = -3600; ///< when the backends of a scene began

inline locks::LockRow lockRow(int pid, const keys::LockTag& tag = kOrderSync, bool granted = true,
                              const char* mode = "ExclusiveLock") {
    locks::LockRow row;
    row.databaseOid = kDatabase;
    row.database = "orders";
    row.tag = tag;
    row.mode = mode;
    row.granted = granted;
    row.pid = pid;
    return row;
}

inline locks::SessionRow session(int pid, const char* state = "active", double stateChange = -1) {
    locks::SessionRow row;
    row.id = {pid, at(kStarted)};
    row.database = "orders";
    row.user = "app";
    row.applicationName = "web";
    row.clientAddress = "10.0.0.7";
    row.clientPort = 50000 + pid % 1000;
    row.backendType = "client backend";
    row.state = state;
    row.stateChange = at(stateChange);
    row.queryStart = at(stateChange);
    if (row.state != "idle")
        row.transactionStart = at(stateChange);
    row.query = "SELECT 1";
    return row;
}

/// A look whose scan begins at `scan` and whose sessions were read a tenth of a second after.
inline locks::Snapshot look(double scan) {
    locks::Snapshot snapshot;
    snapshot.server.versionNum = 150020;
    snapshot.server.database = "orders";
    snapshot.scannedAt = at(scan);
    snapshot.takenAt = at(scan + 0.1);
    return snapshot;
}

inline locks::RecordedHold record(int pid, double taken, std::optional<double> ended = {}) {
    locks::RecordedHold hold;
    hold.backend = {pid, at(kStarted)};
    hold.tag = kOrderSync;
    hold.database = "orders";
    hold.job = "order-sync";
    hold.runId = "run-1";
    hold.takenAt = at(taken);
    if (ended)
        hold.endedAt = at(*ended);
    return hold;
}

/// A judge with the names and thresholds of a scene.
struct Court {
    locks::Judge judge;
    std::shared_ptr<const keys::Registry> names = keys::Registry::build({});
    locks::Thresholds thresholds;
    std::vector<locks::RecordedHold> recorded;

    std::vector<locks::HoldBaseline> past;

    /// A pooler of which the scene does not say when it was asked was asked right before the scan.
    locks::Analysis hear(locks::Snapshot snapshot) {
        for (locks::PoolerState& pooler : snapshot.poolers) {
            if (!pooler.askedAt)
                pooler.askedAt = snapshot.scannedAt;
        }
        return judge.judge(snapshot, *names, thresholds, recorded, past);
    }
    void expect(std::optional<base::Duration> hold, bool longLived = false) {
        keys::KnownName name;
        name.name = "order-sync";
        name.scheme = keys::kDefaultScheme;
        name.expectedHold = hold;
        name.longLived = longLived;
        names = keys::Registry::build({name});
    }
};

inline const locks::LockView* viewOf(const locks::Analysis& analysis, int pid, bool granted = true) {
    const auto found = std::find_if(analysis.locks.begin(), analysis.locks.end(), [&](const locks::LockView& view) {
        return view.id.backend.pid == pid && view.lock.granted == granted;
    });
    return found == analysis.locks.end() ? nullptr : &*found;
}

inline QString verdict(const locks::LockView* view) {
    return view == nullptr ? QStringLiteral("no such row") : QString(locks::verdictName(view->verdict));
}

inline QString evidence(const locks::LockView& view) {
    QStringList lines;
    for (const base::Text& text : view.evidence)
        lines << text.english();
    return lines.join('\n');
}

/// Seconds after the fixed moment, or "none".
inline QString when(const std::optional<base::Instant>& instant) {
    return instant ? QString::number(base::seconds(*instant - at(0))) : QStringLiteral("none");
}

} // namespace latchboard::tests
