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
/// no digit is lost to a double and one bad text spoils its own item only. The whole is checked in one pass by simdjson
/// (on demand), which leaves twelve bytes for each list and object; what is inside one is noted when it is asked for.
/// Asking changes what is noted: used by one thread at a time.
class JsonTree {
public:
    enum class Type : std::uint8_t { Null, Boolean, Number, Text, List, Object };
    using Id = std::uint32_t;

    struct Node {
        std::string_view raw; ///< the value as it came, texts with their quotes
        std::string_view key; ///< of a member of an object, between its quotes
        Type type = Type::Null;
    };

    /// No value where the text is not one whole JSON document (RFC 8259); `problem` then says why, in English. Bytes
    /// that are not UTF-8 are let through inside texts; damaged() says where they are. At most 4 GiB.
    static std::optional<JsonTree> parse(std::string text, std::string& problem);

    [[nodiscard]] static constexpr Id root() { return 0; }
    [[nodiscard]] Node node(Id id) const { return m_notes[id].node; }
    /// For loops: for (Id i = tree.first(list); i != tree.last(list); i = JsonTree::next(i)).
    [[nodiscard]] Id first(Id id) const;
    [[nodiscard]] Id last(Id id) const;
    [[nodiscard]] static constexpr Id next(Id id) { return id + 1; }
    /// Lets go of all that was noted since something inside this list or object was first asked for: of a long list
    /// one element's at a time is kept so. Ids from inside it are no longer good.
    void forget(Id id) const;

    /// The value at the path below the node; of two members of one name the last counts, as in jsonb.
    [[nodiscard]] std::optional<Id> find(Id from, const JsonPath& path) const;

    /// Texts unescaped, numbers with the digits that came, "true" or "false"; for lists and objects their JSON.
    [[nodiscard]] JsonText scalar(Id id) const;
    /// As it came, also where its bytes were not UTF-8.
    [[nodiscard]] std::string original(Id id) const;
    [[nodiscard]] bool damaged(Id id) const; ///< holds bytes that are not UTF-8

private:
    friend class JsonTreeBuilder;
    /// A list or object: where it begins and ends in the text, and the number of the first that is not inside it.
    struct Span {
        std::uint32_t begin = 0, end = 0, after = 0;
    };
    /// A value that was asked for. What is inside it stands together.
    struct Note {
        Node node;
        Id first = 0, last = 0; ///< 0: not looked into
        std::uint32_t span = 0; ///< of a list or object
    };
    void look(Id id) const;

    std::unique_ptr<std::string> m_text; ///< with simdjson's padding after it; bytes that are not UTF-8 replaced by '?'
    std::vector<Span> m_spans;           ///< in the order in which they begin
    mutable std::vector<Note> m_notes;
    std::vector<std::pair<std::size_t, char>> m_replaced; ///< where, and what was there
};

/// Whether the text is a number by the grammar of JSON.
[[nodiscard]] bool isJsonNumber(std::string_view text);

} // namespace latchboard::sync
