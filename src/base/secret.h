// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

namespace latchboard::base {

/// A password or token: it has no stream operator, no conversion and no place in a log. reveal() is the only way out,
/// so that a search for it finds every place a secret leaves.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string value) : m_value(std::move(value)) {}

    [[nodiscard]] const std::string& reveal() const { return m_value; }
    [[nodiscard]] bool empty() const { return m_value.empty(); }

private:
    std::string m_value;
};

} // namespace latchboard::base
