// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/registry.h"

#include "keys/shares.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace latchboard::keys {

namespace {

/// One name from two sources is shown once, with the more specific source and all that any of them expects.
void foldInto(KnownName& kept, const KnownName& other) {
    if (!kept.expectedHold)
        kept.expectedHold = other.expectedHold;
    kept.longLived = kept.longLived || other.longLived;
}

} // namespace

const char* nameSourceName(NameSource source) {
    switch (source) {
    case NameSource::Config:
        return "config";
    case NameSource::Database:
        return "database";
    case NameSource::Template:
        return "template";
    case NameSource::Catalogue:
        break;
    }
    return "catalogue";
}

std::shared_ptr<const Registry> Registry::build(std::vector<KnownName> names, std::vector<base::Error>* problems,
                                                unsigned threads) {
    constexpr std::size_t kFew = 4096; // threads cost more than they give
    if (names.size() < kFew)
        threads = 1;
    else if (threads == 0)
        threads = std::max(1U, std::thread::hardware_concurrency());

    std::vector<std::optional<LockTag>> tags(names.size());
    inShares(names.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            tags[i] = names[i].tag;
            if (!tags[i]) {
                if (const auto derived = derive(names[i].scheme, names[i].name))
                    tags[i] = *derived;
            }
        }
    });

    auto registry = std::make_shared<Registry>();
    registry->m_rows.reserve(names.size());
    registry->m_tags.reserve(names.size());
    registry->m_given.reserve(names.size());
    using Common = std::tuple<std::string, NameSource, std::string, std::string, std::optional<base::Duration>, bool>;
    std::map<Common, std::uint32_t> origins;
    const auto commonOf = [](const KnownName& known) {
        return std::tie(known.scheme, known.source, known.templateText, known.database, known.expectedHold,
                        known.longLived);
    };
    std::uint32_t origin = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        KnownName& known = names[i];
        if (!tags[i]) {
            if (problems != nullptr) {
                base::Error error = derive(known.scheme, known.name).error();
                error.message = LB_TEXT("keys", "The key \"%1\" is left out: %2").arg(known.name).arg(error.message);
                problems->push_back(std::move(error));
            }
            continue;
        }
        auto& all = registry->m_origins;
        if (all.empty() || commonOf(all[origin].known) != commonOf(known)) {
            const auto [entry, isNew] = origins.try_emplace(commonOf(known), static_cast<std::uint32_t>(all.size()));
            origin = entry->second;
            if (isNew) {
                const Scheme* scheme = findScheme(known.scheme);
                KnownName common = known;
                common.name.clear();
                common.tag.reset();
                all.push_back({std::move(common), scheme != nullptr && scheme->bareHash32});
            }
        }
        registry->m_rows.push_back({registry->m_texts.size(), static_cast<std::uint32_t>(known.name.size()), origin});
        registry->m_texts += known.name;
        registry->m_tags.push_back(*tags[i]);
        registry->m_given.push_back(known.tag.has_value());
    }
    registry->m_texts.shrink_to_fit();
    registry->m_index = NameIndex(registry->m_tags, threads);
    return registry;
}

std::string_view Registry::textOf(const Row& row) const {
    return std::string_view(m_texts).substr(row.textBegin, row.textLength);
}

NameMatch Registry::matchOf(std::size_t row) const {
    const Origin& origin = m_origins[m_rows[row].origin];
    NameMatch match{origin.known, m_tags[row], origin.couldBe};
    match.known.name = textOf(m_rows[row]);
    if (m_given[row])
        match.known.tag = m_tags[row];
    return match;
}

bool Registry::knows(const LockTag& tag) const {
    bool any = false;
    m_index.forEach(tag, [&any](std::uint32_t) { any = true; });
    return any;
}

std::vector<NameMatch> Registry::names() const {
    std::vector<NameMatch> all;
    all.reserve(m_rows.size());
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        all.push_back(matchOf(row));
    return all;
}

std::vector<NameMatch> Registry::decode(const LockTag& tag, std::string_view database) const {
    std::vector<NameMatch> matches;
    m_index.forEach(tag, [&](std::uint32_t row) {
        const KnownName& known = m_origins[m_rows[row].origin].known;
        if (database.empty() || known.database.empty() || known.database == database)
            matches.push_back(matchOf(row));
    });
    std::stable_sort(matches.begin(), matches.end(), [](const NameMatch& a, const NameMatch& b) {
        return std::pair(a.known.source, a.couldBe) < std::pair(b.known.source, b.couldBe);
    });

    std::vector<NameMatch> folded;
    folded.reserve(matches.size());
    for (NameMatch& match : matches) {
        const auto same = std::find_if(folded.begin(), folded.end(), [&](const NameMatch& kept) {
            return kept.known.name == match.known.name && kept.known.scheme == match.known.scheme;
        });
        if (same == folded.end())
            folded.push_back(std::move(match));
        else
            foldInto(same->known, match.known);
    }
    return folded;
}

std::optional<NameMatch> Registry::find(std::string_view name) const {
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (textOf(m_rows[row]) == name)
            return matchOf(row);
    }
    return std::nullopt;
}

} // namespace latchboard::keys
