// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace latchboard::console {

/// The pages by icon, word and the count of what wants attention; Ctrl+1 is the first.
class Rail final : public QWidget {
    Q_OBJECT
public:
    explicit Rail(QWidget* parent = nullptr);

    void addPage(const QString& word, const QString& iconName, const QString& objectName);
    void setCurrent(int page);
    void setCount(int page, int count);

Q_SIGNALS:
    void pageWanted(int page);

protected:
    void changeEvent(QEvent* event) override;

private:
    void drawIcons();

    struct Entry {
        QToolButton* button;
        QString word, iconName;
    };
    std::vector<Entry> m_entries;
    QVBoxLayout* m_layout;
};

} // namespace latchboard::console
