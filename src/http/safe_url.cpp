// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/safe_url.h"

#include <curl/curl.h>

#include <memory>

namespace latchboard::http {

namespace {

using Url = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

Url parse(const std::string& url) {
    Url parsed(curl_url(), curl_url_cleanup);
    if (parsed && curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK)
        parsed.reset();
    return parsed;
}

} // namespace

bool namesLoopback(const std::string& url) {
    const Url parsed = parse(url);
    char* text = nullptr;
    if (!parsed || curl_url_get(parsed.get(), CURLUPART_HOST, &text, 0) != CURLUE_OK)
        return false;
    const std::string host(text);
    curl_free(text);
    if (host == "localhost" || host == "[::1]")
        return true;
    // Four numbers: "127.attacker.example" is a name like any other.
    return host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string::npos;
}

std::string safeUrl(const std::string& url) {
    const Url parsed = parse(url);
    if (!parsed)
        return "(unreadable URL)";
    for (const CURLUPart part :
         {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_QUERY, CURLUPART_FRAGMENT})
        curl_url_set(parsed.get(), part, nullptr, 0);
    char* text = nullptr;
    if (curl_url_get(parsed.get(), CURLUPART_URL, &text, 0) != CURLUE_OK)
        return "(unreadable URL)";
    std::string result(text);
    curl_free(text);
    return result;
}

} // namespace latchboard::http
