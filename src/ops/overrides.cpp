// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/overrides.h"

#include <QByteArray>

#include <cctype>

namespace latchboard::ops {

namespace {

std::optional<std::string> variable(const std::string& name) {
    if (!qEnvironmentVariableIsSet(name.c_str()))
        return std::nullopt;
    return qgetenv(name.c_str()).toStdString();
}

std::string jobPrefix(const std::string& job) {
    std::string result = "LATCHBOARD_";
    for (const char c : job) {
        const auto byte = static_cast<unsigned char>(c);
        result += std::isalnum(byte) != 0 ? static_cast<char>(std::toupper(byte)) : '_';
    }
    return result + "_";
}

class Overrides {
public:
    explicit Overrides(std::vector<base::ConfigProblem>& problems) : m_problems(problems) {}

    void flag(const std::string& name, bool& target) {
        const auto value = variable(name);
        if (!value)
            return;
        if (*value == "true" || *value == "1")
            target = true;
        else if (*value == "false" || *value == "0")
            target = false;
        else
            wrong(name, LB_TEXT("ops", "\"%1\" is not true or false").arg(*value));
    }
    void duration(const std::string& name, base::Duration& target) {
        const auto value = variable(name);
        if (!value)
            return;
        if (const auto parsed = base::parseDuration(*value))
            target = *parsed;
        else
            wrong(name, LB_TEXT("ops", "\"%1\" is not a duration such as \"90s\"").arg(*value));
    }

private:
    void wrong(const std::string& name, base::Text message) {
        m_problems.push_back({"environment", 0, name, std::move(message)});
    }
    std::vector<base::ConfigProblem>& m_problems;
};

} // namespace

void applyEnvironment(Configuration& configuration, std::vector<base::ConfigProblem>& problems) {
    Overrides overrides(problems);
    for (JobEntry& entry : configuration.jobs) {
        sync::Job& job = entry.job;
        const std::string prefix = jobPrefix(job.name);
        overrides.flag("LATCHBOARD_AUTO_SYNC", job.autoSync);
        overrides.flag(prefix + "AUTO_SYNC", job.autoSync);
        overrides.duration(prefix + "EVERY", job.grid.every);
        overrides.duration(prefix + "STARTUP_DELAY", job.startupDelay);
        overrides.duration(prefix + "LOOKBACK", job.lookback);
    }
}

} // namespace latchboard::ops
