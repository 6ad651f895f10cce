// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"

#include <QJsonObject>

namespace latchboard::locks {

enum class LockTypes { Advisory, All };

/// The document of `latchctl locks --json`. Ages are relative to the server's time of the look; what is not known is
/// null; 64-bit keys are texts. `pair` has the two halves as signed 32-bit numbers, as the two-argument functions take
/// them. pid 0 in blocked_by is a prepared transaction, whose own row has a holder with a null pid and its gid.
///
/// A name that only agrees in 32 bits of hash carries "could_be": true. With LockTypes::All, locks of other types in
/// wait chains are listed too and carry "lock_type" and "relation".
[[nodiscard]] QJsonObject toJson(const Analysis& analysis, LockTypes types = LockTypes::Advisory);

} // namespace latchboard::locks
