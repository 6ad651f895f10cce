// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/runs.h"

namespace latchboard::ops {

base::Result<JobEntry> runnableJob(const Configuration& configuration, const std::string& name) {
    const JobEntry* entry = configuration.job(name);
    if (entry == nullptr) {
        std::vector<std::string> names;
        std::string list;
        for (const JobEntry& known : configuration.jobs) {
            names.push_back(known.job.name);
            list += (list.empty() ? "" : ", ") + known.job.name;
        }
        if (configuration.file.empty())
            return base::Unexpected(
                base::ErrorKind::Configuration,
                LB_TEXT("ops", "There is no job \"%1\": no configuration file was found.").arg(name),
                LB_TEXT("ops", "Name one with --config, or write ~/.config/latchboard/latchboard.toml."));
        const std::string near = base::nearest(name, names);
        return base::Unexpected(base::ErrorKind::Configuration,
                                LB_TEXT("ops", "There is no job \"%1\" in %2.").arg(name).arg(configuration.file),
                                near.empty() ? LB_TEXT("ops", "It has: %1.").arg(list.empty() ? "none" : list)
                                             : LB_TEXT("ops", "Did you mean \"%1\"?").arg(near));
    }
    if (!entry->missing.empty()) {
        base::Text all = entry->missing.front();
        for (size_t i = 1; i < entry->missing.size(); ++i)
            all = LB_TEXT("ops", "%1; %2").arg(all).arg(entry->missing[i]);
        return base::Unexpected(base::ErrorKind::Configuration,
                                LB_TEXT("ops", "The job \"%1\" cannot run: %2.").arg(name).arg(all));
    }
    return *entry;
}

} // namespace latchboard::ops
