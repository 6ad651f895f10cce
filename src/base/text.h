// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace latchboard::base {

/// A sentence for people that is translated where it is shown, not where it is made.
///
/// The domain makes sentences (evidence, errors) on any thread and without a widget; the log and JSON want
/// them in English, the window and the command's tables in the reader's language. A Text holds the English source,
/// its translation context and the values, and gives either form. Values are put in for %1, %2 ... as by QString::arg.
///
/// Make one with LB_TEXT("locks", "held by %1").arg(pid). lupdate finds these by the alias set in translations/.
class Text {
public:
    Text() = default;
    Text(const char* context, const char* source) : m_context(context), m_source(source) {}

    /// A text that is the same in every language: a name, a server's own message.
    static Text verbatim(QString text);
    static Text verbatim(std::string_view utf8);

    [[nodiscard]] Text arg(const QString& value) const;
    [[nodiscard]] Text arg(std::string_view utf8) const;
    [[nodiscard]] Text arg(const char* utf8) const { return arg(std::string_view(utf8)); }
    [[nodiscard]] Text arg(const std::string& utf8) const { return arg(std::string_view(utf8)); }
    template<std::integral Number>
    [[nodiscard]] Text arg(Number value) const {
        return arg(std::string_view(std::to_string(value)));
    }
    /// Another sentence as a value; it is translated together with this one.
    [[nodiscard]] Text arg(const Text& value) const;

    /// For logs, JSON, CSV and the database.
    [[nodiscard]] QString english() const;
    [[nodiscard]] std::string englishUtf8() const { return english().toStdString(); }
    /// For a person, by the translators installed in the application; English where there are none.
    [[nodiscard]] QString translated() const;

    [[nodiscard]] bool empty() const { return m_source == nullptr && m_verbatim.isEmpty(); }
    friend bool operator==(const Text& a, const Text& b) { return a.english() == b.english(); }

private:
    [[nodiscard]] QString filled(const QString& source, bool translate) const;

    const char* m_context = nullptr;
    const char* m_source = nullptr;
    QString m_verbatim;
    std::vector<Text> m_arguments;
};

} // namespace latchboard::base

/// Marks a sentence for translation and makes a latchboard::base::Text of it.
#define LB_TEXT(context, source) (::latchboard::base::Text(context, source))
