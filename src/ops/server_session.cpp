// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/server_session.h"

namespace latchboard::ops {

base::Result<pg::ConnectionSettings> connectionSettings(const Profile& profile, const std::string& applicationName) {
    pg::ConnectionSettings settings;
    settings.conninfo = profile.conninfo;
    settings.applicationName = applicationName;
    settings.sessionPooling = profile.pooling == Pooling::Session;
    if (!profile.passwordReference.empty()) {
        auto password = resolveSecret(profile.passwordReference, profile.file);
        if (!password)
            return base::Unexpected(
                base::ErrorKind::Configuration,
                LB_TEXT("ops", "The password of profile \"%1\": %2").arg(profile.name).arg(password.error().message),
                password.error().remedy);
        settings.password = *password;
    }
    return settings;
}

base::Result<std::unique_ptr<pg::Session>> openSession(const Profile& profile, const std::string& applicationName,
                                                       const base::Waiting& waiting) {
    const auto settings = connectionSettings(profile, applicationName);
    if (!settings)
        return base::Unexpected(settings.error());
    return pg::Session::open(*settings, waiting);
}

JobValues askServerForJobs(const std::stop_token& stop) {
    return [stop](const Profile& profile, const std::string& sql) -> base::Result<std::vector<std::string>> {
        base::Waiting waiting;
        waiting.stop = stop;
        auto session = openSession(profile, "latchboard jobs", waiting);
        if (!session)
            return base::Unexpected(session.error());
        pg::Call call;
        call.waiting = waiting;
        const auto answer = (*session)->exec(sql, {}, call);
        if (!answer)
            return base::Unexpected(answer.error());
        std::vector<std::string> values;
        for (int row = 0; row < answer->rows(); ++row) {
            if (answer->columns() > 0 && !answer->isNull(row, 0))
                values.push_back(answer->text(row, 0));
        }
        return values;
    };
}

} // namespace latchboard::ops
