// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/page.h"

/// The second calls of a source profile's [detail]. Pure.
namespace latchboard::sync {

/// The request for these ids; `credential` has the variables of [auth].
[[nodiscard]] HttpRequest detailRequest(const SourceProfile& profile, const Variables& credential,
                                        const std::vector<std::string>& ids);

/// Maps each listed item of the page, its detail inside it, to an order. Where no detail came it goes to the
/// quarantine.
void mapWithDetails(const SourceProfile& profile, DecodedPage& page, const Details& details);

} // namespace latchboard::sync
