// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/source_profile.h"

/// Parts of readSourceProfile(), one for each group of tables of the file.
namespace latchboard::sync::reading {

/// A text that must be one of `supported` (the first is the fallback). One of `known` is a form that real sources have
/// and this version does not read: the problem says so, and what is supported.
std::string kindOf(base::TomlTable& table, std::string_view key, const std::vector<std::string>& supported,
                   const std::vector<std::string>& known);

[[nodiscard]] std::string joined(const std::vector<std::string>& words);

std::optional<base::Duration> optionalDuration(base::TomlTable& table, std::string_view key);

/// The path at the key, empty where there is none; what is none is a problem.
std::string pathOf(base::TomlTable& table, std::string_view key);

/// format, pattern (of strftime) and tz of a time.
TimeForm readTimeForm(base::TomlTable& table);

/// Every variable of a template must be a secret of the profile or one of `variables`.
void checkTemplate(base::TomlTable& table, std::string_view key, std::string_view text, const SourceProfile& profile,
                   const std::vector<std::string>& variables);
/// A table of templates, in the order of the file; a list gives its name once for each element.
std::vector<std::pair<std::string, std::string>> readPairs(base::TomlTable& parent, std::string_view key,
                                                           const SourceProfile& profile,
                                                           const std::vector<std::string>& variables);
/// The variables that the steps of [auth] capture.
[[nodiscard]] std::vector<std::string> capturedBy(const SourceProfile& profile);

void readAuth(base::TomlTable& root, SourceProfile& profile);
void readRequest(base::TomlTable& root, SourceProfile& profile);
void readPagination(base::TomlTable& root, SourceProfile& profile);
void readFanout(base::TomlTable& root, SourceProfile& profile);
void readResponse(base::TomlTable& root, SourceProfile& profile);
void readDetail(base::TomlTable& root, SourceProfile& profile);
void readRecord(base::TomlTable& root, SourceProfile& profile);
void readLimits(base::TomlTable& root, SourceProfile& profile);
void readErrors(base::TomlTable& root, SourceProfile& profile);
/// What must hold between the tables: variables used and what gives them.
void checkTogether(base::TomlTable& root, const SourceProfile& profile);

} // namespace latchboard::sync::reading
