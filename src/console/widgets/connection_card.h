// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/backend.h"
#include "console/text/display.h"

#include <QFrame>

class QLabel;

namespace latchboard::console {

/// The server, the role and how the connection is, on the Overview.
class ConnectionCard final : public QFrame {
    Q_OBJECT
public:
    ConnectionCard(Backend& backend, Display& display, QWidget* parent = nullptr);

private:
    void show();

    Backend& m_backend;
    Display& m_display;
    QLabel* m_server;
    QLabel* m_role;
    QLabel* m_answer;
    QLabel* m_cost;
    QLabel* m_locks;
    QLabel* m_hidden;
};

} // namespace latchboard::console
