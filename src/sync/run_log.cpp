// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/run_log.h"

#include "base/log.h"

namespace latchboard::sync {

RunLog::RunLog(const char* step, const RunRecord& run) {
    with("step", step).with("run", run.runId).with("job", run.job);
}

RunLog& RunLog::with(const char* name, const std::string& value) {
    if (!m_line.empty())
        m_line += ' ';
    m_line.append(name).append(1, '=');
    if (!value.empty() && value.find_first_of(" \"=\n\t") == std::string::npos) {
        m_line += value;
        return *this;
    }
    m_line += '"';
    for (const char c : value)
        m_line += c == '"' || c == '\n' || c == '\r' ? '\'' : c;
    m_line += '"';
    return *this;
}

RunLog& RunLog::with(const WriteCounts& counts) {
    return with("new", counts.created)
        .with("changed", counts.changed)
        .with("same", counts.same)
        .with("stale", counts.stale)
        .with("gone", counts.gone)
        .with("quarantined", counts.quarantined)
        .with("retries_40001", counts.retries40001)
        .with("retries_40P01", counts.retries40P01);
}

void RunLog::write() const {
    base::log::info(m_line);
}

} // namespace latchboard::sync
