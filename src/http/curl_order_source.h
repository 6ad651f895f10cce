// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/ports.h"

#include <memory>
#include <string>

namespace latchboard::http {

struct CurlOptions {
    /// Refuses every connection to an address that is not this machine's loopback, and takes no proxy. For tests.
    bool loopbackOnly = false;
    /// PEM file with the certificates that are trusted; empty: the system's.
    std::string caFile{};
    /// PEM files of a certificate that proves who we are, and its key; empty: none.
    std::string clientCertificate{}, clientKey{};
};

/// The order API over libcurl: for one call one request on the wire, on a connection of its own.
///
/// Qt's client is not used here: it sends a request again by itself when the server closes unanswered, follows
/// redirects, and lets a drip outlive its time-out (semantics.md, section 3). libcurl resends only on a reused
/// connection, so none is ever reused; redirects are answers like any other.
///
/// TLS is verified; http and https only; proxies by the environment (https_proxy, no_proxy ...),
/// none for this machine itself; gzip and deflate are
/// asked for and undone. The total time counts from the call to the last byte, the size after decompression.
///
/// Errors, whose text holds the URL without user, query and fragment, and never a header:
///   SourceTransient  no whole answer came: refused, reset, closed, cut short, too slow, not HTTP
///   SourcePermanent  a repetition would fail alike: URL, certificate, answer too large
///   Configuration    a header with a line break
///   Refused          beyond the loopback, where only that is allowed
///   Cancelled        the stop token
///   any other        what the pulse said
/// Used by one thread; a stop may come from any.
class CurlOrderSource final : public sync::OrderSource {
public:
    explicit CurlOrderSource(CurlOptions options = {});
    ~CurlOrderSource() override;

    base::Result<sync::HttpAnswer> send(const sync::HttpRequest& request, const base::Waiting& waiting) override;

private:
    struct Handles;
    CurlOptions m_options;
    std::unique_ptr<Handles> m_handles;
};

} // namespace latchboard::http
