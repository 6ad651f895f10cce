// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

#include <QCoreApplication>

namespace latchboard::base {

Text Text::verbatim(QString text) {
    Text result;
    result.m_verbatim = std::move(text);
    return result;
}

Text Text::verbatim(std::string_view utf8) {
    return verbatim(QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())));
}

Text Text::arg(const QString& value) const {
    return arg(verbatim(value));
}

Text Text::arg(std::string_view utf8) const {
    return arg(verbatim(utf8));
}

Text Text::arg(const Text& value) const {
    Text result = *this;
    result.m_arguments.push_back(value);
    return result;
}

QString Text::english() const {
    return m_source == nullptr ? m_verbatim : filled(QString::fromUtf8(m_source), false);
}

QString Text::translated() const {
    return m_source == nullptr ? m_verbatim : filled(QCoreApplication::translate(m_context, m_source), true);
}

QString Text::filled(const QString& source, bool translate) const {
    // One pass over the source, so that a '%1' inside a value is left as it is.
    QString result;
    result.reserve(source.size() + 32);
    for (qsizetype i = 0; i < source.size(); ++i) {
        if (source[i] == u'%' && i + 1 < source.size() && source[i + 1].isDigit()) {
            const auto index = static_cast<size_t>(source[i + 1].digitValue()) - 1;
            if (index < m_arguments.size()) {
                const Text& argument = m_arguments[index];
                result += translate ? argument.translated() : argument.english();
                ++i;
                continue;
            }
        }
        result += source[i];
    }
    return result;
}

} // namespace latchboard::base
