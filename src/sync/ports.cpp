// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/ports.h"

namespace latchboard::sync {

std::optional<std::string> HttpAnswer::header(std::string_view lowerCaseName) const {
    for (const auto& [name, value] : headers) {
        if (name == lowerCaseName)
            return value;
    }
    return std::nullopt;
}

} // namespace latchboard::sync
