// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/page.h"
#include "sync/run.h"
#include "sync/template.h"

#include <set>

namespace latchboard::sync {

/// Which page of a window is asked next, for all kinds of paging of a profile. One for each window; pure.
///
/// A page or offset list read backward is asked for its first page, which tells the total, and then from the last page
/// to the first: rows that leave the window meanwhile move others to pages that are still to come, so none is missed.
/// The first page is asked for again at the end only where the total has changed meanwhile, or where there is none.
class Pager {
public:
    /// `fixed`: further variables of every request of this pass, such as the value of a fan-out.
    Pager(const SourceProfile& profile, const Interval& window, const Variables& fixed = {});

    /// What to ask for: variables of the request, or a whole URL that the source gave.
    struct Step {
        Variables variables;
        std::string url;
        bool isNext = false; ///< not the first page: `drop_on_next` applies
    };
    [[nodiscard]] const Step& step() const { return m_step; }
    [[nodiscard]] bool done() const { return m_done; }

    /// Takes the answer to step() and goes on; its page is to be written. SourcePermanent or SourceTransient where the
    /// source leads in a circle, nowhere, or to another host.
    base::Result<void> took(const std::string& requestedUrl, const DecodedPage& answer);

    [[nodiscard]] std::int64_t received() const { return m_received; }          ///< items of the pages to be written
    [[nodiscard]] std::optional<std::int64_t> total() const { return m_total; } ///< as the source said last

private:
    base::Result<void> tookForward(const DecodedPage& answer);
    base::Result<void> tookBackward(const DecodedPage& answer);
    base::Result<void> tookProbe(const DecodedPage& answer);
    base::Result<void> tookCursor(const DecodedPage& answer);
    base::Result<void> tookKeyset(const DecodedPage& answer);
    base::Result<void> tookUrl(const std::string& requestedUrl, const DecodedPage& answer);
    [[nodiscard]] base::Result<void> checkProgress(const DecodedPage& answer);
    [[nodiscard]] base::Result<void> checkOverlap(const DecodedPage& answer);
    base::Result<void> ask(std::int64_t page);

    const SourceProfile& m_profile;
    Variables m_window;
    Step m_step;
    bool m_done = false, m_probing = false;
    std::optional<std::int64_t> m_probedTotal; ///< what the first page of a backward list said
    std::int64_t m_probedItems = 0;
    std::int64_t m_page = 0; ///< of a list, from 0
    std::int64_t m_answers = 0, m_received = 0;
    std::int64_t m_offset = 0; ///< of an offset list read forward: what was received
    std::optional<std::int64_t> m_total;
    std::set<std::string> m_seen; ///< cursors and URLs
    std::string m_lastIds;
    std::string m_lastId; ///< of the page before, where pages overlap
};

} // namespace latchboard::sync
