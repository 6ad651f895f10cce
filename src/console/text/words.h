// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/style/colours.h"
#include "ops/job_status.h"
#include "sync/run.h"

#include <QString>

/// The word, the icon and the tone of each value of the domain, in one place. Words are in the language of the window.
namespace latchboard::console {

struct Sign {
    QString word;
    QString iconName;
    Tone tone = Tone::Neutral;
};

[[nodiscard]] Sign signOf(locks::Verdict verdict);
[[nodiscard]] Sign signOf(sync::Outcome outcome);
[[nodiscard]] Sign signOf(ops::JobStatus::State state);
[[nodiscard]] Sign signOf(ops::GridCell::State state);

[[nodiscard]] QString levelWord(locks::Level level);
[[nodiscard]] QString triggerWord(sync::Trigger trigger);
[[nodiscard]] QString environmentWord(ops::Environment environment);
/// PostgreSQL's session state: "active", "idle" ... ; "hidden" where the role may not see it.
[[nodiscard]] QString sessionStateWord(const std::string& state);
/// "4312, web, app": pid, application, user, as far as they are known.
[[nodiscard]] QString holderText(const locks::LockView& lock);
/// "10.0.0.7:53014", or "local socket".
[[nodiscard]] QString clientText(const locks::LockView& lock);
/// What a run does now: "page 7, 412 rows, waits 0.6 s for the limit".
[[nodiscard]] QString progressText(const sync::Progress& progress, base::Instant now);
/// An error in one or two sentences: what happened, and what to do.
[[nodiscard]] QString errorText(const base::Error& error);
/// A run's warnings.
[[nodiscard]] QString warningText(const sync::RunRecord& run);

} // namespace latchboard::console
