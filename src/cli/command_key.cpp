// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "cli/commands.h"
#include "cli/table.h"
#include "keys/registry.h"
#include "ops/names.h"

#include <algorithm>
#include <charconv>

namespace latchboard::cli {

namespace {

QJsonObject tagJson(const keys::LockTag& tag) {
    QJsonObject json;
    json[QStringLiteral("classid")] = static_cast<qint64>(tag.classid);
    json[QStringLiteral("objid")] = static_cast<qint64>(tag.objid);
    json[QStringLiteral("objsubid")] = tag.objsubid;
    json[QStringLiteral("form")] = QString::fromLatin1(keys::formName(keys::formOf(tag)));
    json[QStringLiteral("value")] = QString::number(keys::bigintOf(tag));
    return json;
}

QStringList tagCells(const keys::LockTag& tag) {
    return {QString::fromStdString(keys::keyText(tag)), QString::number(tag.classid), QString::number(tag.objid),
            QString::number(tag.objsubid)};
}

QJsonObject matchJson(const keys::NameMatch& match) {
    QJsonObject json = tagJson(match.tag);
    json[QStringLiteral("name")] = QString::fromStdString(match.known.name);
    json[QStringLiteral("scheme")] = QString::fromStdString(match.known.scheme);
    json[QStringLiteral("source")] = QString::fromLatin1(keys::nameSourceName(match.known.source));
    json[QStringLiteral("could_be")] = match.couldBe;
    if (!match.known.templateText.empty())
        json[QStringLiteral("template")] = QString::fromStdString(match.known.templateText);
    return json;
}

/// As what a program may have sent this key: one number, the int4 that was widened to it, or two int4.
QJsonArray readsAs(const keys::LockTag& tag) {
    QJsonArray ways;
    if (keys::formOf(tag) == keys::KeyForm::Bigint) {
        ways.append(QStringLiteral("bigint"));
        if (keys::bigintOf(tag) == keys::secondOf(tag))
            ways.append(QStringLiteral("int4"));
    } else if (keys::formOf(tag) == keys::KeyForm::Int4Pair) {
        ways.append(QStringLiteral("int4pair"));
    }
    return ways;
}

base::Text readsAsText(const keys::LockTag& tag) {
    switch (keys::formOf(tag)) {
    case keys::KeyForm::Int4Pair:
        return LB_TEXT("cli", "reads as  two int4 (%1, %2)").arg(keys::firstOf(tag)).arg(keys::secondOf(tag));
    case keys::KeyForm::Bigint:
        if (keys::bigintOf(tag) == keys::secondOf(tag))
            return LB_TEXT("cli", "reads as  a bigint, or an int4 that was widened to one; the same numbers as two "
                                  "int4 are another lock");
        return LB_TEXT("cli", "reads as  a bigint; the same numbers as two int4 are another lock");
    case keys::KeyForm::Other:
        break;
    }
    return LB_TEXT("cli", "reads as  neither: objsubid %1 is an extension's own").arg(tag.objsubid);
}

base::Unexpected badNumber(const std::string& text) {
    return base::Unexpected(base::ErrorKind::Usage,
                            LB_TEXT("cli",
                                    "\"%1\" is not a key: give CLASSID OBJID [OBJSUBID] as pg_locks shows them, or "
                                    "one signed 64-bit number.")
                                .arg(text));
}

template<typename Number>
bool parse(std::string_view text, Number& number) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size();
}

base::Result<keys::LockTag> parseTag(const std::vector<std::string>& numbers) {
    if (numbers.size() == 1) {
        std::int64_t key = 0;
        if (!parse(numbers[0], key))
            return badNumber(numbers[0]);
        return keys::tagOfBigint(key);
    }
    if (numbers.size() != 2 && numbers.size() != 3) {
        std::string all;
        for (const std::string& number : numbers)
            all += (all.empty() ? "" : " ") + number;
        return badNumber(all);
    }
    keys::LockTag tag;
    if (!parse(numbers[0], tag.classid))
        return badNumber(numbers[0]);
    if (!parse(numbers[1], tag.objid))
        return badNumber(numbers[1]);
    if (numbers.size() == 3 && !parse(numbers[2], tag.objsubid))
        return badNumber(numbers[2]);
    return tag;
}

/// The names of the server that was named, with those registered in its database; where it can't be asked, the error
/// stream says so and the names of the configuration are left.
base::Result<std::shared_ptr<const keys::Registry>> namesOf(const Context& context) {
    const auto configuration = context.configuration();
    if (!configuration)
        return base::Unexpected(configuration.error());
    if (context.server.profile.empty() && context.server.conninfo.empty())
        return ops::declaredNames(*configuration, {});
    const auto profile = ops::chooseServer(*configuration, context.server);
    if (!profile)
        return base::Unexpected(profile.error());
    std::vector<base::Error> problems;
    std::vector<keys::KnownName> names;
    const base::Waiting waiting{context.stop, {}};
    const auto session = ops::openSession(*profile, "latchctl key", waiting);
    auto all = session ? ops::namesOfServer(*profile, **session, waiting, problems)
                       : base::Result<std::vector<keys::KnownName>>(base::Unexpected(session.error()));
    if (all) {
        names = std::move(*all);
    } else {
        problems.clear(); // its queries' problems are those of the server
        problems.push_back(all.error());
        problems.back().message = LB_TEXT("cli", "Names of the server are left out: %1").arg(all.error().message);
        names = ops::namesOf(*profile, base::SystemClock().now(), {}, problems);
    }
    auto registry = keys::Registry::build(std::move(names), &problems);
    for (const base::Error& problem : problems)
        static_cast<void>(fail(context, problem));
    return registry;
}

} // namespace

int keyDeriveCommand(const Context& context, const std::string& name, const std::string& scheme) {
    QJsonArray all;
    Table table({left(LB_TEXT("cli", "scheme")), right(LB_TEXT("cli", "key")), right(LB_TEXT("cli", "classid")),
                 right(LB_TEXT("cli", "objid")), right(LB_TEXT("cli", "objsubid"))});
    bool any = false;
    for (const keys::Scheme& known : keys::schemes()) {
        if (!scheme.empty() && known.id != scheme)
            continue;
        const auto tag = keys::derive(known.id, name);
        if (!tag) {
            if (!scheme.empty())
                return fail(context, tag.error());
            continue; // a word is no constant: only the schemes that take this name are shown
        }
        any = true;
        QJsonObject json = tagJson(*tag);
        json[QStringLiteral("scheme")] = QString::fromStdString(known.id);
        all.append(json);
        table.add(QStringList{QString::fromStdString(known.id)} + tagCells(*tag));
    }
    if (!any)
        return fail(context, keys::derive(scheme, name).error());
    if (context.json) {
        QJsonObject document;
        document[QStringLiteral("name")] = QString::fromStdString(name);
        document[QStringLiteral("keys")] = all;
        printJson(context, document);
    } else {
        table.print(context.streams.out);
    }
    return Done;
}

int keyDecodeCommand(const Context& context, const std::vector<std::string>& numbers) {
    const auto tag = parseTag(numbers);
    if (!tag)
        return fail(context, tag.error());
    const auto names = namesOf(context);
    if (!names)
        return fail(context, names.error());
    const auto matches = (*names)->decode(*tag);
    if (context.json) {
        QJsonObject document = tagJson(*tag);
        document[QStringLiteral("hex")] = QString::fromStdString(keys::keyHex(*tag));
        document[QStringLiteral("pair")] = QJsonArray{keys::firstOf(*tag), keys::secondOf(*tag)};
        document[QStringLiteral("halves")] = document.value(QStringLiteral("pair"));
        document[QStringLiteral("reads_as")] = readsAs(*tag);
        QJsonArray list;
        for (const keys::NameMatch& match : matches)
            list.append(matchJson(match));
        document[QStringLiteral("names")] = list;
        printJson(context, document);
        return Done;
    }
    printLine(context, LB_TEXT("cli", "key       %1").arg(keys::keyText(*tag)));
    printLine(context, LB_TEXT("cli", "columns   classid %1, objid %2, objsubid %3")
                           .arg(tag->classid)
                           .arg(tag->objid)
                           .arg(tag->objsubid));
    printLine(context, LB_TEXT("cli", "hex       %1").arg(keys::keyHex(*tag)));
    printLine(context, LB_TEXT("cli", "as int4s  (%1, %2)").arg(keys::firstOf(*tag)).arg(keys::secondOf(*tag)));
    printLine(context, readsAsText(*tag));
    for (const keys::NameMatch& match : matches)
        printLine(context,
                  (match.couldBe ? LB_TEXT("cli", "could be  %1  (%2, %3)") : LB_TEXT("cli", "name      %1  (%2, %3)"))
                      .arg(match.known.name)
                      .arg(match.known.scheme)
                      .arg(keys::nameSourceName(match.known.source)));
    if (matches.empty())
        printLine(context, LB_TEXT("cli", "name      none of the registered names has this key"));
    return Done;
}

int keyListCommand(const Context& context) {
    const auto names = namesOf(context);
    if (!names)
        return fail(context, names.error());
    if (context.json) {
        QJsonArray list;
        for (const keys::NameMatch& match : (*names)->names())
            list.append(matchJson(match));
        printJson(context, list);
        return Done;
    }
    Table table({left(LB_TEXT("cli", "name")), left(LB_TEXT("cli", "scheme")), left(LB_TEXT("cli", "source")),
                 right(LB_TEXT("cli", "key")), right(LB_TEXT("cli", "classid")), right(LB_TEXT("cli", "objid")),
                 right(LB_TEXT("cli", "objsubid"))});
    for (const keys::NameMatch& match : (*names)->names())
        table.add(QStringList{QString::fromStdString(match.known.name), QString::fromStdString(match.known.scheme),
                              QString::fromLatin1(keys::nameSourceName(match.known.source))} +
                  tagCells(match.tag));
    table.print(context.streams.out);
    return Done;
}

} // namespace latchboard::cli
