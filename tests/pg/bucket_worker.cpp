// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/buckets.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <random>

#include <unistd.h>

/// A process that takes and finishes grants, for tests of the rate limit between processes. Its one argument is JSON:
/// { conninfo, owner, seed, grants, hold_at, rules: [{ key, kind, spacing_us, crash_us, hold_us, burst, count, per_us
/// }]}. At the grant of the number hold_at (from 1; 0: none) it prints "holding" and stands still until it is killed.
/// Exits with 0 after its grants, with 1 and the error's words at an error. The password comes from PGPASSWORD.
namespace {

using namespace latchboard;

constexpr base::Duration kAskAgain = std::chrono::milliseconds(8);

std::vector<sync::BucketRule> rulesOf(const QJsonArray& array) {
    const auto micros = [](const QJsonObject& object, const char* name) {
        return base::Duration(object[QLatin1String(name)].toInteger());
    };
    std::vector<sync::BucketRule> rules;
    for (const QJsonValue& value : array) {
        const QJsonObject object = value.toObject();
        sync::BucketRule rule;
        rule.key = object[QStringLiteral("key")].toString().toStdString();
        rule.kind = object[QStringLiteral("kind")].toString().toStdString();
        rule.spacing = micros(object, "spacing_us");
        rule.crashRest = micros(object, "crash_us");
        rule.hold = micros(object, "hold_us");
        rule.burst = object[QStringLiteral("burst")].toInteger(1);
        rule.count = object[QStringLiteral("count")].toInteger(0);
        rule.per = object.contains(QStringLiteral("per_us")) ? micros(object, "per_us") : rule.per;
        rules.push_back(std::move(rule));
    }
    return rules;
}

int failed(const base::Error& error) {
    std::puts(error.message.englishUtf8().c_str());
    return 1;
}

int work(const QJsonObject& order) {
    pg::ConnectionSettings settings;
    settings.conninfo = order[QStringLiteral("conninfo")].toString().toStdString();
    settings.connectTimeout = std::chrono::seconds(30);
    const auto rules = rulesOf(order[QStringLiteral("rules")].toArray());
    const std::string owner = order[QStringLiteral("owner")].toString().toStdString();
    const int grants = order[QStringLiteral("grants")].toInt();
    const int holdAt = order[QStringLiteral("hold_at")].toInt();
    std::mt19937_64 random(static_cast<std::uint64_t>(order[QStringLiteral("seed")].toInteger()));
    pg::Buckets buckets(settings, {});
    const base::SystemClock clock;
    for (int granted = 0; granted < grants;) {
        const auto answer = buckets.acquire(rules, owner);
        if (!answer)
            return failed(answer.error());
        if (const auto* refused = std::get_if<sync::GrantRefused>(&*answer)) {
            static_cast<void>(clock.wait(std::min(refused->wait, kAskAgain), {}));
            continue;
        }
        if (++granted == holdAt) {
            std::puts("holding");
            std::fflush(stdout);
            char byte = 0;
            while (read(STDIN_FILENO, &byte, 1) > 0) {
            }
            return 1;
        }
        sync::BucketFinish finish;
        finish.status = 200;
        // Some answers are large.
        finish.rest = random() % 4 == 0 ? std::chrono::milliseconds(20) : std::chrono::milliseconds(0);
        const auto done = buckets.finish(rules, std::get<sync::Grant>(*answer),
                                         std::vector<sync::BucketFinish>(rules.size(), finish));
        if (!done)
            return failed(done.error());
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    return argc == 2 ? work(QJsonDocument::fromJson(QByteArray(argv[1])).object()) : 2;
}
