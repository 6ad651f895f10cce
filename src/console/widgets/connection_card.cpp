// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/connection_card.h"

#include "console/text/format.h"
#include "console/text/words.h"

#include <QFormLayout>
#include <QLabel>

namespace latchboard::console {
namespace {

QString millisecondsText(base::Duration duration) {
    return QStringLiteral("%1 ms").arg(base::milliseconds(duration), 0, 'f', 1);
}

} // namespace

ConnectionCard::ConnectionCard(Backend& backend, Display& display, QWidget* parent)
    : QFrame(parent), m_backend(backend), m_display(display), m_server(new QLabel), m_role(new QLabel),
      m_answer(new QLabel), m_cost(new QLabel), m_locks(new QLabel), m_hidden(new QLabel) {
    setObjectName(QStringLiteral("connectionCardFrame"));
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* title = new QLabel(tr("Connection"));
    QFont bold = title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    title->setFont(bold);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(4);
    const std::pair<QString, QLabel*> rows[] = {{tr("Server"), m_server},      {tr("Role"), m_role},
                                                {tr("Last answer"), m_answer}, {tr("Cost of a look"), m_cost},
                                                {tr("Locks"), m_locks},        {tr("Not visible"), m_hidden}};
    for (const auto& [word, value] : rows) {
        auto* label = new QLabel(word);
        label->setForegroundRole(QPalette::PlaceholderText);
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        form->addRow(label, value);
    }
    m_server->setObjectName(QStringLiteral("connectionServerLabel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 10, 14, 12);
    layout->addWidget(title);
    layout->addLayout(form);
    connect(&backend, &Backend::monitorChanged, this, &ConnectionCard::show);
    connect(&display, &Display::ticked, this, &ConnectionCard::show);
    connect(&display, &Display::timesChanged, this, &ConnectionCard::show);
    show();
}

void ConnectionCard::show() {
    const ops::MonitorUpdate& monitor = m_backend.monitor();
    if (!monitor.analysis) {
        return;
    }
    const locks::Analysis& analysis = *monitor.analysis;
    const locks::ServerInfo& server = analysis.server;
    //: %1 is a database, %2 a host, %3 "primary" or "standby", %4 and %5 the version
    m_server->setText(tr("%1 on %2, %3, PostgreSQL %4.%5")
                          .arg(toQt(server.database), server.host.empty() ? tr("local socket") : toQt(server.host),
                               server.inRecovery ? tr("standby") : tr("primary"))
                          .arg(server.versionNum / 10000)
                          .arg(server.versionNum % 10000));
    QStringList role{toQt(server.user), environmentWord(m_backend.setup().environment)};
    if (m_backend.setup().readOnly) {
        role << tr("read-only");
    }
    m_role->setText(role.join(QStringLiteral(", ")));
    m_answer->setText(!monitor.lastAnswerAt ? QString()
                      : m_display.times() == TimeStyle::Relative
                          ? agoText(*monitor.lastAnswerAt, m_display.now())
                          : momentText(*monitor.lastAnswerAt, m_display.now(), m_display.times()));
    m_cost->setText(tr("scan of the locks %1, look at the sessions %2")
                        .arg(millisecondsText(analysis.scanCost), millisecondsText(analysis.beatCost)));
    const auto waiting = std::count_if(analysis.locks.begin(), analysis.locks.end(),
                                       [](const locks::LockView& lock) { return !lock.id.granted; });
    m_locks->setText(
        tr("%1 held, %2 waiting")
            .arg(numberText(static_cast<std::int64_t>(analysis.locks.size()) - waiting), numberText(waiting)));
    QStringList limits;
    for (const base::Text& limit : analysis.limits) {
        limits << limit.translated();
    }
    m_hidden->setText(limits.isEmpty() ? tr("nothing: this role sees all sessions") : limits.join(QLatin1Char('\n')));
}

} // namespace latchboard::console
