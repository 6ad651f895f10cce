// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/style/icons.h"

#include <QFile>
#include <QHash>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

static void initLatchboardResources() {
    Q_INIT_RESOURCE(latchboard);
}

namespace latchboard::console {

void initResources() {
    initLatchboardResources();
}

QIcon icon(const QString& name, const QColor& colour) {
    static QHash<QString, QIcon> drawn;
    const QString key = name + colour.name(QColor::HexArgb);
    if (const auto found = drawn.constFind(key); found != drawn.constEnd()) {
        return *found;
    }
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QByteArray svg = file.readAll();
    svg.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(svg);
    QIcon result;
    for (const int size : {16, 24, 32, 48, 64, 96}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        result.addPixmap(pixmap);
        result.addPixmap(pixmap, QIcon::Selected);
    }
    drawn.insert(key, result);
    return result;
}

} // namespace latchboard::console
