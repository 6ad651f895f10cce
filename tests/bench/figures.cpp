// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace latchboard::bench {

namespace {

std::string shown(double value, const std::string& unit) {
    char text[64];
    std::snprintf(text, sizeof text, value >= 100 ? "%.0f%s" : value >= 10 ? "%.1f%s" : "%.2f%s", value, unit.c_str());
    return text;
}

} // namespace

double seconds(const std::function<void()>& call) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(Samples samples) {
    if (samples.empty())
        return 0;
    std::sort(samples.begin(), samples.end());
    const size_t middle = samples.size() / 2;
    return samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
}

Samples ratios(const Samples& over, const Samples& under) {
    Samples result;
    for (size_t i = 0; i < std::min(over.size(), under.size()); ++i)
        result.push_back(over[i] / under[i]);
    return result;
}

void Figures::add(const std::string& name, const std::string& what, const Samples& samples, const std::string& unit,
                  Goal goal, double limit, const std::string& bound) {
    const double value = median(samples);
    const bool met = goal == Goal::Shown || (goal == Goal::AtMost ? value <= limit : value >= limit);
    m_missed += met ? 0 : 1;
    Line line{name, what, shown(value, unit), "", "", goal == Goal::Shown ? "" : met ? "met" : "MISSED", bound};
    if (samples.size() > 1) {
        line.spread = shown(*std::min_element(samples.begin(), samples.end()), "") + ".." +
                      shown(*std::max_element(samples.begin(), samples.end()), "");
    }
    if (goal != Goal::Shown)
        line.goal = (goal == Goal::AtMost ? "<= " : ">= ") + shown(limit, unit);
    m_lines.push_back(std::move(line));
    std::fprintf(stderr, "%s %s: %s\n", name.c_str(), what.c_str(), m_lines.back().measured.c_str());
}

void Figures::print() const {
    std::printf("%-5s %-58s %10s %16s %12s %-7s %s\n", "", "figure", "median", "least..most", "goal", "", "bounded by");
    for (const Line& line : m_lines) {
        std::printf("%-5s %-58s %10s %16s %12s %-7s %s\n", line.name.c_str(), line.what.c_str(), line.measured.c_str(),
                    line.spread.c_str(), line.goal.c_str(), line.verdict.c_str(), line.bound.c_str());
    }
}

} // namespace latchboard::bench
