// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/toml.h"

#include <QJsonArray>
#include <QJsonObject>

#include <sstream>

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace latchboard::base {

namespace {

/// What a file's tables share: the parsed document and where its problems go.
struct Document {
    toml::table root;
    std::string file;
    std::vector<ConfigProblem>* problems = nullptr;
};

int lineOf(const toml::node& node) {
    return static_cast<int>(node.source().begin.line);
}

size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

std::optional<std::string> scalarText(const toml::node& node) {
    if (const auto* text = node.as_string())
        return text->get();
    if (const auto* number = node.as_integer())
        return std::to_string(number->get());
    if (const auto* flag = node.as_boolean())
        return flag->get() ? "true" : "false";
    return std::nullopt;
}

const char* typeName(const toml::node& node) {
    switch (node.type()) {
    case toml::node_type::table:
        return "a table";
    case toml::node_type::array:
        return "a list";
    case toml::node_type::string:
        return "a text";
    case toml::node_type::integer:
        return "a whole number";
    case toml::node_type::floating_point:
        return "a number";
    case toml::node_type::boolean:
        return "true or false";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
        return "a date";
    case toml::node_type::none:
        break;
    }
    return "nothing";
}

} // namespace

struct TomlTable::Node {
    std::shared_ptr<Document> document;
    const toml::table* table = nullptr;
    std::string path;
    int line = 0;
    std::vector<std::string> known;

    const toml::node* find(std::string_view key) {
        if (std::find(known.begin(), known.end(), key) == known.end())
            known.emplace_back(key);
        return table->get(key);
    }
    [[nodiscard]] std::string pathOf(std::string_view key) const {
        if (path.empty() || key.empty())
            return path + std::string(key);
        return path + "." + std::string(key);
    }
    void problem(int atLine, std::string_view key, Text message) const {
        document->problems->push_back({document->file, atLine, pathOf(key), std::move(message)});
    }
    void wrongType(const toml::node& found, std::string_view key, const char* expected) const {
        problem(lineOf(found), key, LB_TEXT("base", "expected %1, found %2").arg(expected).arg(typeName(found)));
    }
};

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    std::string best;
    size_t bestDistance = std::max<size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        if (const size_t distance = editDistance(word, candidate); distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

Error configError(const std::vector<ConfigProblem>& problems) {
    Text all;
    bool first = true;
    for (const ConfigProblem& problem : problems) {
        Text one = LB_TEXT("base", "%1:%2: %3%4")
                       .arg(problem.file)
                       .arg(problem.line)
                       .arg(problem.key.empty() ? std::string() : problem.key + ": ")
                       .arg(problem.message);
        all = first ? one : LB_TEXT("base", "%1\n%2").arg(all).arg(one);
        first = false;
    }
    return makeError(ErrorKind::Configuration, all);
}

TomlTable TomlTable::readText(std::string_view text, const std::string& file, std::vector<ConfigProblem>& problems) {
    auto document = std::make_shared<Document>();
    document->file = file;
    document->problems = &problems;
    try {
        document->root = toml::parse(text, file);
    } catch (const toml::parse_error& error) {
        problems.push_back({file,
                            static_cast<int>(error.source().begin.line),
                            {},
                            LB_TEXT("base", "not valid TOML: %1").arg(error.description())});
    }
    auto node = std::make_shared<Node>();
    node->table = &document->root;
    node->line = 1;
    node->document = std::move(document);
    return TomlTable(std::move(node));
}

bool TomlTable::has(std::string_view key) const {
    return m_node->table->contains(key);
}

std::vector<std::string> TomlTable::keys() const {
    std::vector<std::tuple<toml::source_index, toml::source_index, std::string>> ordered; // line, column, key
    for (const auto& [key, value] : *m_node->table)
        ordered.emplace_back(key.source().begin.line, key.source().begin.column, std::string(key.str()));
    std::sort(ordered.begin(), ordered.end());
    std::vector<std::string> result;
    result.reserve(ordered.size());
    for (auto& entry : ordered)
        result.push_back(std::move(std::get<2>(entry)));
    return result;
}

std::string TomlTable::text(std::string_view key, std::string_view fallback) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return std::string(fallback);
    if (const auto* value = found->as_string())
        return value->get();
    m_node->wrongType(*found, key, "a text");
    return std::string(fallback);
}

std::string TomlTable::requiredText(std::string_view key) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr) {
        m_node->problem(m_node->line, key, LB_TEXT("base", "is missing"));
        return {};
    }
    return text(key);
}

std::string TomlTable::oneOf(std::string_view key, const std::vector<std::string>& allowed) {
    const std::string value = text(key, allowed.front());
    if (std::find(allowed.begin(), allowed.end(), value) != allowed.end())
        return value;
    std::string list;
    for (const std::string& candidate : allowed)
        list += (list.empty() ? "" : ", ") + candidate;
    m_node->problem(lineOf(*m_node->table->get(key)), key,
                    LB_TEXT("base", "\"%1\" is not one of %2").arg(value).arg(list));
    return allowed.front();
}

std::int64_t TomlTable::integer(std::string_view key, std::int64_t fallback, std::int64_t least, std::int64_t most) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return fallback;
    const auto* value = found->as_integer();
    if (value == nullptr) {
        m_node->wrongType(*found, key, "a whole number");
        return fallback;
    }
    if (value->get() < least || value->get() > most) {
        m_node->problem(lineOf(*found), key,
                        LB_TEXT("base", "%1 is not between %2 and %3").arg(value->get()).arg(least).arg(most));
        return fallback;
    }
    return value->get();
}

std::optional<std::int64_t> TomlTable::optionalInteger(std::string_view key) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return std::nullopt;
    if (const auto* value = found->as_integer())
        return value->get();
    m_node->wrongType(*found, key, "a whole number");
    return std::nullopt;
}

bool TomlTable::boolean(std::string_view key, bool fallback) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return fallback;
    if (const auto* value = found->as_boolean())
        return value->get();
    m_node->wrongType(*found, key, "true or false");
    return fallback;
}

Duration TomlTable::duration(std::string_view key, Duration fallback) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return fallback;
    if (const auto* value = found->as_string()) {
        if (const auto parsed = parseDuration(value->get()))
            return *parsed;
        m_node->problem(lineOf(*found), key,
                        LB_TEXT("base", "\"%1\" is not a duration; write a number and a unit, such as \"90s\", \"10m\" "
                                        "or \"1h\"")
                            .arg(value->get()));
        return fallback;
    }
    m_node->wrongType(*found, key, "a duration such as \"90s\"");
    return fallback;
}

std::int64_t TomlTable::size(std::string_view key, std::int64_t fallback) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return fallback;
    if (const auto* value = found->as_string()) {
        if (const auto parsed = parseSize(value->get()))
            return *parsed;
        m_node->problem(lineOf(*found), key,
                        LB_TEXT("base", "\"%1\" is not a size; write a number and a unit, such as \"64KiB\" or "
                                        "\"200MiB\"")
                            .arg(value->get()));
        return fallback;
    }
    m_node->wrongType(*found, key, "a size such as \"200MiB\"");
    return fallback;
}

std::optional<Instant> TomlTable::instant(std::string_view key) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return std::nullopt;
    if (const auto* value = found->as_string()) {
        if (const auto parsed = fromRfc3339(value->get()))
            return parsed;
    }
    m_node->problem(lineOf(*found), key,
                    LB_TEXT("base", "expected a time with its offset, such as \"2026-01-01T00:00:00Z\""));
    return std::nullopt;
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
    std::vector<std::string> result;
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return result;
    const auto* list = found->as_array();
    if (list == nullptr) {
        m_node->wrongType(*found, key, "a list of texts");
        return result;
    }
    for (const toml::node& item : *list) {
        if (const auto* text = item.as_string())
            result.push_back(text->get());
        else
            m_node->wrongType(item, key, "a text");
    }
    return result;
}

std::vector<std::int64_t> TomlTable::integers(std::string_view key) {
    std::vector<std::int64_t> result;
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return result;
    const auto* list = found->as_array();
    if (list == nullptr) {
        m_node->wrongType(*found, key, "a list of whole numbers");
        return result;
    }
    for (const toml::node& item : *list) {
        if (const auto* number = item.as_integer())
            result.push_back(number->get());
        else
            m_node->wrongType(item, key, "a whole number");
    }
    return result;
}

std::vector<std::string> TomlTable::scalars(std::string_view key) {
    std::vector<std::string> result;
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return result;
    if (const auto* list = found->as_array()) {
        for (const toml::node& item : *list) {
            if (auto text = scalarText(item))
                result.push_back(std::move(*text));
            else
                m_node->wrongType(item, key, "a text or a number");
        }
        return result;
    }
    m_node->wrongType(*found, key, "a list");
    return result;
}

std::optional<std::string> TomlTable::scalar(std::string_view key) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return std::nullopt;
    auto text = scalarText(*found);
    if (!text)
        m_node->wrongType(*found, key, "a text or a number");
    return text;
}

bool TomlTable::isTable(std::string_view key) const {
    const toml::node* found = m_node->table->get(key);
    return found != nullptr && found->is_table();
}

bool TomlTable::isText(std::string_view key) const {
    const toml::node* found = m_node->table->get(key);
    return found != nullptr && found->is_string();
}

namespace {

QJsonValue jsonOf(const toml::node& node) {
    if (const auto* table = node.as_table()) {
        QJsonObject object;
        for (const auto& [key, value] : *table)
            object.insert(QString::fromStdString(std::string(key.str())), jsonOf(value));
        return object;
    }
    if (const auto* list = node.as_array()) {
        QJsonArray array;
        for (const toml::node& value : *list)
            array.append(jsonOf(value));
        return array;
    }
    if (const auto* text = node.as_string())
        return QString::fromStdString(text->get());
    if (const auto* integer = node.as_integer())
        return QJsonValue(static_cast<qint64>(integer->get()));
    if (const auto* number = node.as_floating_point())
        return number->get();
    if (const auto* boolean = node.as_boolean())
        return boolean->get();
    std::ostringstream text;
    node.visit([&text](const auto& value) {
        if constexpr (toml::is_date<decltype(value)> || toml::is_time<decltype(value)> ||
                      toml::is_date_time<decltype(value)>)
            text << value.get();
    });
    return QString::fromStdString(text.str());
}

} // namespace

QJsonValue TomlTable::json(std::string_view key) {
    const toml::node* found = m_node->find(key);
    return found == nullptr ? QJsonValue() : jsonOf(*found);
}

std::optional<TomlTable> TomlTable::table(std::string_view key) {
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return std::nullopt;
    const auto* value = found->as_table();
    if (value == nullptr) {
        m_node->wrongType(*found, key, "a table");
        return std::nullopt;
    }
    auto node = std::make_shared<Node>();
    node->document = m_node->document;
    node->table = value;
    node->path = m_node->pathOf(key);
    node->line = lineOf(*found);
    return TomlTable(std::move(node));
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) {
    std::vector<TomlTable> result;
    const toml::node* found = m_node->find(key);
    if (found == nullptr)
        return result;
    if (found->is_table()) {
        result.push_back(*table(key));
        return result;
    }
    const auto* list = found->as_array();
    if (list == nullptr) {
        m_node->wrongType(*found, key, "tables");
        return result;
    }
    size_t index = 0;
    for (const toml::node& item : *list) {
        const std::string name = std::string(key) + "[" + std::to_string(index++) + "]";
        if (const auto* value = item.as_table()) {
            auto node = std::make_shared<Node>();
            node->document = m_node->document;
            node->table = value;
            node->path = m_node->pathOf(name);
            node->line = lineOf(item);
            result.push_back(TomlTable(std::move(node)));
        } else {
            m_node->wrongType(item, name, "a table");
        }
    }
    return result;
}

void TomlTable::know(std::string_view key) {
    (void)m_node->find(key);
}

void TomlTable::problem(std::string_view key, Text message) {
    const toml::node* found = key.empty() ? nullptr : m_node->table->get(key);
    m_node->problem(found == nullptr ? m_node->line : lineOf(*found), key, std::move(message));
}

int TomlTable::line() const {
    return m_node->line;
}

const std::string& TomlTable::file() const {
    return m_node->document->file;
}

void TomlTable::finish() {
    for (const std::string& key : keys()) {
        if (std::find(m_node->known.begin(), m_node->known.end(), key) != m_node->known.end())
            continue;
        const std::string near = nearest(key, m_node->known);
        const toml::node* found = m_node->table->get(key);
        m_node->problem(lineOf(*found), key,
                        near.empty() ? LB_TEXT("base", "unknown key")
                                     : LB_TEXT("base", "unknown key; did you mean \"%1\"?").arg(near));
    }
}

} // namespace latchboard::base
