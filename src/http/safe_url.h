// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace latchboard::http {

/// Whether the URL's host is this machine by its name or number; such a request never goes through a proxy.
[[nodiscard]] bool namesLoopback(const std::string& url);

/// Scheme, host, port and path of a URL: what a log or an error may hold. "(unreadable URL)" for what is none.
[[nodiscard]] std::string safeUrl(const std::string& url);

} // namespace latchboard::http
