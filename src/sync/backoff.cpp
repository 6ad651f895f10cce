// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/backoff.h"

#include <algorithm>
#include <memory>
#include <random>

namespace latchboard::sync {

Random machineRandom() {
    auto engine = std::make_shared<std::mt19937_64>(std::random_device{}());
    return [engine] { return std::uniform_real_distribution<double>(0.0, 1.0)(*engine); };
}

base::Duration fullJitter(int attempt, base::Duration base, base::Duration cap, const Random& random) {
    base::Duration most = std::min(base, cap);
    for (int i = 0; i < attempt && most < cap; ++i)
        most = std::min(most * 2, cap);
    return base::Duration(static_cast<std::int64_t>(random() * static_cast<double>(most.count())));
}

} // namespace latchboard::sync
