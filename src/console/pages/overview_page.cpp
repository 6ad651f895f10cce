// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/pages/overview_page.h"

#include "console/widgets/attention_list.h"
#include "console/widgets/connection_card.h"
#include "console/widgets/job_card.h"
#include "console/widgets/page_header.h"

#include <QScrollArea>

namespace latchboard::console {

OverviewPage::OverviewPage(Backend& backend, Display& display, QWidget* parent)
    : Page(backend, display, parent), m_attention(new AttentionList), m_cardLayout(new QVBoxLayout),
      m_connection(new ConnectionCard(backend, display)), m_noJobs(new QLabel), m_state(new PageState(makeContent())) {
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(new PageHeader(tr("Overview")));
    layout->addWidget(m_state, 1);

    connect(m_attention, &AttentionList::lockActivated, this, &OverviewPage::lockActivated);
    connect(m_state, &PageState::actionTriggered, this, [this] { m_backend.lookNow(); });
    connect(&backend, &Backend::setupChanged, this, &OverviewPage::takeSetup);
    connect(&backend, &Backend::jobsChanged, this, &OverviewPage::takeJobs);
    connect(&backend, &Backend::monitorChanged, this, &OverviewPage::takeMonitor);
    connect(&display, &Display::ticked, this, &OverviewPage::showState);
    takeSetup();
    takeJobs();
    takeMonitor();
}

QWidget* OverviewPage::makeContent() {
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_attention);
    m_cardLayout->setSpacing(10);
    layout->addLayout(m_cardLayout);
    m_noJobs->setObjectName(QStringLiteral("noJobsLabel"));
    m_noJobs->setText(tr("No job is configured for this server. The lock pages work without one; a job is a [job.NAME] "
                         "section in latchboard.toml."));
    m_noJobs->setWordWrap(true);
    layout->addWidget(m_noJobs);
    layout->addWidget(m_connection);
    layout->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("overviewScrollArea"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    return scroll;
}

bool OverviewPage::showsLiveData() const {
    return m_backend.jobs() && m_backend.monitor().state == ops::MonitorUpdate::State::Live && m_state->showsContent();
}

void OverviewPage::takeSetup() {
    const Setup& setup = m_backend.setup();
    for (const JobInfo& job : setup.jobs) {
        const bool known = std::any_of(m_cards.begin(), m_cards.end(),
                                       [&job](const JobCard* card) { return card->job() == job.name; });
        if (!known) {
            auto* card = new JobCard(job.name, m_backend, m_display);
            connect(card, &JobCard::hourActivated, this, &OverviewPage::hourActivated);
            connect(card, &JobCard::lockActivated, this, &OverviewPage::lockActivated);
            m_cardLayout->addWidget(card);
            m_cards.push_back(card);
        }
    }
    m_noJobs->setVisible(setup.state == Setup::State::Ready && m_cards.empty());
    showState();
}

void OverviewPage::takeJobs() {
    if (m_backend.jobs()) {
        for (const ops::JobStatus& status : m_backend.jobs()->jobs) {
            for (JobCard* card : m_cards) {
                if (card->job() == status.job) {
                    card->setStatus(status);
                }
            }
        }
    }
    showState();
}

void OverviewPage::takeMonitor() {
    const ops::MonitorUpdate& monitor = m_backend.monitor();
    if (monitor.analysis) {
        m_attention->setAnalysis(*monitor.analysis);
    }
    showState();
}

void OverviewPage::showState() {
    if (const auto notice = connectionNotice()) {
        m_state->showNotice(*notice);
    } else if (m_backend.monitor().state == ops::MonitorUpdate::State::Stale) {
        m_state->showStale(staleText(), tr("Now"));
    } else {
        m_state->showContent();
    }
}

} // namespace latchboard::console
