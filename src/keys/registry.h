// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "keys/derive.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace latchboard::keys {

/// Where a name comes from, most specific first: the order in which several fits are shown.
enum class NameSource { Config, Database, Template, Catalogue };
[[nodiscard]] const char* nameSourceName(NameSource source); ///< "config", "database", "template", "catalogue"

/// A name that somebody declared, with what is expected of its lock.
struct KnownName {
    std::string name;   ///< the instance, "order-sync:7"
    std::string scheme; ///< id of a Scheme
    NameSource source = NameSource::Config;
    std::string templateText;                   ///< "order-sync:{tenant_id}", or empty
    std::string database;                       ///< only in this database; empty: any
    std::optional<base::Duration> expectedHold; ///< how long a normal holder keeps it
    bool longLived = false;                     ///< a leader's lock: age alone says nothing
    std::optional<LockTag> tag;                 ///< given outright (constants, pairs); else derived from the name
};

struct NameMatch {
    KnownName known;
    LockTag tag;
    bool couldBe = false; ///< only 32 bits of hash agree: "could be"
};

/// The names that are known and the keys they have. Immutable once built: build a new one when the sources change and
/// swap the pointer; lookups then need no lock and may come from any thread.
class Registry {
public:
    /// Derives all keys. Names whose scheme or number is wrong are left out and reported in `problems` where given.
    static std::shared_ptr<const Registry> build(std::vector<KnownName> names,
                                                 std::vector<base::Error>* problems = nullptr);

    /// All names that fit, most specific first; empty where none does. With a database, names of other databases are
    /// left out. One name of one scheme comes once: with its most specific source, the first expected hold that any of
    /// its sources gives, and long-lived where one of them says so.
    [[nodiscard]] std::vector<NameMatch> decode(const LockTag& tag, std::string_view database = {}) const;
    [[nodiscard]] const std::vector<NameMatch>& names() const { return m_names; }
    /// The first declared name with this text.
    [[nodiscard]] const NameMatch* find(std::string_view name) const;

private:
    std::vector<NameMatch> m_names;                         ///< in the order given
    std::vector<std::pair<LockTag, std::uint32_t>> m_byTag; ///< sorted by tag
};

/// Replaces the one {placeholder} of a template (letters, digits and underscores between braces); a Usage error when
/// there is not exactly one.
[[nodiscard]] base::Result<std::string> fillTemplate(std::string_view templateText, std::string_view value);

inline constexpr std::int64_t kMostSlots = 100'000;

/// The texts of a range of time slots around now: every `every` from now-back to now+ahead, cut down to the grid,
/// formatted with a subset of strftime (%Y %m %d %H %M %S %%; others stay as they are), in UTC. Oldest first, equal
/// neighbours once, and never more than kMostSlots: of a longer range the latest.
[[nodiscard]] std::vector<std::string> timeSlots(std::string_view format, base::Duration every, base::Duration back,
                                                 base::Duration ahead, base::Instant now);

} // namespace latchboard::keys
