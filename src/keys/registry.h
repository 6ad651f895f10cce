// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "keys/derive.h"
#include "keys/name_index.h"

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
/// swap the pointer; lookups then need no lock and may come from any thread. A name takes its text and about 60 bytes:
/// what names of one template have in common is kept once.
class Registry {
public:
    /// Derives all keys, on as many threads as are given (0: as many as there are processors; few names on one). Names
    /// whose scheme or number is wrong are left out and reported in `problems` where given. The result is the same for
    /// any number of threads.
    static std::shared_ptr<const Registry> build(std::vector<KnownName> names,
                                                 std::vector<base::Error>* problems = nullptr, unsigned threads = 0);

    /// All names that fit, most specific first; empty where none does. With a database, names of other databases are
    /// left out. One name of one scheme comes once: with its most specific source, the first expected hold that any of
    /// its sources gives, and long-lived where one of them says so.
    [[nodiscard]] std::vector<NameMatch> decode(const LockTag& tag, std::string_view database = {}) const;
    /// Whether any name of any database has this key.
    [[nodiscard]] bool knows(const LockTag& tag) const;
    [[nodiscard]] std::size_t size() const { return m_rows.size(); }
    /// All names in the order given, copied.
    [[nodiscard]] std::vector<NameMatch> names() const;
    /// The first declared name with this text.
    [[nodiscard]] std::optional<NameMatch> find(std::string_view name) const;

private:
    struct Row {
        std::size_t textBegin = 0;
        std::uint32_t textLength = 0;
        std::uint32_t origin = 0; ///< in m_origins
    };
    /// What is said of a name besides its text.
    struct Origin {
        KnownName known; ///< without name and tag
        bool couldBe = false;
    };
    [[nodiscard]] std::string_view textOf(const Row& row) const;
    [[nodiscard]] NameMatch matchOf(std::size_t row) const;

    std::string m_texts; ///< of all names, one after the other
    std::vector<Row> m_rows;
    std::vector<LockTag> m_tags; ///< of the rows
    std::vector<bool> m_given;   ///< of the rows: whether the tag was given outright
    std::vector<Origin> m_origins;
    NameIndex m_index;
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
