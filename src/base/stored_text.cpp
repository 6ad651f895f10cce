// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/stored_text.h"

#include <algorithm>
#include <atomic>

namespace latchboard::base {

namespace {

/// Letters that a sentence with values needs beside them.
constexpr qsizetype kLeastLetters = 8;

std::atomic<const KnownSentences*> knownSentences = nullptr;

qsizetype letters(const QStringList& pieces) {
    qsizetype count = 0;
    for (const QString& piece : pieces)
        count += std::count_if(piece.begin(), piece.end(), [](QChar c) { return c.isLetter(); });
    return count;
}

} // namespace

KnownSentences::KnownSentences(std::vector<Sentence> sentences) {
    for (Sentence& sentence : sentences) {
        Form form = formOf(std::move(sentence));
        if (form.values.empty() || letters(form.pieces) >= kLeastLetters)
            m_forms.push_back(std::move(form));
    }
    std::stable_sort(m_forms.begin(), m_forms.end(),
                     [](const Form& a, const Form& b) { return letters(a.pieces) > letters(b.pieces); });
}

KnownSentences::Form KnownSentences::formOf(Sentence sentence) {
    Form form;
    const QString source = QString::fromUtf8(sentence.source);
    form.pieces.append(QString());
    for (qsizetype i = 0; i < source.size(); ++i) {
        if (source[i] == u'%' && i + 1 < source.size() && source[i + 1] >= u'1' && source[i + 1] <= u'9') {
            form.values.push_back(static_cast<size_t>(source[i + 1].digitValue()) - 1);
            form.pieces.append(QString());
            ++i;
        } else {
            form.pieces.last() += source[i];
        }
    }
    form.context = std::move(sentence.context);
    form.source = std::move(sentence.source);
    return form;
}

Text KnownSentences::recognise(const QString& english) const {
    for (const Form& form : m_forms) {
        if (Text text = filled(form, english); !text.empty())
            return text;
    }
    return Text::verbatim(english);
}

Text KnownSentences::filled(const Form& form, const QString& english) const {
    const QString& last = form.pieces.last();
    if (!english.startsWith(form.pieces.first()) || !english.endsWith(last))
        return {};
    std::vector<QString> values;
    qsizetype begin = form.pieces.first().size();
    for (size_t i = 0; i < form.values.size(); ++i) {
        const bool isLast = i + 1 == form.values.size();
        const QString& behind = form.pieces[static_cast<qsizetype>(i) + 1];
        const qsizetype end = isLast ? english.size() - last.size() : english.indexOf(behind, begin);
        if (end < begin)
            return {};
        if (values.size() <= form.values[i])
            values.resize(form.values[i] + 1);
        values[form.values[i]] = english.mid(begin, end - begin);
        begin = end + behind.size();
    }
    Text text(form.context.constData(), form.source.constData());
    for (const QString& value : values)
        text = text.arg(recognise(value));
    // A value that stands twice must be the same twice, and a sentence without values is the whole text.
    return text.english() == english ? text : Text();
}

void setKnownSentences(const KnownSentences* sentences) {
    knownSentences = sentences;
}

Text storedText(std::string_view english) {
    const QString text = QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size()));
    const KnownSentences* const known = knownSentences;
    return known == nullptr ? Text::verbatim(text) : known->recognise(text);
}

} // namespace latchboard::base
