// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_tree.h"

#include <simdjson.h>

#include <algorithm>

namespace latchboard::sync {

namespace ondemand = simdjson::ondemand;

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// Lists and objects within one another. Each level is a call of the walk below, so that the bound keeps a hostile
/// answer off the end of the stack; simdjson's cursor itself goes no deeper than 1024.
constexpr std::size_t kMaxDepth = 256;

std::string_view trimmedEnd(std::string_view text) {
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view untilQuote(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && text[i] != '"')
        i += text[i] == '\\' ? 2 : 1;
    return text.substr(0, i);
}

} // namespace

bool isJsonNumber(std::string_view text) {
    std::size_t i = 0;
    const auto digits = [&] {
        const std::size_t start = i;
        while (i < text.size() && text[i] >= '0' && text[i] <= '9')
            ++i;
        return i - start;
    };
    if (i < text.size() && text[i] == '-')
        ++i;
    const std::size_t first = i;
    const std::size_t whole = digits();
    if (whole == 0 || (whole > 1 && text[first] == '0'))
        return false;
    if (i < text.size() && text[i] == '.') {
        ++i;
        if (digits() == 0)
            return false;
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        if (i < text.size() && (text[i] == '+' || text[i] == '-'))
            ++i;
        if (digits() == 0)
            return false;
    }
    return i == text.size();
}

/// Walks simdjson's cursor once over the document and notes every value.
class JsonTreeBuilder {
public:
    explicit JsonTreeBuilder(JsonTree& tree) : m_tree(tree) {}

    simdjson::error_code build(ondemand::value value, std::string_view key) {
        if (m_depth > kMaxDepth)
            return simdjson::DEPTH_ERROR;
        ondemand::json_type type{};
        if (const auto error = value.type().get(type))
            return error;
        const auto id = static_cast<JsonTree::Id>(m_tree.m_nodes.size());
        const std::string_view token = value.raw_json_token();
        m_tree.m_nodes.push_back({trimmedEnd(token), key, 0, JsonTree::Type::Null});
        simdjson::error_code error = simdjson::SUCCESS;
        switch (type) {
        case ondemand::json_type::array:
            error = list(value, id);
            break;
        case ondemand::json_type::object:
            error = object(value, id);
            break;
        case ondemand::json_type::number:
            error = scalar(id, JsonTree::Type::Number);
            break;
        case ondemand::json_type::string:
            error = scalar(id, JsonTree::Type::Text);
            break;
        case ondemand::json_type::boolean:
            error = scalar(id, JsonTree::Type::Boolean);
            break;
        case ondemand::json_type::null:
            error = scalar(id, JsonTree::Type::Null);
            break;
        }
        m_tree.m_nodes[id].end = static_cast<JsonTree::Id>(m_tree.m_nodes.size());
        return error;
    }

private:
    /// One list or object deeper while it lives.
    class Level {
    public:
        explicit Level(std::size_t& depth) : m_depth(depth) { ++m_depth; }
        ~Level() { --m_depth; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        std::size_t& m_depth;
    };

    simdjson::error_code list(ondemand::value& value, JsonTree::Id id) {
        ondemand::array items;
        if (const auto error = value.get_array().get(items))
            return error;
        const Level level(m_depth);
        for (auto item : items) {
            ondemand::value child;
            if (const auto error = item.get(child))
                return error;
            if (const auto error = build(child, {}))
                return error;
        }
        return close(id, JsonTree::Type::List, ']');
    }

    simdjson::error_code object(ondemand::value& value, JsonTree::Id id) {
        ondemand::object members;
        if (const auto error = value.get_object().get(members))
            return error;
        const Level level(m_depth);
        for (auto member : members) {
            ondemand::field field;
            if (const auto error = std::move(member).get(field))
                return error;
            const char* name = field.key().raw();
            const std::string_view rest(name, static_cast<std::size_t>(textEnd() - name));
            if (const auto error = build(field.value(), untilQuote(rest)))
                return error;
        }
        return close(id, JsonTree::Type::Object, '}');
    }

    /// Finds the bracket that ends a list or object: only blanks may stand between it and the last value inside.
    simdjson::error_code close(JsonTree::Id id, JsonTree::Type type, char bracket) {
        JsonTree::Node& node = m_tree.m_nodes[id];
        const char* from = node.raw.data() + 1;
        if (m_tree.m_nodes.size() > id + 1) {
            const JsonTree::Id lastChild = lastChildOf(id);
            const std::string_view raw = m_tree.m_nodes[lastChild].raw;
            from = raw.data() + raw.size();
        }
        while (from != textEnd() && kBlanks.find(*from) != std::string_view::npos)
            ++from;
        if (from == textEnd() || *from != bracket)
            return simdjson::TAPE_ERROR;
        node.raw = std::string_view(node.raw.data(), static_cast<std::size_t>(from + 1 - node.raw.data()));
        node.type = type;
        return simdjson::SUCCESS;
    }

    /// Containers inside were closed already, so their ends are known.
    [[nodiscard]] JsonTree::Id lastChildOf(JsonTree::Id id) const {
        JsonTree::Id child = id + 1;
        while (m_tree.m_nodes[child].end != m_tree.m_nodes.size())
            child = m_tree.m_nodes[child].end;
        return child;
    }

    simdjson::error_code scalar(JsonTree::Id id, JsonTree::Type type) {
        JsonTree::Node& node = m_tree.m_nodes[id];
        node.type = type;
        const std::string_view raw = node.raw;
        bool good = false;
        switch (type) {
        case JsonTree::Type::Null:
            good = raw == "null";
            break;
        case JsonTree::Type::Boolean:
            good = raw == "true" || raw == "false";
            break;
        case JsonTree::Type::Number:
            good = isJsonNumber(raw);
            break;
        case JsonTree::Type::Text:
            good = untilQuote(raw.substr(1)).size() + 2 == raw.size();
            break;
        case JsonTree::Type::List:
        case JsonTree::Type::Object:
            break;
        }
        return good ? simdjson::SUCCESS : simdjson::TAPE_ERROR;
    }

    [[nodiscard]] const char* textEnd() const { return m_tree.m_text->data() + m_tree.m_text->size(); }

    JsonTree& m_tree;
    std::size_t m_depth = 0;
};

std::optional<JsonTree> JsonTree::parse(std::string text, std::string& problem) {
    JsonTree tree;
    if (text.compare(0, 3, "\xEF\xBB\xBF") == 0)
        text.erase(0, 3);
    if (!simdjson::validate_utf8(text.data(), text.size())) {
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t length = utf8Length(std::string_view(text).substr(i));
            if (length == 0) {
                tree.m_replaced.emplace_back(i, text[i]);
                text[i] = '?';
            }
            i += std::max<std::size_t>(length, 1);
        }
    }
    text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    tree.m_text = std::make_unique<std::string>(std::move(text));
    ondemand::parser parser;
    ondemand::document document;
    ondemand::value root;
    const simdjson::padded_string_view padded(tree.m_text->data(), tree.m_text->size(), tree.m_text->capacity());
    simdjson::error_code error = parser.iterate(padded).get(document);
    if (!error)
        error = document.get_value().get(root);
    if (error == simdjson::SCALAR_DOCUMENT_AS_VALUE) {
        problem = "the document is neither an object nor a list";
        return std::nullopt;
    }
    if (!error)
        error = JsonTreeBuilder(tree).build(root, {});
    if (!error) {
        const char* end = tree.m_nodes.front().raw.data() + tree.m_nodes.front().raw.size();
        const auto used = static_cast<std::size_t>(end - tree.m_text->data());
        if (tree.m_text->find_first_not_of(kBlanks, used) != std::string::npos)
            error = simdjson::TRAILING_CONTENT;
    }
    if (error) {
        problem = simdjson::error_message(error);
        return std::nullopt;
    }
    return tree;
}

std::optional<JsonTree::Id> JsonTree::find(Id from, const JsonPath& path) const {
    Id at = from;
    for (const JsonPath::Step& step : path.steps) {
        const Type type = m_nodes[at].type;
        std::optional<Id> found;
        if (step.name.empty() && type == Type::List) {
            std::size_t index = 0;
            for (Id i = first(at); i != last(at) && !found; i = next(i)) {
                if (index++ == step.index)
                    found = i;
            }
        } else if (!step.name.empty() && type == Type::Object) {
            for (Id i = first(at); i != last(at); i = next(i)) {
                const std::string_view key = m_nodes[i].key;
                const bool same =
                    key.find('\\') == std::string_view::npos ? key == step.name : unescaped(key).text == step.name;
                if (same)
                    found = i;
            }
        }
        if (!found)
            return std::nullopt;
        at = *found;
    }
    return at;
}

JsonText JsonTree::scalar(Id id) const {
    const Node& found = m_nodes[id];
    JsonText result;
    if (found.type == Type::Text)
        result = unescaped(found.raw.substr(1, found.raw.size() - 2));
    else if (found.type == Type::List || found.type == Type::Object)
        result = {std::string(found.raw), faultIn(found.raw)};
    else
        result.text = std::string(found.raw);
    if (damaged(id))
        result.fault = TextFault::InvalidUtf8;
    return result;
}

std::string JsonTree::original(Id id) const {
    const std::string_view raw = m_nodes[id].raw;
    std::string result(raw);
    const auto start = static_cast<std::size_t>(raw.data() - m_text->data());
    auto i = std::lower_bound(m_replaced.begin(), m_replaced.end(), std::pair(start, '\0'),
                              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (; i != m_replaced.end() && i->first < start + raw.size(); ++i)
        result[i->first - start] = i->second;
    return result;
}

bool JsonTree::damaged(Id id) const {
    if (m_replaced.empty())
        return false;
    const std::string_view raw = m_nodes[id].raw;
    const auto start = static_cast<std::size_t>(raw.data() - m_text->data());
    const auto i = std::lower_bound(m_replaced.begin(), m_replaced.end(), std::pair(start, '\0'),
                                    [](const auto& a, const auto& b) { return a.first < b.first; });
    return i != m_replaced.end() && i->first < start + raw.size();
}

} // namespace latchboard::sync
