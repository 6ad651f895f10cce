// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/names.h"

#include "base/clock.h"
#include "ops/server_choice.h"
#include "pg/lock_names.h"

namespace latchboard::ops {

std::vector<keys::KnownName> namesOf(const Profile& profile, base::Instant now, const ValuesOf& valuesOf,
                                     std::vector<base::Error>& problems) {
    std::vector<keys::KnownName> names = profile.keys;
    for (const KeyTemplate& entry : profile.templates) {
        const auto values = ops::valuesOf(entry.values, now, valuesOf);
        if (!values) {
            problems.push_back(values.error());
            continue;
        }
        for (const std::string& value : *values) {
            const auto name = keys::fillTemplate(entry.text, value);
            if (!name) {
                problems.push_back(name.error());
                break;
            }
            keys::KnownName known;
            known.name = *name;
            known.scheme = entry.scheme;
            known.source = keys::NameSource::Template;
            known.templateText = entry.text;
            known.expectedHold = entry.expectedHold;
            known.longLived = entry.longLived;
            names.push_back(std::move(known));
        }
    }
    return names;
}

base::Result<std::vector<keys::KnownName>> namesOfServer(const Profile& profile, pg::Session& session,
                                                         const base::Waiting& waiting,
                                                         std::vector<base::Error>& problems) {
    const ValuesOf valuesOf = [&](const std::string& sql) -> base::Result<std::vector<std::string>> {
        const auto rows = session.exec(sql, {}, {waiting});
        if (!rows)
            return base::Unexpected(rows.error());
        std::vector<std::string> values;
        values.reserve(static_cast<std::size_t>(rows->rows()));
        for (int row = 0; row < rows->rows(); ++row)
            values.push_back(rows->text(row, 0));
        return values;
    };
    auto names = namesOf(profile, base::SystemClock().now(), valuesOf, problems);
    auto registered = pg::readRegisteredNames(session, waiting);
    if (!registered)
        return base::Unexpected(registered.error());
    for (keys::KnownName& name : *registered)
        names.push_back(std::move(name));
    return names;
}

base::Result<std::shared_ptr<const keys::Registry>> declaredNames(const Configuration& configuration,
                                                                  const std::string& profileName) {
    std::vector<keys::KnownName> names;
    std::vector<base::Error> problems;
    const base::Instant now = base::SystemClock().now();
    if (!profileName.empty()) {
        const auto profile = chooseServer(configuration, {profileName, {}, {}});
        if (!profile)
            return base::Unexpected(profile.error());
        names = namesOf(*profile, now, {}, problems);
    } else {
        for (const Profile& profile : configuration.profiles) {
            for (keys::KnownName& name : namesOf(profile, now, {}, problems))
                names.push_back(std::move(name));
        }
    }
    if (!problems.empty())
        return base::Unexpected(problems.front());
    return keys::Registry::build(std::move(names));
}

} // namespace latchboard::ops
