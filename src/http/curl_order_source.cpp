// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/curl_order_source.h"

#include "http/transfer.h"

#include <mutex>

namespace latchboard::http {

namespace {

/// Often enough for the pulse, which has to come at least once a second.
constexpr auto kLongestSleep = std::chrono::milliseconds(400);

void initializeLibrary() {
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

base::Duration monotonic() {
    return std::chrono::floor<base::Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

/// Takes the transfer out of the multi handle on every way out.
class Attached {
public:
    Attached(CURLM* multi, CURL* easy) : m_multi(multi), m_easy(easy), m_code(curl_multi_add_handle(multi, easy)) {}
    ~Attached() { curl_multi_remove_handle(m_multi, m_easy); }
    Attached(const Attached&) = delete;
    Attached& operator=(const Attached&) = delete;
    [[nodiscard]] CURLMcode code() const { return m_code; }

private:
    CURLM* m_multi;
    CURL* m_easy;
    CURLMcode m_code;
};

} // namespace

struct CurlOrderSource::Handles {
    std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)> multi{curl_multi_init(), curl_multi_cleanup};
};

CurlOrderSource::CurlOrderSource(CurlOptions options) : m_options(std::move(options)) {
    initializeLibrary();
    m_handles = std::make_unique<Handles>();
}

CurlOrderSource::~CurlOrderSource() = default;

base::Result<sync::HttpAnswer> CurlOrderSource::send(const sync::HttpRequest& request, const base::Waiting& waiting) {
    if (waiting.stop.stop_requested())
        return base::cancelled();
    CURLM* const multi = m_handles->multi.get();
    Transfer transfer(request, m_options);
    if (auto ready = transfer.prepare(); !ready)
        return base::Unexpected(ready.error());

    const auto began = monotonic();
    const Attached attached(multi, transfer.handle());
    const std::stop_callback wake(waiting.stop, [multi] { curl_multi_wakeup(multi); });
    CURLMcode code = attached.code();
    auto lastPulse = began;
    while (code == CURLM_OK) {
        int running = 0;
        code = curl_multi_perform(multi, &running);
        if (waiting.stop.stop_requested())
            return base::cancelled();
        if (code != CURLM_OK)
            break;
        if (running == 0) {
            int left = 0;
            const CURLMsg* const message = curl_multi_info_read(multi, &left);
            const CURLcode result =
                message != nullptr && message->msg == CURLMSG_DONE ? message->data.result : CURLE_FAILED_INIT;
            return transfer.finish(result, monotonic() - began);
        }
        if (waiting.pulse && monotonic() - lastPulse >= kLongestSleep) {
            lastPulse = monotonic();
            if (auto alive = waiting.pulse(); !alive)
                return base::Unexpected(alive.error());
        }
        code = curl_multi_poll(multi, nullptr, 0, static_cast<int>(kLongestSleep.count()), nullptr);
    }
    return base::Unexpected(base::ErrorKind::Internal,
                            LB_TEXT("http", "The HTTP library failed: %1.").arg(curl_multi_strerror(code)));
}

} // namespace latchboard::http
