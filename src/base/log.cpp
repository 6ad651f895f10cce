// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

namespace latchboard::base::log {

namespace {

std::shared_ptr<spdlog::logger>& logger() {
    static std::shared_ptr<spdlog::logger> instance;
    return instance;
}

void write(spdlog::level::level_enum level, std::string_view line) {
    if (const auto& target = logger())
        target->log(level, "{}", line);
}

} // namespace

void start(std::string_view program, Level atLeast) {
    auto created =
        std::make_shared<spdlog::logger>(std::string(program), std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    created->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %^%l%$ %n: %v", spdlog::pattern_time_type::utc);
    switch (atLeast) {
    case Level::Debug:
        created->set_level(spdlog::level::debug);
        break;
    case Level::Info:
        created->set_level(spdlog::level::info);
        break;
    case Level::Warning:
        created->set_level(spdlog::level::warn);
        break;
    case Level::Error:
        created->set_level(spdlog::level::err);
        break;
    }
    created->flush_on(spdlog::level::info);
    logger() = std::move(created);
}

void debug(std::string_view line) {
    write(spdlog::level::debug, line);
}
void info(std::string_view line) {
    write(spdlog::level::info, line);
}
void warning(std::string_view line) {
    write(spdlog::level::warn, line);
}
void error(std::string_view line) {
    write(spdlog::level::err, line);
}

} // namespace latchboard::base::log
