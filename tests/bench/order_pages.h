// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/job.h"
#include "sync/order.h"

#include <string>

namespace latchboard::bench {

/// The job of the benchmark: eleven columns with a payload of about 1 KB, as the speed page measured them.
[[nodiscard]] sync::Job ordersJob(bool withHash);

/// The table of that job, its partial unique index, and the hash column.
[[nodiscard]] std::string ordersTable();

/// The answer of an order API with orders `first` to `first + count`. Every `changedEach`-th order is in its `version`,
/// all others in version 0; always the same text for the same numbers.
[[nodiscard]] std::string pageBody(int first, int count, int version = 0, int changedEach = 10);
/// Only the list's elements, for a window's page.
[[nodiscard]] sync::Page decodedPage(const std::string& body, const sync::Job& job);

} // namespace latchboard::bench
