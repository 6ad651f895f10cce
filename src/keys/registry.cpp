// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/registry.h"

#include <algorithm>
#include <limits>

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

std::shared_ptr<const Registry> Registry::build(std::vector<KnownName> names, std::vector<base::Error>* problems) {
    auto registry = std::make_shared<Registry>();
    registry->m_names.reserve(names.size());
    for (KnownName& known : names) {
        LockTag tag;
        if (known.tag) {
            tag = *known.tag;
        } else {
            auto derived = derive(known.scheme, known.name);
            if (!derived) {
                if (problems != nullptr) {
                    base::Error error = derived.error();
                    error.message =
                        LB_TEXT("keys", "The key \"%1\" is left out: %2").arg(known.name).arg(error.message);
                    problems->push_back(std::move(error));
                }
                continue;
            }
            tag = *derived;
        }
        const Scheme* scheme = findScheme(known.scheme);
        registry->m_names.push_back({std::move(known), tag, scheme != nullptr && scheme->bareHash32});
    }

    auto& byTag = registry->m_byTag;
    byTag.reserve(registry->m_names.size());
    for (std::size_t i = 0; i < registry->m_names.size(); ++i)
        byTag.emplace_back(registry->m_names[i].tag, static_cast<std::uint32_t>(i));
    std::sort(byTag.begin(), byTag.end());
    return registry;
}

std::vector<NameMatch> Registry::decode(const LockTag& tag, std::string_view database) const {
    std::vector<NameMatch> matches;
    auto entry = std::lower_bound(m_byTag.begin(), m_byTag.end(), std::pair(tag, std::uint32_t{0}));
    for (; entry != m_byTag.end() && entry->first == tag; ++entry) {
        const NameMatch& match = m_names[entry->second];
        if (database.empty() || match.known.database.empty() || match.known.database == database)
            matches.push_back(match);
    }
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

const NameMatch* Registry::find(std::string_view name) const {
    const auto found =
        std::find_if(m_names.begin(), m_names.end(), [&](const NameMatch& match) { return match.known.name == name; });
    return found == m_names.end() ? nullptr : &*found;
}

} // namespace latchboard::keys
