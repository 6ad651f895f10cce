// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace latchboard::bench {

/// Seconds that the call takes, by the monotonic clock.
[[nodiscard]] double seconds(const std::function<void()>& call);

/// Samples of one quantity, one a round.
using Samples = std::vector<double>;
[[nodiscard]] double median(Samples samples);
/// Round by round, so that a machine that slows down slows both.
[[nodiscard]] Samples ratios(const Samples& over, const Samples& under);

/// The table of a run.
class Figures {
public:
    enum class Goal { AtMost, AtLeast, Shown };
    /// `unit` follows the number; `bound` says what bounds the figure.
    void add(const std::string& name, const std::string& what, const Samples& samples, const std::string& unit,
             Goal goal, double limit, const std::string& bound);
    void print() const;
    /// How many goals were missed.
    [[nodiscard]] int missed() const { return m_missed; }

private:
    struct Line {
        std::string name, what, measured, spread, goal, verdict, bound;
    };
    std::vector<Line> m_lines;
    int m_missed = 0;
};

} // namespace latchboard::bench
