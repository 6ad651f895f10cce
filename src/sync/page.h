// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "sync/json_tree.h"
#include "sync/order.h"
#include "sync/ports.h"
#include "sync/source_profile.h"
#include "sync/template.h"

namespace latchboard::sync {

/// An item that [detail] asks for by its id, as it came.
struct ListedItem {
    std::string id, item;
};
/// What [detail] answered, by id.
using Details = std::map<std::string, std::string>;

/// One answer as orders, and what it says about the pages around it.
struct DecodedPage {
    Page page;
    std::vector<ListedItem> listed;         ///< with [detail], in place of orders
    std::string nextCursor;                 ///< empty: none
    std::string nextUrl;                    ///< from the body or the Link header; empty: none
    Variables nextKeys;                     ///< by the profile's `set`: what the next page is asked with
    std::optional<base::Instant> windowEnd; ///< the source's own end of the window, by `next_from`
    std::optional<bool> more;               ///< by the profile's path `more`
    std::optional<std::int64_t> totalPages; ///< where the API tells
};

/// Reads the items of a good answer. An item that cannot be taken as it is goes to `quarantined` with its reason, the
/// rest goes on. SourceTransient where the list is not where the profile says (an error object in place of a page).
/// `tree` is null for an answer without a body that counts as empty.
[[nodiscard]] base::Result<DecodedPage> decodePage(const SourceProfile& profile, const HttpAnswer& answer,
                                                   const JsonTree* tree);

/// The target of rel="next" in a Link header (RFC 8288); empty where there is none.
[[nodiscard]] std::string nextOfLinkHeader(std::string_view header);

} // namespace latchboard::sync
