// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/pages/page.h"

class QLabel;
class QVBoxLayout;

namespace latchboard::console {

class AttentionList;
class ConnectionCard;
class JobCard;

/// One card a job, what wants attention, and how the connection is.
class OverviewPage final : public Page {
    Q_OBJECT
public:
    OverviewPage(Backend& backend, Display& display, QWidget* parent = nullptr);

    [[nodiscard]] bool showsLiveData() const override;

Q_SIGNALS:
    void hourActivated(const std::string& job, latchboard::base::Instant start);
    void lockActivated(const latchboard::keys::LockTag& tag);

private:
    QWidget* makeContent();
    void takeSetup();
    void takeJobs();
    void takeMonitor();
    void showState();

    AttentionList* m_attention;
    QVBoxLayout* m_cardLayout;
    std::vector<JobCard*> m_cards;
    ConnectionCard* m_connection;
    QLabel* m_noJobs;
    PageState* m_state;
};

} // namespace latchboard::console
