// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/log.h"
#include "ops/configuration.h"
#include "ops/each_value.h"
#include "ops/overrides.h"

#include <QFileInfo>

#include <algorithm>

namespace latchboard::ops {

namespace {

using base::ConfigProblem;
using base::TomlTable;

constexpr size_t kMostOfEach = 1'000; // each job of an agent is a thread

void refuse(TomlTable& table, std::string_view key) {
    if (table.has(key)) {
        table.problem(key, LB_TEXT("ops", "is not supported by this version"));
        table.know(key);
    }
}

std::optional<base::Duration> optionalDuration(TomlTable& table, std::string_view key) {
    const base::Duration value = table.duration(key, base::Duration(-1));
    return value.count() < 0 ? std::nullopt : std::optional(value);
}

void readTemplate(TomlTable& table, Profile& profile, const std::string& scheme) {
    KeyTemplate entry;
    entry.text = table.requiredText("template");
    entry.scheme = scheme;
    if (const auto filled = keys::fillTemplate(entry.text, "x"); !filled)
        table.problem("template", filled.error().message);
    entry.values = readValueSource(table, "template");
    entry.expectedHold = optionalDuration(table, "expected_hold");
    entry.longLived = table.boolean("long_lived", false);
    profile.templates.push_back(std::move(entry));
}

void readName(TomlTable& table, Profile& profile, const std::string& scheme) {
    keys::KnownName known;
    known.name = table.requiredText("name");
    known.scheme = scheme;
    known.expectedHold = optionalDuration(table, "expected_hold");
    known.longLived = table.boolean("long_lived", false);
    known.database = table.text("database");
    if (const auto value = table.scalar("value")) {
        auto tag = keys::derive("constant", *value);
        if (tag)
            known.tag = *tag;
        else
            table.problem("value", tag.error().message);
        known.scheme = "constant";
    } else if (const auto pair = table.integers("pair"); table.has("pair")) {
        auto tag = pair.size() == 2
                       ? keys::derive("int4pair", std::to_string(pair[0]) + "," + std::to_string(pair[1]))
                       : base::Result<keys::LockTag>(base::Unexpected(
                             base::ErrorKind::Usage, LB_TEXT("ops", "expected two whole numbers of 32 bits")));
        if (tag)
            known.tag = *tag;
        else
            table.problem("pair", tag.error().message);
        known.scheme = "int4pair";
    } else if (!known.name.empty()) {
        if (auto tag = keys::derive(known.scheme, known.name))
            known.tag = *tag;
        else
            table.problem("name", tag.error().message);
    }
    profile.keys.push_back(std::move(known));
}

void readKey(TomlTable table, Profile& profile) {
    const std::string scheme = table.text("scheme", keys::kDefaultScheme);
    if (keys::findScheme(scheme) == nullptr) {
        std::vector<std::string> ids;
        for (const keys::Scheme& known : keys::schemes())
            ids.push_back(known.id);
        const std::string near = base::nearest(scheme, ids);
        table.problem("scheme",
                      near.empty()
                          ? LB_TEXT("ops", "unknown scheme \"%1\"").arg(scheme)
                          : LB_TEXT("ops", "unknown scheme \"%1\"; did you mean \"%2\"?").arg(scheme).arg(near));
        return;
    }
    if (table.has("template"))
        readTemplate(table, profile, scheme);
    else
        readName(table, profile, scheme);
    table.finish();
}

Profile readProfile(TomlTable table, std::string name) {
    Profile profile;
    profile.name = std::move(name);
    profile.file = table.file();
    profile.conninfo = table.requiredText("conninfo");
    profile.passwordReference = table.text("password");
    if (!profile.passwordReference.empty() && !isSecretReference(profile.passwordReference))
        table.problem("password",
                      LB_TEXT("ops", "expected a reference: \"env:NAME\", \"file:PATH\", \"keychain:NAME\" or "
                                     "\"credential:NAME\"; a password itself never stands in this file"));
    const std::string environment = table.oneOf("environment", {"development", "staging", "production"});
    profile.environment = environment == "production" ? Environment::Production
                          : environment == "staging"  ? Environment::Staging
                                                      : Environment::Development;
    profile.readOnly = table.boolean("read_only", false);
    const std::string pooling = table.oneOf("pooling", {"none", "session", "transaction"});
    profile.pooling = pooling == "session"       ? Pooling::Session
                      : pooling == "transaction" ? Pooling::Transaction
                                                 : Pooling::None;
    profile.poolerAdmin = table.texts("pooler_admin");
    profile.refresh =
        std::max<base::Duration>(table.duration("refresh", std::chrono::seconds(2)), std::chrono::milliseconds(250));
    for (TomlTable& key : table.tables("key"))
        readKey(std::move(key), profile);
    refuse(table, "history");
    table.finish();
    return profile;
}

/// A file that a job names: read when it is there, else something the job lacks.
template<typename Read>
void readPart(JobEntry& entry, TomlTable& table, std::string_view key, const EachValue& each,
              std::vector<ConfigProblem>& problems, Read read) {
    const std::string named = each.filled(table.requiredText(key));
    if (named.empty())
        return;
    const std::string path = besideFile(table.file(), named);
    if (!QFileInfo::exists(QString::fromStdString(path))) {
        entry.missing.push_back(LB_TEXT("ops", "the file %1 (key %2) is not there").arg(path).arg(key));
        return;
    }
    const size_t before = problems.size();
    TomlTable part = each.read(path, problems);
    if (problems.size() != before)
        return; // its tables are not there: one problem, not a list of what they lack
    read(part, each.named(QFileInfo(QString::fromStdString(path)).completeBaseName().toStdString()));
}

JobEntry readJob(TomlTable table, const std::string& name, const EachValue& each, Configuration& configuration,
                 std::vector<ConfigProblem>& problems) {
    JobEntry entry;
    sync::Job& job = entry.job;
    job.name = each.named(name);
    entry.profile = table.requiredText("profile");
    if (!entry.profile.empty() && configuration.profile(entry.profile) == nullptr) {
        std::vector<std::string> names;
        for (const Profile& profile : configuration.profiles)
            names.push_back(profile.name);
        const std::string near = base::nearest(entry.profile, names);
        table.problem(
            "profile",
            near.empty()
                ? LB_TEXT("ops", "there is no profile \"%1\"").arg(entry.profile)
                : LB_TEXT("ops", "there is no profile \"%1\"; did you mean \"%2\"?").arg(entry.profile).arg(near));
    }
    job.lockName = each.filled(table.text("lock", job.name));
    if (auto tag = keys::derive(keys::kDefaultScheme, job.lockName))
        job.lockTag = *tag;
    job.autoSync = table.boolean("auto_sync", false);
    job.grid.every = table.duration("every", std::chrono::hours(1));
    if (job.grid.every < std::chrono::seconds(1))
        table.problem("every", LB_TEXT("ops", "must be at least one second"));
    job.startupDelay = table.duration("startup_delay", std::chrono::seconds(90));
    job.lookback = table.duration("lookback", std::chrono::minutes(10));
    job.longestWait = table.duration("longest_wait", std::chrono::minutes(2));
    job.firstWindowStart = table.instant("first_window_start");
    job.expectedHold = optionalDuration(table, "expected_hold");
    if (const std::string zone = table.text("tz", "UTC"); sync::isZone(zone))
        job.grid.zone = *sync::Zone::parse(zone);
    else
        table.problem("tz", LB_TEXT("ops", "\"%1\" is no time zone; write \"UTC\", an offset such as \"+09:00\", or a "
                                           "name such as \"Asia/Seoul\"")
                                .arg(zone));
    table.know("for_each");
    size_t before = problems.size();
    bool readBoth = true;
    readPart(entry, table, "source", each, problems, [&](TomlTable& part, const std::string& partName) {
        job.source = sync::readSourceProfile(part, partName);
    });
    readPart(entry, table, "target", each, problems,
             [&](TomlTable& part, const std::string&) { job.target = sync::readTargetMapping(part); });
    readBoth = entry.missing.empty() && problems.size() == before && table.has("source") && table.has("target");
    if (readBoth)
        sync::checkMapping(job.source, job.target, table.file(), table.line(), problems);
    for (const auto& [secret, reference] : job.source.secretReferences) {
        if (reference.rfind("keychain:", 0) == 0)
            continue; // asked for when the job runs: the keychain may want to ask a person
        auto value = resolveSecret(reference, table.file());
        if (value)
            job.source.secrets[secret] = *value;
        else
            entry.missing.push_back(LB_TEXT("ops", "the secret \"%1\": %2").arg(secret).arg(value.error().message));
    }
    table.finish();
    return entry;
}

/// One job, or one for each value.
void readJobs(TomlTable table, const std::string& name, const JobValues& ask, Configuration& configuration,
              std::vector<ConfigProblem>& problems) {
    if (!table.has("for_each")) {
        configuration.jobs.push_back(readJob(std::move(table), name, {}, configuration, problems));
        return;
    }
    const auto each = readForEach(table);
    if (!each)
        return;
    configuration.asksForJobs = configuration.asksForJobs || !each->values.sql.empty();
    if (!each->values.sql.empty() && !ask)
        return;
    const Profile* profile = configuration.profile(table.text("profile"));
    const auto values = valuesOf(each->values, base::SystemClock().now(), [&](const std::string& sql) {
        return profile != nullptr ? ask(*profile, sql) : std::vector<std::string>();
    });
    if (!values) {
        JobEntry entry;
        entry.job.name = name;
        entry.profile = table.text("profile");
        entry.missing.push_back(LB_TEXT("ops", "its values of %1: %2").arg(each->variable).arg(values.error().message));
        configuration.jobs.push_back(std::move(entry));
        return;
    }
    if (values->size() > kMostOfEach) {
        table.problem(
            "for_each",
            LB_TEXT("ops", "gives %1 jobs; at most %2 are scheduled by one file").arg(values->size()).arg(kMostOfEach));
        return;
    }
    for (const std::string& value : *values) {
        if (!EachValue::isGood(value)) {
            base::log::warning(name + " has no job for a value of " + each->variable +
                               " that has quotes, braces, a backslash or control characters in it");
            continue;
        }
        const size_t before = problems.size();
        configuration.jobs.push_back(readJob(table, name, {each->variable, value}, configuration, problems));
        if (problems.size() != before)
            return; // the other values have the same ones
    }
}

/// What is expected of a job's lock: said at the job, at the profile's key of that name, or else half its period.
void expectHolds(Configuration& configuration) {
    for (JobEntry& entry : configuration.jobs) {
        const auto profile = std::find_if(configuration.profiles.begin(), configuration.profiles.end(),
                                          [&](const Profile& p) { return p.name == entry.profile; });
        if (profile == configuration.profiles.end())
            continue;
        auto key = std::find_if(profile->keys.begin(), profile->keys.end(),
                                [&](const keys::KnownName& k) { return k.tag == entry.job.lockTag; });
        if (key == profile->keys.end()) {
            keys::KnownName known;
            known.name = entry.job.lockName;
            known.scheme = keys::kDefaultScheme;
            known.tag = entry.job.lockTag;
            key = profile->keys.insert(profile->keys.end(), known);
        }
        if (!entry.job.expectedHold)
            entry.job.expectedHold = key->expectedHold ? *key->expectedHold : entry.job.grid.every / 2;
        if (!key->expectedHold)
            key->expectedHold = entry.job.expectedHold;
    }
}

} // namespace

base::Result<Configuration> loadConfiguration(const std::string& file, const JobValues& ask) {
    Configuration configuration;
    configuration.file = configurationPath(file);
    if (configuration.file.empty())
        return configuration;
    std::vector<ConfigProblem> problems;
    TomlTable root = TomlTable::readFile(configuration.file, problems);
    if (!problems.empty())
        return base::Unexpected(base::configError(problems));

    if (auto profiles = root.table("profile")) {
        for (const std::string& name : profiles->keys()) {
            if (auto table = profiles->table(name))
                configuration.profiles.push_back(readProfile(std::move(*table), name));
        }
    }
    if (auto thresholds = root.table("thresholds")) {
        configuration.thresholds.leakIdle = thresholds->duration("leak_idle", configuration.thresholds.leakIdle);
        refuse(*thresholds, "lock_wait_p95");
        thresholds->finish();
    }
    if (auto jobs = root.table("job")) {
        for (const std::string& name : jobs->keys()) {
            if (auto table = jobs->table(name))
                readJobs(std::move(*table), name, ask, configuration, problems);
        }
    }
    refuse(root, "alert");
    root.finish();
    applyEnvironment(configuration, problems);
    if (!problems.empty())
        return base::Unexpected(base::configError(problems));
    expectHolds(configuration);
    return configuration;
}

} // namespace latchboard::ops
