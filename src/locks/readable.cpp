// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/readable.h"

namespace latchboard::locks {

base::Text readable(base::Duration duration) {
    using namespace std::chrono;
    const auto total = std::max<std::int64_t>(0, duration_cast<seconds>(duration).count());
    const auto tenths = std::max<std::int64_t>(0, duration_cast<milliseconds>(duration).count() / 100);
    if (tenths == 0)
        return LB_TEXT("locks", "0 s");
    if (tenths < 10)
        return LB_TEXT("locks", "%1 s").arg("0." + std::to_string(tenths));
    if (total < 60)
        return LB_TEXT("locks", "%1 s").arg(total);
    const auto minutes = total / 60;
    if (minutes < 10 && total % 60 != 0)
        return LB_TEXT("locks", "%1 min %2 s").arg(minutes).arg(total % 60);
    if (minutes < 60)
        return LB_TEXT("locks", "%1 min").arg(minutes);
    const auto hours = minutes / 60;
    if (hours < 24 && minutes % 60 != 0)
        return LB_TEXT("locks", "%1 h %2 min").arg(hours).arg(minutes % 60);
    if (hours < 24)
        return LB_TEXT("locks", "%1 h").arg(hours);
    if (hours % 24 != 0)
        return LB_TEXT("locks", "%1 d %2 h").arg(hours / 24).arg(hours % 24);
    return LB_TEXT("locks", "%1 d").arg(hours / 24);
}

std::string readable(base::Instant instant) {
    std::string text = base::toRfc3339(std::chrono::ceil<std::chrono::milliseconds>(instant));
    text[text.find('T')] = ' ';
    text.replace(text.size() - 1, 1, " UTC");
    return text;
}

} // namespace latchboard::locks
