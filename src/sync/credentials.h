// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/ports.h"
#include "sync/request.h"

namespace latchboard::sync {

/// Proves to the source who we are, by any kind of [auth]: what stands in a header, what is signed for each request,
/// and tokens or sessions that are asked for by requests of their own. One a run. What it captures lives in memory
/// only; a refresh token that the source changes at each use can't be written into the user's secrets, so such a source
/// needs a client that keeps its refresh token.
class Credentials {
public:
    explicit Credentials(const SourceProfile& profile);

    /// Configuration error where a secret has no value, or cannot be sent.
    [[nodiscard]] base::Result<void> check() const;
    /// Of the secrets; they cannot be read from it.
    [[nodiscard]] const std::string& fingerprint() const { return m_fingerprint; }

    /// The steps to take before the next request, in their order; none where what was captured is still good.
    [[nodiscard]] std::vector<const SourceProfile::AuthStep*> missing(base::Instant now) const;
    [[nodiscard]] HttpRequest request(const SourceProfile::AuthStep& step, base::Instant now) const;
    /// Takes the answer to a step. SourceAuth where it lacks what is to be captured; the answer is not quoted.
    base::Result<void> took(const SourceProfile::AuthStep& step, const HttpAnswer& answer, base::Instant now);

    /// Forgets what was captured, so that its steps are missing() again. False where nothing was.
    bool forget();

    /// Variables for the request's templates: secrets and what was captured.
    [[nodiscard]] Variables variables() const;
    /// Adds the headers, signed where that is asked for.
    [[nodiscard]] base::Result<void> prove(HttpRequest& request, base::Instant now) const;
    /// The profile with what was captured among its secrets, so that no message shows it.
    [[nodiscard]] const SourceProfile& profile() const { return m_profile; }

private:
    [[nodiscard]] Variables signedVariables(const HttpRequest& request, base::Instant now) const;

    SourceProfile m_profile;
    std::string m_fingerprint;
    Variables m_captured;
    std::optional<base::Instant> m_goodUntil; ///< of what was captured; none: until it is refused
};

/// HMAC or bcrypt of the message. Internal error where the salt is none.
[[nodiscard]] base::Result<std::string> signatureOf(const SourceProfile::Signature& sign, const std::string& key,
                                                    const std::string& message);

} // namespace latchboard::sync
