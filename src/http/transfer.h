// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/curl_order_source.h"

#include <curl/curl.h>

#include <array>
#include <memory>

namespace latchboard::http {

/// One request and its answer as it comes in: libcurl's options and what its callbacks gather.
class Transfer {
public:
    Transfer(const sync::HttpRequest& request, const CurlOptions& options);

    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    /// Whether the request can be sent at all; call it before anything else.
    [[nodiscard]] base::Result<void> prepare();
    [[nodiscard]] CURL* handle() const { return m_easy.get(); }
    /// The answer, or what the end of the transfer means.
    [[nodiscard]] base::Result<sync::HttpAnswer> finish(CURLcode code, base::Duration took);

private:
    static std::size_t onHeader(char* data, std::size_t size, std::size_t count, void* self);
    static std::size_t onBody(char* data, std::size_t size, std::size_t count, void* self);
    static curl_socket_t onSocket(void* self, curlsocktype purpose, curl_sockaddr* address);
    bool takeHeader(std::string_view line);
    void setMethod();
    [[nodiscard]] base::Unexpected explain(CURLcode code) const;

    const sync::HttpRequest& m_request;
    const CurlOptions& m_options;
    std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> m_easy;
    std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> m_headerList;
    std::array<char, CURL_ERROR_SIZE> m_detail{};
    sync::HttpAnswer m_answer;
    std::size_t m_headerBytes = 0;
    bool m_tooLarge = false, m_beyondLoopback = false;
};

} // namespace latchboard::http
