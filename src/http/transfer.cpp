// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/transfer.h"

#include "http/safe_url.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <limits>

namespace latchboard::http {

namespace {

constexpr std::size_t kMostHeaderBytes = std::size_t{256} * 1024;

bool isLoopback(const sockaddr* address) {
    if (address->sa_family == AF_INET)
        return (ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr) >> 24) == 127;
    if (address->sa_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
    return false;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string lowerCase(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

long milliseconds(base::Duration duration) {
    const auto count = std::chrono::ceil<std::chrono::milliseconds>(duration).count();
    return static_cast<long>(std::clamp<std::int64_t>(count, 1, std::numeric_limits<int>::max()));
}

} // namespace

Transfer::Transfer(const sync::HttpRequest& request, const CurlOptions& options)
    : m_request(request), m_options(options), m_easy(curl_easy_init(), curl_easy_cleanup),
      m_headerList(nullptr, curl_slist_free_all) {}

base::Result<void> Transfer::prepare() {
    if (!m_easy)
        return base::Unexpected(base::ErrorKind::Internal, LB_TEXT("http", "No handle for an HTTP request."));
    bool hasType = false;
    std::vector<std::string> lines = {"Expect:"}; // else a refusal of it would be followed by a second request
    for (const auto& [name, value] : m_request.headers) {
        constexpr std::string_view lineBreaks("\r\n\0", 3);
        if (name.empty() || name.find_first_of(lineBreaks) != std::string::npos ||
            value.find_first_of(lineBreaks) != std::string::npos)
            return base::Unexpected(base::ErrorKind::Configuration,
                                    LB_TEXT("http", "A header of the request to %1 has no name or holds a line break.")
                                        .arg(safeUrl(m_request.url)));
        hasType = hasType || lowerCase(name) == "content-type";
        lines.push_back(value.empty() ? name + ";"
                                      : name + ": " + value); // "Name;" is libcurl's form of an empty value
    }
    if (!hasType)
        lines.emplace_back("Content-Type:"); // libcurl's own guess is not sent
    for (const auto& line : lines) {
        curl_slist* const longer = curl_slist_append(m_headerList.get(), line.c_str());
        if (longer == nullptr)
            return base::Unexpected(base::ErrorKind::Internal, LB_TEXT("http", "No memory for an HTTP request."));
        static_cast<void>(m_headerList.release());
        m_headerList.reset(longer);
    }

    CURL* const easy = m_easy.get();
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, m_detail.data());
    curl_easy_setopt(easy, CURLOPT_URL, m_request.url.c_str());
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, m_headerList.get());
    setMethod();

    // One request: no redirect, no connection that could be found dead and asked again, no HTTP/2 stream to repeat.
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");

    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, milliseconds(m_request.timeout));
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(m_request.timeout));
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L); // a stop does not wait for the resolver's thread

    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    if (!m_options.caFile.empty())
        curl_easy_setopt(easy, CURLOPT_CAINFO, m_options.caFile.c_str());
    if (!m_options.clientCertificate.empty()) {
        curl_easy_setopt(easy, CURLOPT_SSLCERT, m_options.clientCertificate.c_str());
        curl_easy_setopt(easy, CURLOPT_SSLKEY, m_options.clientKey.c_str());
    }
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);

    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Transfer::onHeader);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Transfer::onBody);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
    if (m_options.loopbackOnly || namesLoopback(m_request.url))
        curl_easy_setopt(easy, CURLOPT_PROXY, "");
    if (m_options.loopbackOnly) {
        curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &Transfer::onSocket);
        curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
    }
    return {};
}

void Transfer::setMethod() {
    CURL* const easy = m_easy.get();
    const std::string& method = m_request.method;
    if (!m_request.body.empty() || method == "POST" || method == "PUT" || method == "PATCH") {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_request.body.size()));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, m_request.body.data());
    } else if (method == "HEAD") {
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method.empty() ? "GET" : method.c_str());
}

bool Transfer::takeHeader(std::string_view line) {
    m_headerBytes += line.size();
    if (m_headerBytes > kMostHeaderBytes) {
        m_tooLarge = true;
        return false;
    }
    if (line.starts_with("HTTP/")) { // of the answer itself, after any 1xx
        m_answer.headers.clear();
        return true;
    }
    const auto colon = line.find(':');
    if (colon != std::string_view::npos)
        m_answer.headers.emplace_back(lowerCase(trimmed(line.substr(0, colon))), trimmed(line.substr(colon + 1)));
    return true;
}

std::size_t Transfer::onHeader(char* data, std::size_t size, std::size_t count, void* self) {
    return static_cast<Transfer*>(self)->takeHeader({data, size * count}) ? size * count : 0;
}

std::size_t Transfer::onBody(char* data, std::size_t size, std::size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    std::string& body = transfer.m_answer.body;
    const std::size_t bytes = size * count;
    const auto most = static_cast<std::size_t>(std::max<std::int64_t>(transfer.m_request.maxResponse, 0));
    if (bytes > most - std::min(most, body.size())) {
        transfer.m_tooLarge = true;
        return 0;
    }
    body.append(data, bytes);
    return bytes;
}

curl_socket_t Transfer::onSocket(void* self, curlsocktype, curl_sockaddr* address) {
    if (!isLoopback(&address->addr)) {
        static_cast<Transfer*>(self)->m_beyondLoopback = true;
        return CURL_SOCKET_BAD;
    }
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

base::Result<sync::HttpAnswer> Transfer::finish(CURLcode code, base::Duration took) {
    if (code != CURLE_OK)
        return explain(code);
    long status = 0;
    curl_easy_getinfo(m_easy.get(), CURLINFO_RESPONSE_CODE, &status);
    m_answer.status = static_cast<int>(status);
    m_answer.took = took;
    return std::move(m_answer);
}

base::Unexpected Transfer::explain(CURLcode code) const {
    using base::ErrorKind;
    using base::Unexpected;
    const std::string url = safeUrl(m_request.url);
    if (m_beyondLoopback)
        return Unexpected(ErrorKind::Refused,
                          LB_TEXT("http", "%1 is not on this machine, and only that is allowed.").arg(url));
    if (m_tooLarge)
        return Unexpected(
            ErrorKind::SourcePermanent,
            LB_TEXT("http", "The answer of %1 is larger than %2 bytes.").arg(url).arg(m_request.maxResponse),
            LB_TEXT("http", "Ask for smaller pages, or raise max_response."));
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
        return Unexpected(ErrorKind::SourceTransient, LB_TEXT("http", "%1 did not answer completely within %2.")
                                                          .arg(url)
                                                          .arg(base::formatDuration(m_request.timeout)));
    case CURLE_GOT_NOTHING:
        return Unexpected(ErrorKind::SourceTransient,
                          LB_TEXT("http", "%1 closed the connection without an answer.").arg(url));
    case CURLE_PARTIAL_FILE:
        return Unexpected(ErrorKind::SourceTransient, LB_TEXT("http", "The answer of %1 was cut short.").arg(url));
    case CURLE_BAD_CONTENT_ENCODING:
        return Unexpected(ErrorKind::SourceTransient,
                          LB_TEXT("http", "The answer of %1 can't be decompressed.").arg(url));
    case CURLE_UNSUPPORTED_PROTOCOL: // of the URL, or of an answer that does not begin as HTTP does
        if (url.starts_with("http://") || url.starts_with("https://"))
            return Unexpected(ErrorKind::SourceTransient, LB_TEXT("http", "The answer of %1 is not HTTP.").arg(url));
        [[fallthrough]];
    case CURLE_URL_MALFORMAT:
        return Unexpected(ErrorKind::SourcePermanent, LB_TEXT("http", "%1 is not an http or https URL.").arg(url));
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
        return Unexpected(ErrorKind::SourcePermanent,
                          LB_TEXT("http", "The certificate of %1 is not trusted: %2.").arg(url).arg(m_detail.data()));
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
        return Unexpected(ErrorKind::SourceTransient,
                          LB_TEXT("http", "No connection to %1: %2.").arg(url).arg(m_detail.data()));
    default:
        return Unexpected(ErrorKind::SourceTransient,
                          LB_TEXT("http", "The request to %1 failed: %2.").arg(url).arg(curl_easy_strerror(code)));
    }
}

} // namespace latchboard::http
