// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/backend.h"
#include "console/text/display.h"
#include "console/widgets/page_state.h"

namespace latchboard::console {

/// What every page has: the backend, the display, and the states that come from having no server to look at.
class Page : public QWidget {
    Q_OBJECT
public:
    Page(Backend& backend, Display& display, QWidget* parent = nullptr);

    /// It shows live values and not a notice: a picture of it is worth taking.
    [[nodiscard]] virtual bool showsLiveData() const = 0;

protected:
    /// The notice for a server that is being started, can't be reached or was never answered; none once there is an
    /// answer.
    [[nodiscard]] std::optional<PageState::Notice> connectionNotice() const;
    /// The band of a stale page: since when, why, and when it tries again.
    [[nodiscard]] QString staleText() const;

    Backend& m_backend;
    Display& m_display;
};

} // namespace latchboard::console
