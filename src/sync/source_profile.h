// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/secret.h"
#include "base/toml.h"
#include "sync/time_form.h"

#include <QJsonValue>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace latchboard::sync {

enum class SourceErrorClass { Ok, RateLimited, Lockout, Auth, Transient, Permanent };
[[nodiscard]] const char* className(SourceErrorClass value); ///< "rate_limited", ...

/// How an order API is asked, from a TOML file (README, section "Order API"). Data only: no code for any one API.
/// Secrets are references until resolve() of the composition puts them in `secrets`.
struct SourceProfile {
    std::string name; ///< the file's name without folder and ending; the first part of the bucket's key
    std::string baseUrl;
    base::Duration timeout = std::chrono::seconds(30); ///< total time of one request, from its first byte to its last
    std::int64_t maxResponse = 200LL * 1024 * 1024;    ///< bytes after decompression
    std::string userAgent = "latchboard/" LATCHBOARD_VERSION;

    /// Files in PEM form, relative to the profile's file; empty: the system's trust, and no certificate of ours.
    struct Tls {
        std::string caFile, clientCertificate, clientKey;
    };
    Tls tls;
    /// [request] headers: sent with every request; templates over the secrets.
    std::vector<std::pair<std::string, std::string>> headers;

    /// none | header | basic | bearer | oauth2_client | oauth2_refresh | session | hmac | signed_token
    std::string authKind = "none";
    std::map<std::string, std::string> authHeaders; ///< templates, e.g. "X-Token" = "${secret:token}"
    std::string authUser, authPassword;             ///< templates of kind basic
    std::string authToken;                          ///< template of kind bearer
    /// One request that gets a token or session. Its captures are variables from then on.
    struct AuthStep {
        std::string method = "POST", url; ///< template; below base_url where it begins with '/'
        QJsonValue json;                  ///< template of the body; null: none
        std::vector<std::pair<std::string, std::string>> form;
        std::map<std::string, std::string> capture; ///< variable = path in the answer
        std::optional<base::Duration>
            life;             ///< of what it captures; none: as `lifePath` says, or as long as it is taken
        std::string lifePath; ///< seconds, in the answer
    };
    std::vector<AuthStep> authSteps;
    std::vector<int> refreshOn = {401}; ///< statuses at which a token is renewed, once, before the run ends
    int stopAfterFailures = 3;          ///< so many scheduled runs in a row refused for the credential: no more of them
    struct Signature {
        std::string algorithm; ///< hmac-sha256 | bcrypt; empty: nothing is signed
        std::string key;       ///< template: the key of the HMAC, the salt of bcrypt
        /// Template over ${method}, ${path}, ${query}, ${body}, ${date}, ${timestamp} (seconds), ${timestamp_ms}.
        std::string message;
        std::string encode = "hex"; ///< hex | base64
        TimeForm date;              ///< of ${date}
    };
    Signature sign;
    std::map<std::string, std::string> secretReferences; ///< name = "env:NAME"
    std::map<std::string, base::Secret> secrets;

    std::string windowBasis = "updated"; ///< updated | created
    base::Duration windowLag{0};
    std::optional<base::Duration> maxSpan;
    std::optional<base::Duration> maxAge; ///< what is older the source does not give
    std::string bounds = "[]";            ///< which ends of a window belong to it: [] | [) | (] | ()
    std::string windowEndPath;            ///< `next_from`: the source's own end of the window, in the answer
    TimeForm windowForm;                  ///< how ${from} and ${until} are written
    bool sendUntil = true;                ///< the window has an upper bound: ${until} is sent
    /// For sources that can only be asked by creation time: each window starts at least so long before its end.
    std::optional<base::Duration> reread;

    std::string method = "GET", path; ///< the path is a template too
    std::vector<std::pair<std::string, std::string>>
        query;           ///< templates: ${from}, ${until}, ${page}, ${size}, ${cursor}, ${offset}
    QJsonValue bodyJson; ///< template of a JSON body; null: none
    std::vector<std::pair<std::string, std::string>> bodyForm; ///< templates of a form
    std::string sideEffect = "none"; ///< anything else: the request writes at the source; a dry run never sends it

    std::string fanoutName;                ///< one pass for each value of this variable, one window for all
    std::vector<std::string> fanoutValues; ///< empty: one pass

    std::string pagination = "none"; ///< none | page | offset | cursor | keyset | link_header | next_url
    int pageSize = 100, firstPage = 1;
    std::string direction = "forward"; ///< forward | backward (page and offset; needs a total)
    std::string cursorPath, totalPath, totalPagesPath, totalHeader, totalPagesHeader, nextUrlPath;
    std::string stopWhen = "short"; ///< the end of a page or offset list read forward: empty | short | more
    std::string morePath;           ///< says that another page follows; also for cursor
    int maxPages = 10'000;
    std::map<std::string, std::string> keyset; ///< variable = path in the answer, of kind keyset
    std::vector<std::string> dropOnNext;       ///< names of the query that only the first page is asked with
    std::string linksPath;                     ///< of next_url: a list of { rel, href } instead of one URL
    int pageOverlap = 0;                       ///< of a forward offset list: so many orders are asked for twice
    std::optional<std::int64_t> maxOffset;     ///< beyond it the source gives nothing
    std::optional<base::Duration> cursorLife;  ///< how long a cursor is good

    std::string itemsPath; ///< empty: the document itself is the list
    std::string okPath;    ///< an answer is good only where this is one of okValues; empty: not asked
    std::vector<std::string> okValues;
    std::string failIfPath;                 ///< an answer is bad where this is there and not null, false, "" or empty
    std::vector<int> emptyStatuses = {204}; ///< no body, no items

    std::string charset; ///< of the answers, "EUC-KR"; empty: UTF-8

    /// A second call, for the items of a page by their ids. What it answers for an item is the item's member "detail".
    struct Detail {
        std::string idsPath; ///< of the id in each item
        int batch = 1;       ///< ids of one call
        std::string method = "GET", path;
        std::vector<std::pair<std::string, std::string>> query; ///< templates with ${ids}: all of a call, with commas
        QJsonValue bodyJson;                                    ///< "${ids}" and "${ids:int}" stand for the list
        std::string itemsPath, joinPath; ///< the list in the answer; the id in each of its elements
    };
    std::optional<Detail> detail;

    struct Field {
        std::string column; ///< name of the value, "external_id", "amount"
        std::string path;   ///< dotted path in the item, "customer.name", "lines[0].sku"; empty: the whole item (json)
        std::string type = "text"; ///< text | number | instant | boolean | json
        TimeForm form = {};        ///< of an instant; a time without an offset is refused where there is no zone
        std::string constant = {}; ///< instead of a path
        bool hasConstant = false;
        bool upper = false;        ///< a text in capital letters (ASCII)
        std::string listPath = {}; ///< of reduce = "sum": `path` is then of each element of this list
        bool sum = false;
        int digits = 0;           ///< an amount counts in units of 10^-digits
        std::string minorBy = {}; ///< path of a currency, in whose smallest unit an amount counts
    };
    std::string externalIdPath;               ///< empty where it is joined
    std::vector<std::string> externalIdParts; ///< paths that make the id together
    std::string externalIdSeparator = "-";
    std::string updatedAtPath;
    TimeForm updatedAtForm;
    std::string deletedPath;                ///< empty: the source never says
    std::vector<std::string> deletedValues; ///< the item is gone when the value is one of these; empty: when not null
    std::vector<Field> fields;

    struct Rest { ///< rest after a large answer
        std::optional<std::int64_t> itemsAtLeast, bytesAtLeast;
        bool pageFull = false;
        std::optional<base::Duration> secondsAtLeast;
        base::Duration rest{0};
    };
    struct Limit {
        std::string name, scope = "endpoint"; ///< endpoint | source | credential
        std::string kind = "spacing";         ///< spacing | bucket | window
        /// Of spacing: from one call to the next. Of a bucket: until one more call of the burst is free. Of a window:
        /// 0.
        base::Duration every = std::chrono::seconds(1);
        std::int64_t burst = 1;          ///< of a bucket
        std::int64_t count = 0;          ///< of a window, in each `per`
        base::Duration per{0};           ///< of a window: a day, or what divides one evenly
        std::string zone = "UTC";        ///< of a window: at whose midnight a day begins
        std::string measured = "finish"; ///< finish | start: which end of a call counts
        base::Duration crashRest{0};
        std::vector<Rest> rests;
        std::string usageHeader;     ///< in lower case; its value is "used/size"
        std::string remainingHeader; ///< in lower case; its value is a number of calls
        std::string resetHeader;     ///< a wait hint: "header:x-reset:ms"
    };
    std::vector<Limit> limits;

    struct ErrorRule {
        std::vector<int> statuses;
        std::string jsonPath;
        std::string header; ///< in lower case
        std::vector<std::string> values;
        /// Regular expression on the value, instead of `values`; neither: the value is there, not null. The value is
        /// the one at `jsonPath`, or else the header's.
        std::string match;
        SourceErrorClass result = SourceErrorClass::Permanent;
        std::vector<std::string> waits; ///< "retry-after", "header:X-Reset:ms", "fixed:60s"
    };
    std::vector<ErrorRule> errorRules;

    int retryAttempts = 5;
    base::Duration retryBase = std::chrono::milliseconds(500), retryCap = std::chrono::seconds(30);
    struct ErrorBudget { ///< so many failed calls of a run within this time; then it makes no more
        int count = 0;
        base::Duration per{0};
    };
    std::optional<ErrorBudget> errorBudget;
};

/// Reads a profile; what is wrong is added to the problems, each with file, line and the nearest known key.
[[nodiscard]] SourceProfile readSourceProfile(base::TomlTable& root, std::string name);

} // namespace latchboard::sync
