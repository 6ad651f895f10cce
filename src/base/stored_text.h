// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <QByteArray>

namespace latchboard::base {

/// The program's sentences, by which one that was stored in English is known again. Never changes; any thread.
class KnownSentences {
public:
    struct Sentence {
        QByteArray context, source; ///< as LB_TEXT() has them
    };
    explicit KnownSentences(std::vector<Sentence> sentences);

    /// The sentence with its values, which may be sentences too: english() is `english` to the letter, translated() is
    /// in the reader's language. Verbatim where no sentence fits; of several that fit, the one with the most words of
    /// its own. One that is hardly more than its values ("%1: %2") would fit anything, and is never taken. The texts
    /// given out refer to this object, which must outlive them.
    [[nodiscard]] Text recognise(const QString& english) const;

private:
    struct Form {
        QByteArray context, source;
        QStringList pieces;         ///< what stands before, between and after the values
        std::vector<size_t> values; ///< which value stands behind the piece, from 0
    };
    static Form formOf(Sentence sentence);
    [[nodiscard]] Text filled(const Form& form, const QString& english) const;

    std::vector<Form> m_forms; ///< those with the most words of their own first
};

/// For storedText(), from then on; by whoever installs the translations. It must live as long as the program.
void setKnownSentences(const KnownSentences* sentences);

/// What the program itself worded and the database keeps in English, as the run's error and the bucket's reason:
/// translated where it is shown, as far as setKnownSentences() gave the sentence. Not for a person's own words.
[[nodiscard]] Text storedText(std::string_view english);

} // namespace latchboard::base
