// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/user_prompt.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace latchboard::console {

void DialogPrompt::confirm(QWidget* parent, const QString& title, const QString& question, const QString& action,
                           std::function<void(bool)> answer) {
    auto* box = new QMessageBox(QMessageBox::Question, title, question, QMessageBox::Cancel, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* act = box->addButton(action, QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(box, &QMessageBox::finished, box,
                     [box, act, answer = std::move(answer)] { answer(box->clickedButton() == act); });
    box->open();
}

void DialogPrompt::saveFile(QWidget* parent, const QString& title, const QString& suggestion, const QString& nameFilter,
                            std::function<void(const QString&)> answer) {
    auto* dialog = new QFileDialog(parent, title, suggestion, nameFilter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QObject::connect(dialog, &QFileDialog::finished, dialog, [dialog, answer = std::move(answer)](int result) {
        answer(result == QDialog::Accepted ? dialog->selectedFiles().value(0) : QString());
    });
    dialog->open();
}

} // namespace latchboard::console
