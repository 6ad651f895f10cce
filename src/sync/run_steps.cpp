// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/run_steps.h"

#include "sync/pager.h"
#include "sync/run_log.h"
#include "sync/schedule.h"
#include "sync/window.h"

#include <algorithm>

namespace latchboard::sync {

namespace {

base::Unexpected mappingIsWrong(std::int64_t quarantined, const Page& page) {
    const std::string why = page.quarantined.empty() ? std::string("see the quarantine")
                                                     : "order " + page.quarantined.front().externalId + ": " +
                                                           page.quarantined.front().reason;
    return base::Unexpected(
        base::ErrorKind::Quarantine,
        LB_TEXT("sync",
                "%1 of %2 items of a page cannot be stored, more than a fifth: the mapping is wrong, not the data "
                "(%3).")
            .arg(quarantined)
            .arg(page.items)
            .arg(why),
        LB_TEXT("sync", "Correct [record] of the source profile or the target's columns. The window stays open."));
}

} // namespace

base::Result<bool> RunSteps::run() {
    const Job& job = m_context.job;
    RunRecord& record = m_context.record;
    auto now = m_context.lock.databaseNow();
    if (!now)
        return base::Unexpected(now.error());
    record.startedAt = *now;
    m_context.startedMonotonic = m_context.clock.monotonic();
    if (m_context.request.ifDue) {
        auto last = m_context.store.lastSuccessStart(job.name);
        if (!last)
            return base::Unexpected(last.error());
        if (!isDue(*now, job.grid, *last))
            return false;
    }
    if (auto checked = m_context.store.check(job); !checked)
        return base::Unexpected(checked.error());
    if (m_context.request.dryRun && job.source.sideEffect != "none")
        return base::Unexpected(base::ErrorKind::Refused,
                                LB_TEXT("sync",
                                        "Asking the source \"%1\" changes something there (side_effect = \"%2\"), so a "
                                        "dry run does not ask it.")
                                    .arg(job.source.name)
                                    .arg(job.source.sideEffect));
    if (auto welcome = checkRefusals(); !welcome)
        return base::Unexpected(welcome.error());
    Fetcher fetcher(m_context);
    if (auto fine = fetcher.checkCredentials(); !fine)
        return base::Unexpected(fine.error());
    auto pieces = plan();
    if (!pieces)
        return base::Unexpected(pieces.error());
    record.window = Interval{pieces->front().from, pieces->back().until};
    RunLog("window", record)
        .with("from", record.window->from)
        .with("until", record.window->until)
        .with("pieces", static_cast<std::int64_t>(pieces->size()))
        .write();
    for (const Interval& piece : *pieces) {
        if (auto read = readWindow(fetcher, piece); !read)
            return base::Unexpected(read.error());
        if (auto closed = close(piece); !closed)
            return base::Unexpected(closed.error());
    }
    return true;
}

/// Sources block whoever comes again and again with a wrong credential: a schedule must not.
base::Result<void> RunSteps::checkRefusals() const {
    const Job& job = m_context.job;
    const Trigger trigger = m_context.request.trigger;
    if (trigger != Trigger::Schedule && trigger != Trigger::Cron)
        return {};
    auto refusals = m_context.store.refusalsInARow(job.name);
    if (!refusals)
        return base::Unexpected(refusals.error());
    if (*refusals < job.source.stopAfterFailures)
        return {};
    return base::Unexpected(
        base::ErrorKind::SourceLockout,
        LB_TEXT("sync", "The source refused the credential in the last %1 runs; the schedule does not ask it again.")
            .arg(*refusals),
        LB_TEXT("sync",
                "Mend the credential, then run the job once by hand: when that succeeds, the schedule goes on."));
}

base::Result<std::vector<Interval>> RunSteps::plan() {
    if (const auto& window = m_context.request.window) {
        if (window->from >= m_context.record.startedAt)
            return base::Unexpected(base::ErrorKind::Usage,
                                    LB_TEXT("sync", "The window begins at %1, and by the database's clock it is %2.")
                                        .arg(base::toRfc3339(window->from))
                                        .arg(base::toRfc3339(m_context.record.startedAt)));
        return planBackfill(m_context.job, *window);
    }
    auto last = m_context.store.lastWindowEnd(m_context.job.name);
    if (!last)
        return base::Unexpected(last.error());
    auto pieces = planWindow(m_context.job, m_context.record.startedAt, *last);
    const auto start = stateStart(m_context.job, *last);
    if (pieces && start && *start < pieces->front().from) {
        m_cutFrom = *start;
        warn(LB_TEXT("sync", "the source gives nothing so old (max_age): what changed from %1 until %2 is not read")
                 .arg(base::toRfc3339(*start))
                 .arg(base::toRfc3339(pieces->front().from)));
    }
    return pieces;
}

base::Result<void> RunSteps::readWindow(Fetcher& fetcher, const Interval& piece) {
    const SourceProfile& profile = m_context.job.source;
    if (profile.fanoutValues.empty())
        return readPass(fetcher, piece, {});
    for (const std::string& value : profile.fanoutValues) {
        if (auto read = readPass(fetcher, piece, {{profile.fanoutName, value}}); !read)
            return read;
    }
    return {};
}

base::Result<void> RunSteps::readPass(Fetcher& fetcher, const Interval& piece, const Variables& fixed) {
    const SourceProfile& profile = m_context.job.source;
    Pager pager(profile, piece, fixed);
    const base::Duration began = m_context.clock.monotonic();
    while (!pager.done()) {
        const Pager::Step& step = pager.step();
        if (profile.cursorLife && step.isNext && m_context.clock.monotonic() - began > *profile.cursorLife)
            return base::Unexpected(
                base::ErrorKind::SourceTransient,
                LB_TEXT("sync", "The source's cursor is older than it lives (%1).")
                    .arg(base::formatDuration(*profile.cursorLife)),
                LB_TEXT("sync", "The window stays open and is read again; a smaller max_span makes it shorter."));
        auto fetched = fetcher.fetch([&](const Variables& credential) {
            if (!step.url.empty())
                return makeRequest(profile, step.url);
            Variables all = credential;
            all.insert(step.variables.begin(), step.variables.end());
            return makeRequest(profile, all, step.isNext);
        });
        if (!fetched)
            return base::Unexpected(fetched.error());
        noteSkew(fetched->answersDate);
        noteWindowEnd(fetched->page.windowEnd);
        if (auto went = pager.took(fetched->url, fetched->page); !went)
            return went;
        m_context.progress.totalRows = pager.total();
        if (auto written = write(fetched->page.page); !written)
            return base::Unexpected(written.error());
    }
    if (pager.total() && pager.received() < *pager.total())
        warn(LB_TEXT("sync", "received %1 of %2 orders that the source announced")
                 .arg(pager.received())
                 .arg(*pager.total()));
    return {};
}

base::Result<void> RunSteps::write(const Page& page) {
    RunRecord& record = m_context.record;
    const auto spoiled = static_cast<std::int64_t>(page.quarantined.size());
    if (tooManyQuarantined(spoiled, page.items))
        return mappingIsWrong(spoiled, page);
    ++record.pages;
    record.fetched += page.items;
    m_context.progress.page = record.pages;
    m_context.progress.rows = record.fetched;
    if (m_context.request.dryRun) {
        record.counts.quarantined += spoiled;
        m_context.tell();
        return {};
    }
    m_context.enter(Progress::Phase::Writing);
    if (auto fine = m_context.mayGoOn(); !fine)
        return fine;
    WriteCounts counts;
    const auto written = m_context.store.write(m_context.job, record.runId, record.pages, page, counts);
    record.counts += counts;
    RunLog("page", record)
        .with("page", record.pages)
        .with("rows", page.items)
        .with("bytes", page.bytes)
        .with(counts)
        .write();
    if (!written)
        return written;
    if (tooManyQuarantined(counts.quarantined, page.items))
        return mappingIsWrong(counts.quarantined, page);
    return {};
}

base::Result<void> RunSteps::close(const Interval& piece) {
    Interval closed = piece;
    for (const auto& end : {m_sourceNow, m_windowEnd})
        closed.until = std::min(closed.until, end.value_or(closed.until));
    m_windowEnd.reset();
    // What can't be read any more is closed with what can: else the state would stay before it for good.
    if (m_cutFrom && piece.from == m_context.record.window->from)
        closed.from = *m_cutFrom;
    if (piece.until == m_context.record.window->until)
        m_context.record.window->until = std::max(closed.until, m_context.record.window->from);
    if (m_context.request.window || m_context.request.dryRun || closed.until <= closed.from)
        return {};
    if (auto fine = m_context.mayGoOn(); !fine)
        return fine;
    auto done = m_context.store.closeWindow(m_context.job, m_context.record.runId, closed);
    if (done)
        RunLog("close", m_context.record).with("from", closed.from).with("until", closed.until).write();
    return done;
}

void RunSteps::noteSkew(std::optional<base::Instant> answersDate) {
    if (m_sawFirstAnswer || !answersDate)
        return;
    m_sawFirstAnswer = true;
    const base::Instant ours = m_context.databaseNow();
    // Date has whole seconds and may have been made at any moment of the one it names.
    const base::Duration behind = ours - (*answersDate + std::chrono::seconds(1));
    const base::Duration ahead = *answersDate - ours;
    if (*answersDate + std::chrono::seconds(1) <= m_context.record.window->until)
        m_sourceNow = *answersDate;
    const base::Duration skew = std::max({behind, ahead, base::Duration::zero()});
    if (skew > m_context.job.lookback / 2)
        warn((behind > ahead
                  ? LB_TEXT("sync", "the source's clock is %1 behind the database's, more than half the lookback")
                  : LB_TEXT("sync", "the source's clock is %1 ahead of the database's, more than half the lookback"))
                 .arg(base::formatDuration(std::chrono::floor<std::chrono::seconds>(skew))));
}

void RunSteps::noteWindowEnd(std::optional<base::Instant> sourceSays) {
    if (sourceSays)
        m_windowEnd = std::min(m_windowEnd.value_or(*sourceSays), *sourceSays);
}

void RunSteps::warn(const base::Text& what) {
    std::string& warning = m_context.record.warning;
    warning += (warning.empty() ? "" : "; ") + what.englishUtf8();
}

} // namespace latchboard::sync
