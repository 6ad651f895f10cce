// SPDX-License-Identifier: GPL-3.0-or-later
#include "translations/sentences.h"

#include <QFile>
#include <QXmlStreamReader>

namespace latchboard::translations {

namespace {

/// As in LB_TEXT(): the folders below src/ whose sentences reach the database.
bool isStored(const QString& context) {
    static const QStringList contexts = {QStringLiteral("base"), QStringLiteral("http"), QStringLiteral("ops"),
                                         QStringLiteral("pg"), QStringLiteral("sync")};
    return contexts.contains(context);
}

} // namespace

std::vector<base::KnownSentences::Sentence> readSentences(const QString& file) {
    std::vector<base::KnownSentences::Sentence> sentences;
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly))
        return sentences;
    QXmlStreamReader xml(&source);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name")
            context = xml.readElementText();
        else if (xml.name() == u"source" && isStored(context))
            sentences.push_back({context.toUtf8(), xml.readElementText().toUtf8()});
    }
    return sentences;
}

} // namespace latchboard::translations
