// SPDX-License-Identifier: GPL-3.0-or-later
#include "translations/install.h"

#include "base/stored_text.h"
#include "translations/sentences.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

static void initTranslationResources() {
    Q_INIT_RESOURCE(latchboard_i18n);
}

namespace latchboard::translations {

QString chooseLanguage(const QString& wanted) {
    if (wanted == QStringLiteral("ko") || wanted == QStringLiteral("en")) {
        return wanted;
    }
    return QLocale::system().language() == QLocale::Korean ? QStringLiteral("ko") : QStringLiteral("en");
}

void install(const QString& language) {
    // The second, of Qt's own texts, is a file of the system and may be missing.
    static std::unique_ptr<QTranslator> translators[2];
    initTranslationResources();
    // In English all that is stored is shown as it is, and a command starts without reading them.
    if (language != QStringLiteral("en")) {
        static const base::KnownSentences sentences(readSentences(QStringLiteral(":/i18n/sentences.ts")));
        base::setKnownSentences(&sentences);
    }
    QLocale::setDefault(language == QStringLiteral("ko") ? QLocale(QLocale::Korean, QLocale::SouthKorea)
                                                         : QLocale(QLocale::English, QLocale::UnitedStates));
    const std::pair<QString, QString> sources[] = {
        {QStringLiteral("latchboard_") + language, QStringLiteral(":/i18n")},
        {QStringLiteral("qtbase_") + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath)}};
    for (int i = 0; i < 2; ++i) {
        translators[i] = std::make_unique<QTranslator>();
        if (translators[i]->load(sources[i].first, sources[i].second)) {
            QCoreApplication::installTranslator(translators[i].get());
        }
    }
}

} // namespace latchboard::translations
