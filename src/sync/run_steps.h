// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/fetcher.h"

namespace latchboard::sync {

/// Due, checked, window, pages, closed windows: everything between taking the lock and giving it back. The record in
/// the context holds what came of it; false where the job was not due.
class RunSteps {
public:
    explicit RunSteps(RunContext& context) : m_context(context) {}

    [[nodiscard]] base::Result<bool> run();

private:
    [[nodiscard]] base::Result<void> checkRefusals() const;
    [[nodiscard]] base::Result<std::vector<Interval>> plan();
    [[nodiscard]] base::Result<void> readWindow(Fetcher& fetcher, const Interval& piece);
    [[nodiscard]] base::Result<void> readPass(Fetcher& fetcher, const Interval& piece, const Variables& fixed);
    [[nodiscard]] base::Result<void> write(const Page& page);
    [[nodiscard]] base::Result<void> close(const Interval& piece);
    void noteSkew(std::optional<base::Instant> answersDate);
    void noteWindowEnd(std::optional<base::Instant> sourceSays);
    void warn(const base::Text& what);

    RunContext& m_context;
    std::optional<base::Instant> m_sourceNow; ///< by the first answer, where its clock is behind the database's
    std::optional<base::Instant> m_windowEnd; ///< of this piece, as the source says it
    std::optional<base::Instant> m_cutFrom;   ///< where the window would begin, where max_age cuts it
    bool m_sawFirstAnswer = false;
};

} // namespace latchboard::sync
