// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

namespace {

struct Message {
    QString context, source, type;
    bool numerus = false;
    QStringList translations; ///< one, or a form each
};

QList<Message> readMessages(const QString& path) {
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) {
        return messages;
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"message") {
            messages << Message{context, {}, {}, xml.attributes().value("numerus") == u"yes", {}};
        } else if (xml.name() == u"source" && !messages.isEmpty()) {
            messages.last().source = xml.readElementText();
        } else if (xml.name() == u"translation" && !messages.isEmpty()) {
            messages.last().type = xml.attributes().value("type").toString();
            if (!messages.last().numerus) {
                messages.last().translations << xml.readElementText();
            }
        } else if (xml.name() == u"numerusform" && !messages.isEmpty()) {
            messages.last().translations << xml.readElementText();
        }
    }
    return messages;
}

QStringList placeholders(const QString& text) {
    static const QRegularExpression pattern(QStringLiteral("%(n|L?[0-9]+)"));
    QStringList found;
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        found << matches.next().captured();
    }
    found.sort();
    found.removeDuplicates();
    return found;
}

} // namespace

class TestConsoleTranslations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTextIsTranslated_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("forms");
        QTest::addColumn<bool>("pluralsOnly");
        QTest::newRow("ko") << "ko" << 1 << false;
        QTest::newRow("en") << "en" << 2 << true;
    }
    void everyTextIsTranslated() {
        QFETCH(QString, language);
        QFETCH(int, forms);
        QFETCH(bool, pluralsOnly);
        const QList<Message> messages =
            readMessages(QStringLiteral(LATCHBOARD_SOURCE_DIR "/translations/latchboard_%1.ts").arg(language));
        QVERIFY(!messages.isEmpty());
        QStringList faults;
        for (const Message& message : messages) {
            const QString where = message.context + QStringLiteral(": ") + message.source;
            if (pluralsOnly && !message.numerus) {
                continue;
            }
            if (message.type == u"unfinished" || message.translations.size() != (message.numerus ? forms : 1)) {
                faults << where;
                continue;
            }
            for (const QString& translation : message.translations) {
                QStringList wanted = placeholders(message.source);
                QStringList given = placeholders(translation);
                if (language == u"en" && message.numerus) { // "1 lock" may leave the number out
                    wanted.removeAll(QStringLiteral("%n"));
                    given.removeAll(QStringLiteral("%n"));
                }
                if (translation.isEmpty() || wanted != given) {
                    faults << where + QStringLiteral(" -> ") + translation;
                }
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }
};

QTEST_GUILESS_MAIN(TestConsoleTranslations)
#include "tst_console_translations.moc"
