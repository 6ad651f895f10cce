// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <QJsonValue>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latchboard::base {

/// One thing that is wrong in a configuration file.
struct ConfigProblem {
    std::string file;
    int line = 0;    ///< 1-based; 0 where the problem is the file itself
    std::string key; ///< dotted path, may be empty
    Text message;    ///< what was found and what was expected, with the nearest known key
};

/// "file:line: key: message", one line each.
[[nodiscard]] Error configError(const std::vector<ConfigProblem>& problems);

/// A table of a TOML file that knows where it stands and which of its keys were asked for.
///
/// A reader asks for every key it knows and then calls finish(): keys that nobody asked for are problems that name the
/// nearest known key. All problems of a file are gathered in one list, so that a person mends them in one go.
/// Not for use from several threads.
class TomlTable {
public:
    /// The root of a file; a syntax error or a missing file is the only problem then, and the table is empty.
    static TomlTable readFile(const std::string& path, std::vector<ConfigProblem>& problems);
    static TomlTable readText(std::string_view text, const std::string& file, std::vector<ConfigProblem>& problems);

    [[nodiscard]] bool has(std::string_view key) const;
    /// All keys of the table, in the order of the file. Marks none as known.
    [[nodiscard]] std::vector<std::string> keys() const;

    std::string text(std::string_view key, std::string_view fallback = {});
    std::string requiredText(std::string_view key);
    /// A text that must be one of the given; the first is the fallback.
    std::string oneOf(std::string_view key, const std::vector<std::string>& allowed);
    std::int64_t integer(std::string_view key, std::int64_t fallback, std::int64_t least, std::int64_t most);
    std::optional<std::int64_t> optionalInteger(std::string_view key);
    bool boolean(std::string_view key, bool fallback);
    Duration duration(std::string_view key, Duration fallback);
    std::int64_t size(std::string_view key, std::int64_t fallback);
    std::optional<Instant> instant(std::string_view key);
    std::vector<std::string> texts(std::string_view key);
    std::vector<std::int64_t> integers(std::string_view key);
    /// Numbers and texts alike, as text: for lists such as `in = [ 200, "OK" ]`.
    std::vector<std::string> scalars(std::string_view key);
    /// A number, boolean or text, as text.
    std::optional<std::string> scalar(std::string_view key);
    [[nodiscard]] bool isTable(std::string_view key) const;
    [[nodiscard]] bool isText(std::string_view key) const;

    std::optional<TomlTable> table(std::string_view key);
    /// The tables of an array of tables; a single table counts as one.
    std::vector<TomlTable> tables(std::string_view key);

    /// A table, list or value as JSON, whole; null where there is none. Dates are texts.
    QJsonValue json(std::string_view key);

    /// Counts a key as known without reading it.
    void know(std::string_view key);
    /// Says something is wrong with this key (or, with an empty key, with the table).
    void problem(std::string_view key, Text message);
    [[nodiscard]] int line() const;
    [[nodiscard]] const std::string& file() const;
    /// Reports the keys that nobody asked for. Call it last, once for every table.
    void finish();

    struct Node;

private:
    explicit TomlTable(std::shared_ptr<Node> node) : m_node(std::move(node)) {}
    std::shared_ptr<Node> m_node;
};

/// The candidate closest to the word (edit distance of at most two, or a third of its length), or an empty text.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

} // namespace latchboard::base
