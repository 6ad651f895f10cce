// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// The program's own translations and Qt's, installed in the application. GUI or main thread, with an application
/// there.
namespace latchboard::translations {

/// "ko" or "en": what a person wants, else the language of the system where we have it, else English.
[[nodiscard]] QString chooseLanguage(const QString& wanted);

/// Takes out what an earlier call installed and puts in the language; also sets the default locale, by which numbers
/// and dates are written, and in another language than English the sentences of base::storedText().
void install(const QString& language);

} // namespace latchboard::translations
