// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/style/fonts.h"

#include <QFontDatabase>
#include <QStringList>

namespace latchboard::console {

QFont fontFor(const QString& language, const QFont& desktop) {
    QFont font = desktop;
    if (language != QStringLiteral("ko")) {
        return font;
    }
    const QStringList installed = QFontDatabase::families(QFontDatabase::Korean);
    for (const char* family : {"Pretendard", "Noto Sans CJK KR", "Noto Sans KR", "NanumGothic", "Baekmuk Dotum"}) {
        const QString name = QString::fromLatin1(family);
        if (installed.contains(name)) {
            font.setFamilies({desktop.family(), name});
            break;
        }
    }
    return font;
}

} // namespace latchboard::console
