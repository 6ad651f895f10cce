// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/configuration.h"
#include "ops/overrides.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace latchboard::ops {

namespace {

using base::ConfigProblem;
using base::TomlTable;

std::string besideFile(const std::string& file, const std::string& relative) {
    const QString folder = QFileInfo(QString::fromStdString(file)).absolutePath();
    return QDir::cleanPath(QDir(folder).absoluteFilePath(QString::fromStdString(relative))).toStdString();
}

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

KeyTemplate::Slots readSlots(TomlTable table) {
    KeyTemplate::Slots slots;
    slots.format = table.requiredText("format");
    slots.every = table.duration("every", std::chrono::minutes(1));
    slots.back = table.duration("back", std::chrono::hours(2));
    slots.ahead = table.duration("ahead", std::chrono::minutes(5));
    if (const std::string zone = table.text("tz", "UTC"); zone != "UTC")
        table.problem("tz", LB_TEXT("ops", "\"%1\": only \"UTC\" is supported by this version").arg(zone));
    if (slots.every <= base::Duration(0) || (slots.back + slots.ahead) / slots.every > 1'000'000)
        table.problem("every", LB_TEXT("ops", "must give between 1 and 1,000,000 slots"));
    table.finish();
    return slots;
}

void readTemplate(TomlTable& table, Profile& profile, const std::string& scheme) {
    KeyTemplate entry;
    entry.text = table.requiredText("template");
    entry.scheme = scheme;
    if (const auto filled = keys::fillTemplate(entry.text, "x"); !filled)
        table.problem("template", filled.error().message);
    entry.values = table.texts("values");
    entry.valuesSql = table.text("values_sql");
    if (const std::string file = table.text("file"); !file.empty())
        entry.file = besideFile(table.file(), file);
    if (const auto range = table.integers("range"); range.size() == 2 && range[0] <= range[1]) {
        if (range[1] - range[0] >= 1'000'000)
            table.problem("range", LB_TEXT("ops", "has more than 1,000,000 values"));
        else
            entry.range = std::pair(range[0], range[1]);
    } else if (table.has("range")) {
        table.problem("range", LB_TEXT("ops", "expected two whole numbers, the least and the greatest"));
    }
    if (auto slotTable = table.table("slots"))
        entry.slots = readSlots(std::move(*slotTable));
    const int sources = static_cast<int>(!entry.values.empty()) + static_cast<int>(!entry.valuesSql.empty()) +
                        static_cast<int>(!entry.file.empty()) + static_cast<int>(table.has("range")) +
                        static_cast<int>(entry.slots.has_value());
    if (sources != 1)
        table.problem("template",
                      LB_TEXT("ops", "needs exactly one of values, values_sql, range, file and slots: where its values "
                                     "come from"));
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
void readPart(JobEntry& entry, TomlTable& table, std::string_view key, std::vector<ConfigProblem>& problems,
              Read read) {
    const std::string named = table.requiredText(key);
    if (named.empty())
        return;
    const std::string path = besideFile(table.file(), named);
    if (!QFileInfo::exists(QString::fromStdString(path))) {
        entry.missing.push_back(LB_TEXT("ops", "the file %1 (key %2) is not there").arg(path).arg(key));
        return;
    }
    const size_t before = problems.size();
    TomlTable part = TomlTable::readFile(path, problems);
    if (problems.size() != before)
        return; // its tables are not there: one problem, not a list of what they lack
    read(part, QFileInfo(QString::fromStdString(path)).completeBaseName().toStdString());
}

JobEntry readJob(TomlTable table, std::string name, Configuration& configuration,
                 std::vector<ConfigProblem>& problems) {
    JobEntry entry;
    sync::Job& job = entry.job;
    job.name = std::move(name);
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
    job.lockName = table.text("lock", job.name);
    if (auto tag = keys::derive(keys::kDefaultScheme, job.lockName))
        job.lockTag = *tag;
    job.autoSync = table.boolean("auto_sync", false);
    job.every = table.duration("every", std::chrono::hours(1));
    if (job.every < std::chrono::seconds(1))
        table.problem("every", LB_TEXT("ops", "must be at least one second"));
    job.startupDelay = table.duration("startup_delay", std::chrono::seconds(90));
    job.lookback = table.duration("lookback", std::chrono::minutes(10));
    job.longestWait = table.duration("longest_wait", std::chrono::minutes(2));
    job.firstWindowStart = table.instant("first_window_start");
    job.expectedHold = optionalDuration(table, "expected_hold");
    refuse(table, "for_each");
    size_t before = problems.size();
    bool readBoth = true;
    readPart(entry, table, "source", problems, [&](TomlTable& part, const std::string& partName) {
        job.source = sync::readSourceProfile(part, partName);
    });
    readPart(entry, table, "target", problems,
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
            entry.job.expectedHold = key->expectedHold ? *key->expectedHold : entry.job.every / 2;
        if (!key->expectedHold)
            key->expectedHold = entry.job.expectedHold;
    }
}

} // namespace

base::Result<Configuration> loadConfiguration(const std::string& file) {
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
                configuration.jobs.push_back(readJob(std::move(*table), name, configuration, problems));
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
