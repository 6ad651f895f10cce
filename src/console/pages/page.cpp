// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/pages/page.h"

#include "console/text/format.h"
#include "console/text/words.h"

namespace latchboard::console {
namespace {

/// "Trying again in 4 s.", or nothing where it is not known.
QString retryText(const std::optional<base::Instant>& at, base::Instant now) {
    if (!at) {
        return {};
    }
    const auto left = std::chrono::ceil<std::chrono::seconds>(*at - now);
    return left > std::chrono::seconds(0) ? Page::tr("Trying again in %1.").arg(durationText(left))
                                          : Page::tr("Trying again now.");
}

} // namespace

Page::Page(Backend& backend, Display& display, QWidget* parent)
    : QWidget(parent), m_backend(backend), m_display(display) {}

std::optional<PageState::Notice> Page::connectionNotice() const {
    const Setup& setup = m_backend.setup();
    switch (setup.state) {
    case Setup::State::Starting:
        return PageState::Notice{QStringLiteral("loading"), setup.doing.translated(), {}, {}};
    case Setup::State::Failed: {
        PageState::Notice notice = noticeOf(setup.error.value_or(
            base::makeError(base::ErrorKind::Configuration, LB_TEXT("console", "There is no server to look at."))));
        notice.action = tr("Try again");
        return notice;
    }
    case Setup::State::Ready:
        break;
    }
    const ops::MonitorUpdate& monitor = m_backend.monitor();
    if (monitor.analysis) {
        return {};
    }
    if (monitor.error) {
        PageState::Notice notice = noticeOf(*monitor.error);
        notice.text = QStringLiteral("%1 %2").arg(notice.text, retryText(monitor.retryAt, m_display.now())).trimmed();
        notice.action = tr("Try now");
        return notice;
    }
    return PageState::Notice{QStringLiteral("loading"), tr("Waiting for the first answer..."), {}, {}};
}

QString Page::staleText() const {
    const ops::MonitorUpdate& monitor = m_backend.monitor();
    QStringList parts;
    const QString why = monitor.error ? monitor.error->message.translated() : tr("no answer from the server.");
    parts << (monitor.lastAnswerAt
                  //: %1 is a time, %2 a sentence that says why
                  ? tr("Stale since %1: %2")
                        .arg(momentText(*monitor.lastAnswerAt, m_display.now(),
                                        m_display.times() == TimeStyle::Utc ? TimeStyle::Utc : TimeStyle::Local),
                             why)
                  : why);
    parts << retryText(monitor.retryAt, m_display.now());
    return parts.join(QLatin1Char(' ')).trimmed();
}

} // namespace latchboard::console
