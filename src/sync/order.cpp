// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/order.h"

namespace latchboard::sync {

WriteCounts& WriteCounts::operator+=(const WriteCounts& other) {
    created += other.created;
    changed += other.changed;
    same += other.same;
    stale += other.stale;
    gone += other.gone;
    quarantined += other.quarantined;
    retries40001 += other.retries40001;
    retries40P01 += other.retries40P01;
    return *this;
}

} // namespace latchboard::sync
