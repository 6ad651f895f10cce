// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace latchboard::console {

/// Holds the content of a page and, in its place or above it, what keeps the content from being there: loading, empty,
/// refused or failed as a drawing with a reason and one thing to do; stale as a band over the greyed last content.
class PageState final : public QWidget {
    Q_OBJECT
public:
    /// A notice in place of the content.
    struct Notice {
        QString iconName, title, text, action; ///< no button where there is no action
    };

    /// Takes the content over.
    explicit PageState(QWidget* content, QWidget* parent = nullptr);

    void showContent();
    void showNotice(const Notice& notice);
    /// The content stays, greyed, under a band that says since when and why.
    void showStale(const QString& text, const QString& action);

    [[nodiscard]] bool showsContent() const;
    [[nodiscard]] bool showsStale() const;
    [[nodiscard]] QString text() const; ///< of the notice or the band

Q_SIGNALS:
    /// The one thing to do was pressed.
    void actionTriggered();

protected:
    void changeEvent(QEvent* event) override;

private:
    void grey(bool grey);
    void drawIcons();

    QWidget* m_content;
    QWidget* m_band;
    QLabel* m_bandIcon;
    QLabel* m_bandText;
    QPushButton* m_bandAction;
    QStackedWidget* m_stack;
    QWidget* m_notice;
    QLabel* m_noticeIcon;
    QLabel* m_noticeTitle;
    QLabel* m_noticeText;
    QPushButton* m_noticeAction;
    QString m_iconName;
    bool m_grey = false;
};

/// A notice for an error: what happened and what to do.
[[nodiscard]] PageState::Notice noticeOf(const base::Error& error);

} // namespace latchboard::console
