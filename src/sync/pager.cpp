// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/pager.h"

#include "sync/request.h"

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

Pager::Pager(const SourceProfile& profile, const Interval& window)
    : m_profile(profile), m_window(windowVariables(profile, window)) {
    m_step.variables = m_window;
    if (profile.pagination == "page" || profile.pagination == "offset") {
        m_probing = profile.direction == "backward";
        ask(0);
    }
}

void Pager::ask(std::int64_t page) {
    m_page = page;
    m_step.variables = m_window;
    const bool isOffset = m_profile.pagination == "offset";
    const bool byReceived = isOffset && m_profile.direction == "forward";
    const std::int64_t offset = m_profile.firstPage + (byReceived ? m_offset : page * m_profile.pageSize);
    m_step.variables[isOffset ? "offset" : "page"] = std::to_string(isOffset ? offset : m_profile.firstPage + page);
}

base::Result<bool> Pager::took(const std::string& requestedUrl, const DecodedPage& answer) {
    if (answer.page.total)
        m_total = answer.page.total;
    if (++m_answers > m_profile.maxPages)
        return noProgress(LB_TEXT("sync", "more than %1 pages (max_pages)").arg(m_profile.maxPages));
    base::Result<bool> isPage = true;
    if (m_probing)
        isPage = tookProbe(answer);
    else if (m_profile.pagination == "page" || m_profile.pagination == "offset")
        isPage = tookListed(answer);
    else if (m_profile.pagination == "cursor")
        isPage = tookCursor(answer);
    else if (m_profile.pagination == "link_header" || m_profile.pagination == "next_url")
        isPage = tookUrl(requestedUrl, answer);
    else
        m_done = true;
    if (isPage && *isPage)
        m_received += answer.page.items;
    return isPage;
}

base::Result<bool> Pager::tookProbe(const DecodedPage& answer) {
    m_probing = false;
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
        return true;
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
    ask(pages - 1);
    return false;
}

base::Result<bool> Pager::tookListed(const DecodedPage& answer) {
    if (m_profile.direction == "backward") {
        if (m_page == 0)
            m_done = true;
        else
            ask(m_page - 1);
        return true;
    }
    if (auto progress = checkProgress(answer); !progress)
        return base::Unexpected(progress.error());
    m_offset += answer.page.items;
    const std::int64_t items = answer.page.items;
    bool isLast = items == 0;
    if (m_profile.stopWhen == "more")
        isLast = isLast || !answer.more.value_or(false);
    else if (answer.totalPages)
        isLast = isLast || m_page + 1 >= *answer.totalPages;
    else if (answer.page.total)
        isLast = isLast || m_received + items >= *answer.page.total;
    else if (m_profile.stopWhen == "short")
        isLast = isLast || items < m_profile.pageSize;
    if (isLast)
        m_done = true;
    else
        ask(m_page + 1);
    return true;
}

base::Result<bool> Pager::tookCursor(const DecodedPage& answer) {
    if (auto progress = checkProgress(answer); !progress)
        return base::Unexpected(progress.error());
    const bool says = answer.more.value_or(!answer.nextCursor.empty());
    if (!says) {
        m_done = true;
        return true;
    }
    if (answer.nextCursor.empty())
        return noProgress(
            LB_TEXT("sync", "it says that more follow, but gives no cursor at \"%1\"").arg(m_profile.cursorPath));
    if (!m_seen.insert(answer.nextCursor).second)
        return noProgress(LB_TEXT("sync", "the cursor \"%1\" came a second time").arg(answer.nextCursor.substr(0, 80)));
    m_step.variables = m_window;
    m_step.variables["cursor"] = answer.nextCursor;
    return true;
}

base::Result<bool> Pager::tookUrl(const std::string& requestedUrl, const DecodedPage& answer) {
    if (auto progress = checkProgress(answer); !progress)
        return base::Unexpected(progress.error());
    if (answer.nextUrl.empty()) {
        m_done = true;
        return true;
    }
    auto next = nextUrl(m_profile, requestedUrl, answer.nextUrl);
    if (!next)
        return base::Unexpected(next.error());
    m_seen.insert(requestedUrl);
    if (!m_seen.insert(*next).second)
        return noProgress(LB_TEXT("sync", "the link to the next page leads back to one that was read"));
    m_step.url = std::move(*next);
    return true;
}

base::Result<void> Pager::checkProgress(const DecodedPage& answer) {
    std::string ids = idsOf(answer.page);
    if (!ids.empty() && ids == m_lastIds)
        return noProgress(LB_TEXT("sync", "two pages one after the other hold the same orders"));
    m_lastIds = std::move(ids);
    return {};
}

} // namespace latchboard::sync
