// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/stored_text.h"

namespace latchboard::translations {

/// The sentences of a .ts file that the program may store: those of the folders which word errors, reasons and
/// warnings. None where the file can't be read.
[[nodiscard]] std::vector<base::KnownSentences::Sentence> readSentences(const QString& file);

} // namespace latchboard::translations
