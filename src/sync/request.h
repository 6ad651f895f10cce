// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/ports.h"
#include "sync/run.h"
#include "sync/template.h"

/// How a source profile becomes a request. Pure.
namespace latchboard::sync {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// The headers that prove who we are, with the secrets in. Configuration error where a secret is missing.
[[nodiscard]] base::Result<Headers> credentialHeaders(const SourceProfile& profile);

/// 8 hexadecimal digits of a hash of the credential, so that two credentials of one source have two buckets; the
/// credential cannot be read from it.
[[nodiscard]] std::string fingerprint(const Headers& credential);

/// Which buckets a request takes, one for each [[limit]] in the file's order, or one a second where there is none. Key:
/// source|fingerprint|path, with '*' for what the limit's scope does not tell apart; of a bucket or a window also
/// |name, or its kind where it has no name.
[[nodiscard]] std::vector<BucketRule> bucketRules(const SourceProfile& profile,
                                                  const std::string& credentialsFingerprint, const std::string& path);

/// ${from}, ${until} (where it is sent) and ${size}, and the secrets.
[[nodiscard]] Variables windowVariables(const SourceProfile& profile, const Interval& window);

/// A request below base_url (or to a whole URL), with templates filled in: an entry of the query or the body whose
/// variable is not set is left out. Who we are is added by Credentials::prove().
[[nodiscard]] HttpRequest makeRequest(const SourceProfile& profile, const std::string& method, const std::string& path,
                                      const std::vector<std::pair<std::string, std::string>>& query,
                                      const QJsonValue& json,
                                      const std::vector<std::pair<std::string, std::string>>& form,
                                      const Variables& variables);
/// The request of [request]. Where it is not the first page, what the profile drops there is left out too.
[[nodiscard]] HttpRequest makeRequest(const SourceProfile& profile, const Variables& variables, bool isNext = false);
/// The same for a page whose whole URL the source gave.
[[nodiscard]] HttpRequest makeRequest(const SourceProfile& profile, const std::string& url);

/// The URL that a source gave for the next page, made whole; SourcePermanent when it leads to another host (RFC 6454's
/// origin: scheme, host and port) than the profile's.
[[nodiscard]] base::Result<std::string> nextUrl(const SourceProfile& profile, const std::string& requested,
                                                const std::string& given);

/// The text with every secret of the profile, also as it stands in a URL or a header, as "***".
[[nodiscard]] std::string hideSecrets(const SourceProfile& profile, std::string text);

} // namespace latchboard::sync
