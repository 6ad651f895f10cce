// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/connection_settings.h"

#include <libpq-fe.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

namespace latchboard::pg {

using base::ErrorKind;
using base::Unexpected;

namespace {

using Options = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

/// Options that hold a secret or the way to one, whatever libpq's display hint says.
bool isSecret(const PQconninfoOption& option) {
    const std::string_view keyword = option.keyword;
    return keyword == "password" || keyword == "sslpassword" || keyword == "passfile" ||
           (option.dispchar != nullptr && std::string_view(option.dispchar) == "*");
}

std::string quoted(std::string_view value) {
    std::string result = "'";
    for (const char c : value) {
        if (c == '\'' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + "'";
}

Options parse(const std::string& conninfo, std::string* problem = nullptr) {
    char* message = nullptr;
    Options options(PQconninfoParse(conninfo.c_str(), &message), &PQconninfoFree);
    if (problem != nullptr && message != nullptr)
        *problem = message;
    PQfreemem(message);
    return options;
}

std::string valueOf(const PQconninfoOption* options, std::string_view keyword) {
    for (; options != nullptr && options->keyword != nullptr; ++options) {
        if (keyword == options->keyword && options->val != nullptr)
            return options->val;
    }
    return {};
}

/// What is wrong with the grammar. libpq's own words quote a part of the text, which may be a part of a password.
base::Text grammarProblem(const std::string& conninfo, const std::string& problem) {
    if (conninfo.find("password") == std::string::npos && conninfo.find("://") == std::string::npos) {
        std::string words = problem;
        while (!words.empty() && (words.back() == '\n' || words.back() == '.'))
            words.pop_back();
        return LB_TEXT("pg", "The connection settings can't be read: %1.").arg(words);
    }
    if (std::count(conninfo.begin(), conninfo.end(), '\'') % 2 != 0)
        return LB_TEXT("pg", "The connection settings can't be read: a quote is not closed.");
    if (conninfo.find("://") != std::string::npos)
        return LB_TEXT("pg", "The connection settings can't be read: the URI is not well formed.");
    return LB_TEXT("pg", "The connection settings can't be read: they are not a list of key=value.");
}

base::Text quotingRemedy() {
    return LB_TEXT("pg",
                   "Quote values with blanks as key='value' with \\' and \\\\ inside, or percent-encode them in a URI; "
                   "keep the password out of them and name where it is kept.");
}

} // namespace

base::Result<void> checkConninfo(const std::string& conninfo) {
    std::string problem;
    const Options options = parse(conninfo, &problem);
    if (!options)
        return Unexpected(ErrorKind::Configuration, grammarProblem(conninfo, problem), quotingRemedy());
    for (const char* keyword : {"host", "hostaddr"}) {
        if (valueOf(options.get(), keyword).find('@') != std::string::npos) {
            return Unexpected(ErrorKind::Configuration,
                              LB_TEXT("pg", "The host of the connection settings contains '@': it would hold a part of "
                                            "the password."),
                              quotingRemedy());
        }
    }
    const std::string port = valueOf(options.get(), "port");
    const bool numbers = std::all_of(port.begin(), port.end(),
                                     [](unsigned char c) { return std::isdigit(c) != 0 || c == ',' || c == ' '; });
    if (!numbers) {
        return Unexpected(ErrorKind::Configuration,
                          LB_TEXT("pg", "The port of the connection settings is not a number."), quotingRemedy());
    }
    return {};
}

std::string redacted(const std::string& conninfo) {
    const Options options = parse(conninfo);
    if (!options)
        return "(unreadable connection settings)";
    std::string result;
    for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
        if (option->val == nullptr || isSecret(*option))
            continue;
        if (!result.empty())
            result += ' ';
        result += std::string(option->keyword) + "=" + quoted(option->val);
    }
    return result;
}

std::string targetOf(const std::string& conninfo) {
    const Options given = parse(conninfo);
    const Options defaults(PQconndefaults(), &PQconninfoFree);
    const auto value = [&](std::string_view keyword) {
        const std::string own = valueOf(given.get(), keyword);
        return own.empty() ? valueOf(defaults.get(), keyword) : own;
    };
    const std::string service = valueOf(given.get(), "service");
    std::string host = value("host");
    if (host.empty())
        host = value("hostaddr");
    if (!service.empty() && valueOf(given.get(), "host").empty())
        return "service " + service;
    std::string database = value("dbname");
    if (database.empty())
        database = value("user");
    const bool socket = host.empty() || host.front() == '/' || host.front() == '@';
    return (socket ? std::string("local socket") + (host.empty() ? "" : " " + host) + ", port " + value("port")
                   : host + ":" + value("port")) +
           "/" + database;
}

} // namespace latchboard::pg
