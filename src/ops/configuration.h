// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/secret.h"
#include "base/toml.h"
#include "keys/registry.h"
#include "locks/lock_view.h"
#include "ops/value_source.h"
#include "sync/job.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

/// latchboard.toml as values: profiles (servers), jobs, thresholds. README, section "Configuration".
namespace latchboard::ops {

enum class Environment { Development, Staging, Production };
enum class Pooling { None, Session, Transaction };

/// A declared template and the values that fill it.
struct KeyTemplate {
    std::string text, scheme;
    ValueSource values;
    std::optional<base::Duration> expectedHold;
    bool longLived = false;
};

struct Profile {
    std::string name;
    std::string file;              ///< the configuration file it stands in, to which its paths are relative
    std::string conninfo;          ///< libpq key/values or URI, without a password
    std::string passwordReference; ///< "keychain:...", "env:...", "file:..."; empty: libpq's own ways
    Environment environment = Environment::Development;
    bool readOnly = false;
    Pooling pooling = Pooling::None;
    std::vector<std::string> poolerAdmin;
    base::Duration refresh = std::chrono::seconds(2);
    std::vector<keys::KnownName> keys;
    std::vector<KeyTemplate> templates;
};

/// A job of the file, with what it lacks; one that lacks something is shown and not run.
struct JobEntry {
    std::string profile;
    sync::Job job;
    std::vector<base::Text> missing;
};

struct Configuration {
    std::string file;              ///< empty: none was read
    std::vector<Profile> profiles; ///< in the order of the file
    std::vector<JobEntry> jobs;
    locks::Thresholds thresholds;
    bool asksForJobs = false; ///< some jobs are one a value of a query: others may come and go

    [[nodiscard]] const Profile* profile(std::string_view name) const;
    [[nodiscard]] const JobEntry* job(std::string_view name) const;
};

/// The values of `for_each` that a query gives, asked of a profile's server.
using JobValues = std::function<base::Result<std::vector<std::string>>(const Profile& profile, const std::string& sql)>;

/// The file named, or the first there is of $XDG_CONFIG_HOME/latchboard/latchboard.toml and
/// /etc/latchboard/latchboard.toml; an empty configuration when none is named and none is there.
/// Configuration errors carry every problem of the file and of the source and target files it names. Jobs whose values
/// come from a query are left out where there is nobody to ask, and lack their values where asking fails.
[[nodiscard]] base::Result<Configuration> loadConfiguration(const std::string& file, const JobValues& ask = {});

/// The file that loadConfiguration() reads; empty where there is none.
[[nodiscard]] std::string configurationPath(const std::string& named);

/// Whether the text has the form of a reference that resolveSecret() takes.
[[nodiscard]] bool isSecretReference(const std::string& text);

/// What `env:`, `file:` (mode 0600 or stricter), `keychain:` and `credential:` stand for. Blocks; not on the GUI
/// thread.
[[nodiscard]] base::Result<base::Secret> resolveSecret(const std::string& reference, const std::string& relativeTo);

} // namespace latchboard::ops
