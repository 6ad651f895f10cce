// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_text.h"

#include <array>
#include <charconv>
#include <optional>

namespace latchboard::sync {

namespace {

std::optional<unsigned> hexCode(std::string_view text) {
    unsigned code = 0;
    if (text.size() < 4)
        return std::nullopt;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + 4, code, 16);
    return problem == std::errc() && end == text.data() + 4 ? std::optional(code) : std::nullopt;
}

void appendUtf8(std::string& text, unsigned code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | (code >> 6));
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | (code >> 12));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xF0 | (code >> 18));
        text += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

/// One escape, at its backslash.
struct Escape {
    std::size_t length = 2;
    unsigned code = 0;
    TextFault fault = TextFault::None;
};

Escape readEscape(std::string_view text) {
    Escape escape;
    const char kind = text.size() < 2 ? '\0' : text[1];
    static constexpr std::string_view kLetters = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t letter = kLetters.find(kind); kind != '\0' && letter != std::string_view::npos) {
        escape.code = static_cast<unsigned char>(kMeanings[letter]);
        return escape;
    }
    const auto first = kind == 'u' ? hexCode(text.substr(2)) : std::nullopt;
    if (!first) {
        escape.length = 1;
        escape.fault = TextFault::BadEscape;
        return escape;
    }
    escape.length = 6;
    escape.code = *first;
    if (*first == 0) {
        escape.fault = TextFault::Nul;
    } else if (*first >= 0xD800 && *first <= 0xDFFF) {
        const auto second = text.substr(6, 2) == "\\u" ? hexCode(text.substr(8)) : std::nullopt;
        if (*first < 0xDC00 && second && *second >= 0xDC00 && *second <= 0xDFFF) {
            escape.length = 12;
            escape.code = 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00);
        } else {
            escape.fault = TextFault::LoneSurrogate;
        }
    }
    return escape;
}

} // namespace

const char* faultName(TextFault fault) {
    switch (fault) {
    case TextFault::None:
        return "";
    case TextFault::Nul:
        return "holds the character U+0000";
    case TextFault::LoneSurrogate:
        return "holds half a pair of surrogates";
    case TextFault::BadEscape:
        return "holds an escape that JSON does not know";
    case TextFault::InvalidUtf8:
        return "is not valid UTF-8";
    }
    return "";
}

JsonText unescaped(std::string_view inside) {
    JsonText result;
    for (;;) {
        const std::size_t backslash = inside.find('\\');
        result.text += inside.substr(0, backslash);
        if (backslash == std::string_view::npos)
            return result;
        const Escape escape = readEscape(inside.substr(backslash));
        if (escape.fault != TextFault::None) {
            result.fault = escape.fault;
            return result;
        }
        appendUtf8(result.text, escape.code);
        inside.remove_prefix(backslash + escape.length);
    }
}

TextFault faultIn(std::string_view json) {
    // Outside of texts JSON has no backslash.
    for (std::size_t at = json.find('\\'); at != std::string_view::npos; at = json.find('\\', at)) {
        const Escape escape = readEscape(json.substr(at));
        if (escape.fault != TextFault::None)
            return escape.fault;
        at += escape.length;
    }
    return TextFault::None;
}

std::size_t utf8Length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](std::size_t i, unsigned least, unsigned most) {
        return i < text.size() && byte(i) >= least && byte(i) <= most;
    };
    if (text.empty())
        return 0;
    const unsigned first = byte(0);
    if (first < 0x80)
        return 1;
    // The table of well-formed sequences, Unicode 15 section 3.9, D92.
    if (first >= 0xC2 && first <= 0xDF)
        return follows(1, 0x80, 0xBF) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const unsigned least = first == 0xE0 ? 0xA0 : 0x80;
        const unsigned most = first == 0xED ? 0x9F : 0xBF;
        return follows(1, least, most) && follows(2, 0x80, 0xBF) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const unsigned least = first == 0xF0 ? 0x90 : 0x80;
        const unsigned most = first == 0xF4 ? 0x8F : 0xBF;
        return follows(1, least, most) && follows(2, 0x80, 0xBF) && follows(3, 0x80, 0xBF) ? 4 : 0;
    }
    return 0;
}

std::string madeStorable(std::string_view json) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string result;
    result.reserve(json.size() + 16);
    while (!json.empty()) {
        std::size_t length = 0;
        if (json.front() == '\\') {
            const Escape escape = readEscape(json);
            if (escape.fault != TextFault::None)
                result += '\\';
            length = escape.length;
        } else if (json.front() == '\0') {
            result += "\\\\x00";
            json.remove_prefix(1);
            continue;
        } else {
            length = utf8Length(json);
            if (length == 0) {
                const auto byte = static_cast<unsigned char>(json.front());
                result += "\\\\x";
                result += kHex[byte >> 4];
                result += kHex[byte & 15];
                json.remove_prefix(1);
                continue;
            }
        }
        result += json.substr(0, length);
        json.remove_prefix(length);
    }
    return result;
}

} // namespace latchboard::sync
