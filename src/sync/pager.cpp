// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/pager.h"

#include "sync/request.h"

#include <algorithm>

namespace latchboard::sync {

namespace {

std::string idsOf(const Page& page) {
    std::string ids;
    for (const Order& order : page.orders)
        ids += order.externalId + '\n';
    for (const QuarantinedItem& item : page.quarantined)
        ids += item.externalId + '\n';
    return ids;
}

base::Unexpected noProgress(const base::Text& what) {
    return base::Unexpected(
        base::ErrorKind::SourcePermanent, LB_TEXT("sync", "The source's pages do not go on: %1.").arg(what),
        LB_TEXT("sync", "Check [pagination] of the source profile. The window stays open: nothing is taken for read."));
}

} // namespace

Pager::Pager(const SourceProfile& profile, const Interval& window, const Variables& fixed)
    : m_profile(profile), m_window(windowVariables(profile, window)) {
    for (const auto& [name, value] : fixed)
        m_window[name] = value;
    m_step.variables = m_window;
    if (profile.pagination == "page" || profile.pagination == "offset") {
        m_probing = profile.direction == "backward";
        static_cast<void>(ask(0)); // the first page is within any largest offset
    }
}

base::Result<void> Pager::ask(std::int64_t page) {
    m_page = page;
    m_step.variables = m_window;
    m_step.isNext = m_answers > 0;
    const bool isOffset = m_profile.pagination == "offset";
    const bool byReceived = isOffset && m_profile.direction == "forward";
    const std::int64_t offset = m_profile.firstPage + (byReceived ? m_offset : page * m_profile.pageSize);
    if (isOffset && m_profile.maxOffset && offset > *m_profile.maxOffset)
        return base::Unexpected(
            base::ErrorKind::SourcePermanent,
            LB_TEXT("sync",
                    "The window holds more orders than the source gives by offset: %1 is beyond max_offset, %2.")
                .arg(offset)
                .arg(*m_profile.maxOffset),
            LB_TEXT("sync", "Set a smaller max_span in [window], so that each piece holds less."));
    m_step.variables[isOffset ? "offset" : "page"] = std::to_string(isOffset ? offset : m_profile.firstPage + page);
    return {};
}

base::Result<void> Pager::took(const std::string& requestedUrl, const DecodedPage& answer) {
    if (answer.page.total)
        m_total = answer.page.total;
    if (++m_answers > m_profile.maxPages)
        return noProgress(LB_TEXT("sync", "more than %1 pages (max_pages)").arg(m_profile.maxPages));
    m_received += answer.page.items;
    const std::string& kind = m_profile.pagination;
    if (m_probing)
        return tookProbe(answer);
    if (kind == "page" || kind == "offset")
        return m_profile.direction == "backward" ? tookBackward(answer) : tookForward(answer);
    if (kind == "cursor")
        return tookCursor(answer);
    if (kind == "keyset")
        return tookKeyset(answer);
    if (kind == "link_header" || kind == "next_url")
        return tookUrl(requestedUrl, answer);
    m_done = true;
    return {};
}

base::Result<void> Pager::tookProbe(const DecodedPage& answer) {
    m_probing = false;
    m_probedTotal = answer.page.total;
    m_probedItems = answer.page.items;
    const std::int64_t size = m_profile.pageSize;
    if (!answer.totalPages && !answer.page.total)
        return base::Unexpected(
            base::ErrorKind::SourcePermanent,
            LB_TEXT("sync",
                    "The source does not say how many orders or pages there are, so the last page is not known."),
            LB_TEXT("sync", "Check total, total_header, total_pages and total_pages_header in [pagination]."));
    const std::int64_t pages = answer.totalPages ? *answer.totalPages : (*answer.page.total + size - 1) / size;
    if (pages <= 1) {
        m_done = true;
        return {};
    }
    if (!answer.totalPages && answer.page.items < size)
        return noProgress(LB_TEXT("sync",
                                  "it says %1 orders and gives %2 a page where %3 were asked for, so the number of "
                                  "pages is not known; set size to what it gives")
                              .arg(*answer.page.total)
                              .arg(answer.page.items)
                              .arg(size));
    if (pages > m_profile.maxPages)
        return noProgress(LB_TEXT("sync", "%1 pages are more than max_pages, %2").arg(pages).arg(m_profile.maxPages));
    return ask(pages - 1);
}

/// Orders only leave a window with an upper bound. Where the total is still that of the first answer none has left
/// since, so the first page is what it was then.
base::Result<void> Pager::tookBackward(const DecodedPage& answer) {
    const bool nothingLeft = m_probedTotal && answer.page.total == m_probedTotal;
    if (m_page == 0 || (m_page == 1 && nothingLeft)) {
        m_done = true;
        return {};
    }
    if (m_page == 1)
        m_received -= m_probedItems; // read again
    return ask(m_page - 1);
}

base::Result<void> Pager::tookForward(const DecodedPage& answer) {
    if (auto progress = checkProgress(answer); !progress)
        return progress;
    if (auto overlaps = checkOverlap(answer); !overlaps)
        return overlaps;
    const std::int64_t items = answer.page.items;
    const std::int64_t again = m_offset > 0 ? std::min<std::int64_t>(m_profile.pageOverlap, items) : 0;
    m_received -= again;
    bool isLast = items == again;
    if (m_profile.stopWhen == "more")
        isLast = isLast || !answer.more.value_or(false);
    else if (answer.totalPages)
        isLast = isLast || m_page + 1 >= *answer.totalPages;
    else if (answer.page.total)
        isLast = isLast || m_received >= *answer.page.total;
    else if (m_profile.stopWhen == "short")
        isLast = isLast || items < m_profile.pageSize;
    m_offset = m_received - m_profile.pageOverlap;
    if (isLast || m_offset < 0) {
        m_done = true;
        return {};
    }
    return ask(m_page + 1);
}

/// The last order of one page must stand in the part of the next that was asked for twice: then nothing between them
/// has moved past us.
base::Result<void> Pager::checkOverlap(const DecodedPage& answer) {
    if (m_profile.pageOverlap == 0)
        return {};
    const auto& orders = answer.page.orders;
    const bool isFirst = m_lastId.empty();
    const auto end = orders.begin() + std::min<std::ptrdiff_t>(m_profile.pageOverlap, std::ssize(orders));
    const bool found =
        std::any_of(orders.begin(), end, [&](const Order& order) { return order.externalId == m_lastId; });
    if (!isFirst && !found && !orders.empty())
        return base::Unexpected(
            base::ErrorKind::SourceTransient,
            LB_TEXT("sync",
                    "While the window was read, more orders left it than pages overlap (%1): some may have been "
                    "passed over.")
                .arg(m_profile.pageOverlap),
            LB_TEXT("sync",
                    "The window stays open and is read again. If this happens often, set a larger page_overlap."));
    m_lastId = orders.empty() ? std::string() : orders.back().externalId;
    return {};
}

base::Result<void> Pager::tookCursor(const DecodedPage& answer) {
    if (auto progress = checkProgress(answer); !progress)
        return progress;
    const bool says = answer.more.value_or(!answer.nextCursor.empty());
    if (!says) {
        m_done = true;
        return {};
    }
    if (answer.nextCursor.empty())
        return noProgress(
            LB_TEXT("sync", "it says that more follow, but gives no cursor at \"%1\"").arg(m_profile.cursorPath));
    if (!m_seen.insert(answer.nextCursor).second)
        return noProgress(LB_TEXT("sync", "the cursor \"%1\" came a second time").arg(answer.nextCursor.substr(0, 80)));
    m_step.variables = m_window;
    m_step.variables["cursor"] = answer.nextCursor;
    m_step.isNext = true;
    return {};
}

base::Result<void> Pager::tookKeyset(const DecodedPage& answer) {
    if (auto progress = checkProgress(answer); !progress)
        return progress;
    if (!answer.more.value_or(false)) {
        m_done = true;
        return {};
    }
    std::string keys;
    m_step.variables = m_window;
    m_step.isNext = true;
    for (const auto& [variable, path] : m_profile.keyset) {
        const auto value = answer.nextKeys.find(variable);
        if (value == answer.nextKeys.end())
            return noProgress(LB_TEXT("sync", "it says that more follow, but gives nothing at \"%1\"").arg(path));
        m_step.variables[variable] = value->second;
        keys += value->second + '\n';
    }
    if (!m_seen.insert(keys).second)
        return noProgress(LB_TEXT("sync", "what the next page is asked with came a second time"));
    return {};
}

base::Result<void> Pager::tookUrl(const std::string& requestedUrl, const DecodedPage& answer) {
    if (auto progress = checkProgress(answer); !progress)
        return progress;
    if (answer.nextUrl.empty()) {
        m_done = true;
        return {};
    }
    auto next = nextUrl(m_profile, requestedUrl, answer.nextUrl);
    if (!next)
        return base::Unexpected(next.error());
    m_seen.insert(requestedUrl);
    if (!m_seen.insert(*next).second)
        return noProgress(LB_TEXT("sync", "the link to the next page leads back to one that was read"));
    m_step.url = std::move(*next);
    return {};
}

base::Result<void> Pager::checkProgress(const DecodedPage& answer) {
    std::string ids = idsOf(answer.page);
    if (!ids.empty() && ids == m_lastIds)
        return noProgress(LB_TEXT("sync", "two pages one after the other hold the same orders"));
    m_lastIds = std::move(ids);
    return {};
}

} // namespace latchboard::sync
