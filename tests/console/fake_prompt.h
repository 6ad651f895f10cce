// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/user_prompt.h"

#include <QStringList>

namespace latchboard::console::test {

/// Answers at once with what the test put in.
class FakePrompt final : public UserPrompt {
public:
    void confirm(QWidget*, const QString&, const QString& question, const QString&,
                 std::function<void(bool)> answer) override {
        questions << question;
        answer(agrees);
    }
    void saveFile(QWidget*, const QString&, const QString&, const QString&,
                  std::function<void(const QString&)> answer) override {
        answer(file);
    }

    QStringList questions;
    bool agrees = false;
    QString file;
};

} // namespace latchboard::console::test
