// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/json_path.h"
#include "sync/json_text.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace latchboard::sync {

/// A JSON document as slices of the text that came: numbers and texts are looked at where they are asked for, so that
/// no digit is lost to a double and one bad text spoils its own item only. Reading is by simdjson (on demand), in one
/// pass.
class JsonTree {
public:
    enum class Type : std::uint8_t { Null, Boolean, Number, Text, List, Object };
    using Id = std::uint32_t;

    struct Node {
        std::string_view raw; ///< the value as it came, texts with their quotes
        std::string_view key; ///< of a member of an object, between its quotes
        Id end = 0;           ///< the node after the last inside this one
        Type type = Type::Null;
    };

    /// No value where the text is not one whole JSON document (RFC 8259); `problem` then says why, in English. Bytes
    /// that are not UTF-8 are let through inside texts; damaged() says where they are.
    static std::optional<JsonTree> parse(std::string text, std::string& problem);

    [[nodiscard]] static constexpr Id root() { return 0; }
    [[nodiscard]] const Node& node(Id id) const { return m_nodes[id]; }
    /// For loops: for (Id i = first(list); i != last(list); i = next(i)).
    [[nodiscard]] static Id first(Id id) { return id + 1; }
    [[nodiscard]] Id last(Id id) const { return m_nodes[id].end; }
    [[nodiscard]] Id next(Id id) const { return m_nodes[id].end; }

    /// The value at the path below the node; of two members of one name the last counts, as in jsonb.
    [[nodiscard]] std::optional<Id> find(Id from, const JsonPath& path) const;

    /// Texts unescaped, numbers with the digits that came, "true" or "false"; for lists and objects their JSON.
    [[nodiscard]] JsonText scalar(Id id) const;
    /// As it came, also where its bytes were not UTF-8.
    [[nodiscard]] std::string original(Id id) const;
    [[nodiscard]] bool damaged(Id id) const; ///< holds bytes that are not UTF-8

private:
    friend class JsonTreeBuilder;
    std::unique_ptr<std::string> m_text; ///< with simdjson's padding after it; bytes that are not UTF-8 replaced by '?'
    std::vector<Node> m_nodes;
    std::vector<std::pair<std::size_t, char>> m_replaced; ///< where, and what was there
};

/// Whether the text is a number by the grammar of JSON.
[[nodiscard]] bool isJsonNumber(std::string_view text);

} // namespace latchboard::sync
