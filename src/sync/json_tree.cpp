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

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::string_view trimmedEnd(std::string_view text) {
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string_view untilQuote(std::string_view text) {
    std::size_t i = text.find('"');
    for (; i != std::string_view::npos; i = text.find('"', i + 1)) {
        std::size_t backslashes = 0;
        while (backslashes < i && text[i - backslashes - 1] == '\\')
            ++backslashes;
        if (backslashes % 2 == 0)
            break;
    }
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

/// Walks simdjson's cursor once over the document, checks every value and notes where lists and objects are.
class JsonTreeBuilder {
public:
    explicit JsonTreeBuilder(JsonTree& tree)
        : m_tree(tree), m_begin(tree.m_text->data()), m_textEnd(m_begin + tree.m_text->size()), m_end(m_begin) {}

    simdjson::error_code check(ondemand::value value) {
        if (m_depth > kMaxDepth)
            return simdjson::DEPTH_ERROR;
        ondemand::json_type type{};
        if (const auto error = value.type().get(type))
            return error;
        const std::string_view token = value.raw_json_token();
        switch (type) {
        case ondemand::json_type::array:
            return list(value, token.data());
        case ondemand::json_type::object:
            return object(value, token.data());
        case ondemand::json_type::number:
        case ondemand::json_type::string:
        case ondemand::json_type::boolean:
        case ondemand::json_type::null:
            break;
        }
        const std::string_view raw = trimmedEnd(token);
        m_end = raw.data() + raw.size();
        return isGood(type, raw) ? simdjson::SUCCESS : simdjson::TAPE_ERROR;
    }
    /// Behind the last value.
    [[nodiscard]] const char* end() const { return m_end; }

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

    simdjson::error_code list(ondemand::value& value, const char* begin) {
        ondemand::array items;
        if (const auto error = value.get_array().get(items))
            return error;
        const Level level(m_depth);
        const std::size_t span = open(begin);
        for (auto item : items) {
            ondemand::value child;
            if (const auto error = item.get(child))
                return error;
            if (const auto error = check(child))
                return error;
        }
        return close(span, ']');
    }

    simdjson::error_code object(ondemand::value& value, const char* begin) {
        ondemand::object members;
        if (const auto error = value.get_object().get(members))
            return error;
        const Level level(m_depth);
        const std::size_t span = open(begin);
        for (auto member : members) {
            ondemand::field field;
            if (const auto error = std::move(member).get(field))
                return error;
            if (const auto error = check(field.value()))
                return error;
        }
        return close(span, '}');
    }

    std::size_t open(const char* begin) {
        m_tree.m_spans.push_back({static_cast<std::uint32_t>(begin - m_begin), 0, 0});
        m_end = begin + 1;
        return m_tree.m_spans.size() - 1;
    }

    /// Finds the bracket that ends a list or object: only blanks may stand between it and the last value inside.
    simdjson::error_code close(std::size_t span, char bracket) {
        while (m_end != m_textEnd && isBlank(*m_end))
            ++m_end;
        if (m_end == m_textEnd || *m_end != bracket)
            return simdjson::TAPE_ERROR;
        ++m_end;
        m_tree.m_spans[span].end = static_cast<std::uint32_t>(m_end - m_begin);
        m_tree.m_spans[span].after = static_cast<std::uint32_t>(m_tree.m_spans.size());
        return simdjson::SUCCESS;
    }

    static bool isGood(ondemand::json_type type, std::string_view raw) {
        switch (type) {
        case ondemand::json_type::null:
            return raw == "null";
        case ondemand::json_type::boolean:
            return raw == "true" || raw == "false";
        case ondemand::json_type::number:
            return isJsonNumber(raw);
        case ondemand::json_type::string:
            return untilQuote(raw.substr(1)).size() + 2 == raw.size();
        case ondemand::json_type::array:
        case ondemand::json_type::object:
            break;
        }
        return false;
    }

    JsonTree& m_tree;
    const char* m_begin;
    const char* m_textEnd;
    const char* m_end;
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
    JsonTreeBuilder builder(tree);
    if (!error)
        error = builder.check(root);
    if (!error) {
        const auto used = static_cast<std::size_t>(builder.end() - tree.m_text->data());
        if (tree.m_text->find_first_not_of(kBlanks, used) != std::string::npos)
            error = simdjson::TRAILING_CONTENT;
    }
    if (error) {
        problem = simdjson::error_message(error);
        return std::nullopt;
    }
    const Span& whole = tree.m_spans.front();
    Note note;
    note.node.raw = std::string_view(*tree.m_text).substr(whole.begin, whole.end - whole.begin);
    note.node.type = note.node.raw.front() == '{' ? Type::Object : Type::List;
    tree.m_notes.push_back(note);
    return tree;
}

JsonTree::Id JsonTree::first(Id id) const {
    look(id);
    return m_notes[id].first;
}

JsonTree::Id JsonTree::last(Id id) const {
    look(id);
    return m_notes[id].last;
}

void JsonTree::forget(Id id) const {
    Note& note = m_notes[id];
    if (note.first != 0)
        m_notes.resize(note.first);
    note.first = note.last = 0;
}

/// Notes what is directly inside a list or object. The text was checked as a whole: only its signs are looked for.
void JsonTree::look(Id id) const {
    const Node container = m_notes[id].node;
    if (m_notes[id].first != 0)
        return;
    const auto firstId = static_cast<Id>(m_notes.size());
    if (container.type == Type::List || container.type == Type::Object) {
        const char* at = container.raw.data() + 1;
        const char* const end = container.raw.data() + container.raw.size() - 1;
        const char* const begin = m_text->data();
        std::uint32_t span = m_notes[id].span + 1;
        const auto text = [&] { return std::string_view(at, static_cast<std::size_t>(end - at)); };
        const auto skip = [&](char sign) {
            while (at != end && (isBlank(*at) || *at == sign))
                ++at;
        };
        for (skip(','); at != end; skip(',')) {
            Note note;
            if (container.type == Type::Object) {
                ++at;
                note.node.key = untilQuote(text());
                at += note.node.key.size() + 1;
                skip(':');
            }
            const char* const value = at;
            switch (*at) {
            case '{':
            case '[':
                note.node.type = *at == '{' ? Type::Object : Type::List;
                note.span = span;
                at = begin + m_spans[span].end;
                span = m_spans[span].after;
                break;
            case '"':
                note.node.type = Type::Text;
                ++at;
                at += untilQuote(text()).size() + 1;
                break;
            default:
                note.node.type = *at == 'n' ? Type::Null : *at == 't' || *at == 'f' ? Type::Boolean : Type::Number;
                while (at != end && *at != ',' && !isBlank(*at))
                    ++at;
            }
            note.node.raw = std::string_view(value, static_cast<std::size_t>(at - value));
            m_notes.push_back(note);
        }
    }
    m_notes[id].first = firstId;
    m_notes[id].last = static_cast<Id>(m_notes.size());
}

std::optional<JsonTree::Id> JsonTree::find(Id from, const JsonPath& path) const {
    Id at = from;
    for (const JsonPath::Step& step : path.steps) {
        const Type type = m_notes[at].node.type;
        std::optional<Id> found;
        if (step.name.empty() && type == Type::List) {
            const Id begin = first(at);
            if (step.index < last(at) - begin)
                found = begin + static_cast<Id>(step.index);
        } else if (!step.name.empty() && type == Type::Object) {
            const Id end = last(at);
            for (Id i = first(at); i != end; ++i) {
                const std::string_view key = m_notes[i].node.key;
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
    const Node& found = m_notes[id].node;
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
    const std::string_view raw = m_notes[id].node.raw;
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
    const std::string_view raw = m_notes[id].node.raw;
    const auto start = static_cast<std::size_t>(raw.data() - m_text->data());
    const auto i = std::lower_bound(m_replaced.begin(), m_replaced.end(), std::pair(start, '\0'),
                                    [](const auto& a, const auto& b) { return a.first < b.first; });
    return i != m_replaced.end() && i->first < start + raw.size();
}

} // namespace latchboard::sync
