// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace latchboard::console {

/// Every question to the person goes through here, so that a test can answer. Answers come by a call, at once or after
/// a while; no call blocks and none opens an event loop of its own.
class UserPrompt {
public:
    virtual ~UserPrompt() = default;

    /// `action` is what the affirmative button says, such as "Stop and close".
    virtual void confirm(QWidget* parent, const QString& title, const QString& question, const QString& action,
                         std::function<void(bool agreed)> answer) = 0;
    /// An empty file: the person thought better of it.
    virtual void saveFile(QWidget* parent, const QString& title, const QString& suggestion, const QString& nameFilter,
                          std::function<void(const QString& file)> answer) = 0;
};

/// Asks with dialogs of the desktop.
class DialogPrompt final : public UserPrompt {
public:
    void confirm(QWidget* parent, const QString& title, const QString& question, const QString& action,
                 std::function<void(bool agreed)> answer) override;
    void saveFile(QWidget* parent, const QString& title, const QString& suggestion, const QString& nameFilter,
                  std::function<void(const QString& file)> answer) override;
};

} // namespace latchboard::console
