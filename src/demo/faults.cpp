// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/fault_server.h"

namespace latchboard::demo {

namespace {

constexpr const char* kOrders = R"({"orders":[{"id":"9007199254740993"}],"page":1,"pages":1,"total":1})";

} // namespace

std::string httpAnswer(const std::string& statusLine, const std::string& headers, const std::string& body) {
    return "HTTP/1.1 " + statusLine + "\r\n" + headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           body;
}

std::vector<NamedFault> allFaults() {
    using End = FaultAnswer::End;
    const std::string json = "Content-Type: application/json\r\n";
    const std::string good = httpAnswer("200 OK", json, kOrders);
    const std::string chunkedHead = "HTTP/1.1 200 OK\r\n" + json + "Transfer-Encoding: chunked\r\n\r\n";
    const auto drip = std::chrono::milliseconds(50);
    return {
        {"closes unanswered", {"", {}, End::Close}, false},
        {"resets unanswered", {"", {}, End::Reset}, false},
        {"never answers", {"", {}, End::Hold}, false},
        {"cuts the status line", {"HTTP/1.1 20", {}, End::Close}, false},
        {"stops in the head", {"HTTP/1.1 200 OK\r\nContent-Ty", {}, End::Hold}, false},
        {"is not HTTP", {"220 mail.example ESMTP\r\n", {}, End::Close}, false},
        {"drips its head", {good, drip, End::Hold}, false},
        {"drips its body for ever",
         {"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + std::string(100'000, ' '), std::chrono::milliseconds(1),
          End::Hold},
         false},
        {"cuts the body", {good.substr(0, good.size() - 20), {}, End::Close}, false},
        {"resets in the body", {good.substr(0, good.size() - 20), {}, End::Reset}, false},
        {"says more than it sends",
         {"HTTP/1.1 200 OK\r\n" + json + "Content-Length: 4096\r\n\r\n" + kOrders, {}, End::Close},
         false},
        {"says more than it sends and holds",
         {"HTTP/1.1 200 OK\r\n" + json + "Content-Length: 4096\r\n\r\n" + kOrders, {}, End::Hold},
         false},
        {"chunked without the last chunk", {chunkedHead + "8\r\n{\"orders\r\n", {}, End::Close}, false},
        {"chunk cut in the middle", {chunkedHead + "40\r\n{\"orders\":[", {}, End::Close}, false},
        {"gzip that is none",
         {httpAnswer("200 OK", json + "Content-Encoding: gzip\r\n", "this is not gzip"), {}, End::Close},
         false},
        {"redirects to itself", {httpAnswer("302 Found", "Location: /orders\r\n", ""), {}, End::Next}, true},
        {"redirects for good",
         {httpAnswer("308 Permanent Redirect", "Location: /elsewhere\r\n", ""), {}, End::Next},
         true},
        {"too many requests", {httpAnswer("429 Too Many Requests", "Retry-After: 2\r\n", ""), {}, End::Next}, true},
        {"unavailable, closing",
         {httpAnswer("503 Service Unavailable", "Connection: close\r\n", ""), {}, End::Close},
         true},
        {"asks for a password",
         {httpAnswer("401 Unauthorized", "WWW-Authenticate: Basic realm=\"orders\"\r\n", ""), {}, End::Next},
         true},
        {"request time-out", {httpAnswer("408 Request Timeout", "", ""), {}, End::Next}, true},
        {"too early", {httpAnswer("425 Too Early", "", ""), {}, End::Next}, true},
        {"wants no Expect", {httpAnswer("417 Expectation Failed", "", ""), {}, End::Next}, true},
        {"answers HTML",
         {httpAnswer("200 OK", "Content-Type: text/html\r\n", "<html><body>Maintenance</body></html>"), {}, End::Next},
         true},
        {"no length, closes", {"HTTP/1.1 200 OK\r\n" + json + "\r\n" + kOrders, {}, End::Close}, true},
    };
}

} // namespace latchboard::demo
