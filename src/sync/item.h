// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/json_tree.h"
#include "sync/order.h"
#include "sync/source_profile.h"
#include "sync/zone.h"

#include <variant>

namespace latchboard::sync {

/// Maps items to orders by the profile's [record]; its paths are read once.
class ItemMapper {
public:
    explicit ItemMapper(const SourceProfile& profile);

    /// The order, or why and with which id it cannot be taken.
    [[nodiscard]] std::variant<Order, QuarantinedItem> map(const JsonTree& tree, JsonTree::Id item) const;

private:
    struct Value {
        std::optional<std::string> text;
        std::string fault; ///< why not; empty where it is good
    };
    struct MappedField {
        const SourceProfile::Field* field;
        JsonPath path, list, currency;
        std::optional<Zone> zone;
    };
    [[nodiscard]] Value read(const JsonTree& tree, JsonTree::Id item, const MappedField& mapped) const;
    [[nodiscard]] std::string mapId(const JsonTree& tree, JsonTree::Id item, Order& order) const;
    [[nodiscard]] std::string joinId(const JsonTree& tree, JsonTree::Id item, Order& order) const;
    [[nodiscard]] Value sum(const JsonTree& tree, JsonTree::Id item, const MappedField& mapped) const;
    [[nodiscard]] Value scaled(const JsonTree& tree, JsonTree::Id item, const MappedField& mapped, Value amount) const;
    [[nodiscard]] std::string mapRest(const JsonTree& tree, JsonTree::Id item, Order& order) const;

    const SourceProfile& m_profile;
    JsonPath m_id, m_updated, m_deleted;
    std::vector<JsonPath> m_idParts;
    std::optional<Zone> m_updatedZone;
    std::vector<MappedField> m_fields;
};

} // namespace latchboard::sync
