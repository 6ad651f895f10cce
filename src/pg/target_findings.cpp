// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_findings.h"

#include <functional>

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Text;
using base::Unexpected;

namespace {

bool isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool isWordPart(char c) {
    return isWordStart(c) || (c >= '0' && c <= '9') || c == '$';
}

/// Where the quoted part that begins at `begin` ends, behind its closing quote; a doubled quote stands for itself.
size_t quotedEnd(const std::string& text, size_t begin) {
    const char quote = text[begin];
    size_t at = begin + 1;
    while (at < text.size()) {
        if (text[at] != quote) {
            ++at;
        } else if (at + 1 < text.size() && text[at + 1] == quote) {
            at += 2;
        } else {
            return at + 1;
        }
    }
    return at;
}

std::string unquoted(const std::string& name) {
    std::string result;
    for (size_t i = 1; i + 1 < name.size(); ++i) {
        result += name[i];
        if (name[i] == '"')
            ++i;
    }
    return result;
}

/// Gives each word outside of texts as it is written and as a name, and the text between in one piece each.
void walk(const std::string& expression, const std::function<void(const std::string&, const std::string*)>& visit) {
    size_t at = 0;
    while (at < expression.size()) {
        const size_t begin = at;
        const char c = expression[at];
        if (c == '\'') {
            at = quotedEnd(expression, at);
            visit(expression.substr(begin, at - begin), nullptr);
        } else if (c == '"') {
            at = quotedEnd(expression, at);
            const std::string written = expression.substr(begin, at - begin), name = unquoted(written);
            visit(written, &name);
        } else if (isWordStart(c)) {
            std::string name;
            for (; at < expression.size() && isWordPart(expression[at]); ++at) {
                const char part = expression[at];
                name += part >= 'A' && part <= 'Z' ? static_cast<char>(part - 'A' + 'a') : part;
            }
            visit(expression.substr(begin, at - begin), &name);
        } else {
            // A number takes the letters behind it along: 1e5.
            const bool digit = c >= '0' && c <= '9';
            for (++at; digit && at < expression.size() && isWordPart(expression[at]);)
                ++at;
            visit(expression.substr(begin, at - begin), nullptr);
        }
    }
}

} // namespace

void Findings::add(Text says, std::vector<std::string> sql) {
    m_missing.push_back({std::move(says), std::move(sql), std::nullopt});
}

void Findings::advise(Text says, Text advice) {
    m_missing.push_back({std::move(says), {}, std::move(advice)});
}

void Findings::grant(Text says, std::vector<std::string> sql) {
    m_grants.push_back({std::move(says), std::move(sql), std::nullopt});
}

Result<void> Findings::result(const std::string& table) const {
    std::vector<Finding> all = m_missing;
    all.insert(all.end(), m_grants.begin(), m_grants.end());
    if (all.empty())
        return {};
    std::optional<Text> message, advice;
    std::string sql;
    for (const Finding& finding : all) {
        message = message ? LB_TEXT("pg", "%1; %2").arg(*message).arg(finding.says)
                          : LB_TEXT("pg", "The table %1 does not fit: %2").arg(table).arg(finding.says);
        for (const std::string& statement : finding.sql)
            sql += (sql.empty() ? "" : "; ") + statement;
        if (finding.advice)
            advice = advice ? LB_TEXT("pg", "%1; %2").arg(*advice).arg(*finding.advice) : *finding.advice;
    }
    Text remedy;
    if (sql.empty())
        remedy = *advice;
    else if (advice)
        remedy = LB_TEXT("pg", "%1. Have this run: %2").arg(*advice).arg(sql);
    else
        remedy = LB_TEXT("pg", "Have this run: %1").arg(sql);
    return Unexpected(m_missing.empty() ? ErrorKind::Privilege : ErrorKind::SchemaMissing, *message, remedy);
}

std::vector<std::string> namesIn(const std::string& expression) {
    std::vector<std::string> names;
    walk(expression, [&](const std::string&, const std::string* name) {
        if (name != nullptr)
            names.push_back(*name);
    });
    return names;
}

std::string withReplaced(const std::string& expression, const std::map<std::string, std::string>& replacements) {
    std::string result;
    walk(expression, [&](const std::string& written, const std::string* name) {
        const auto found = name == nullptr ? replacements.end() : replacements.find(*name);
        result += found == replacements.end() ? written : found->second;
    });
    return result;
}

Result<bool> compiles(Session& session, const std::string& expression,
                      const std::map<std::string, std::string>& columnTypes, const Call& call) {
    std::string columns;
    for (const auto& [name, type] : columnTypes)
        columns += (columns.empty() ? "null::" : ", null::") + type + " as " + quotedIdentifier(name);
    const auto read =
        session.exec("select (" + expression + ") from (select " + columns + " limit 0) latchboard_row", {}, call);
    if (!read && read.error().kind != ErrorKind::Database)
        return Unexpected(read.error());
    return read.ok();
}

std::string quotedList(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + quotedIdentifier(name);
    return list;
}

} // namespace latchboard::pg
