// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/page.h"

#include "sync/item.h"

#include <charconv>

namespace latchboard::sync {

namespace {

using Type = JsonTree::Type;

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || problem != std::errc() || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

/// A number that stands in the body or in a header.
std::optional<std::int64_t> count(const HttpAnswer& answer, const JsonTree* tree, const std::string& path,
                                  const std::string& header) {
    if (!header.empty()) {
        const auto value = answer.header(QByteArray::fromStdString(header).toLower().toStdString());
        return value ? wholeNumber(*value) : std::nullopt;
    }
    const auto parsed = path.empty() ? std::nullopt : JsonPath::parse(path);
    const auto found = tree != nullptr && parsed ? tree->find(JsonTree::root(), *parsed) : std::nullopt;
    return found ? wholeNumber(tree->scalar(*found).text) : std::nullopt;
}

/// A text or number of the body; empty where there is none.
std::string word(const JsonTree& tree, const std::string& path) {
    const auto parsed = path.empty() ? std::nullopt : JsonPath::parse(path);
    const auto found = parsed ? tree.find(JsonTree::root(), *parsed) : std::nullopt;
    if (!found || tree.node(*found).type == Type::Null)
        return {};
    return tree.scalar(*found).text;
}

/// The href of rel "next" in a list of links; empty where there is none.
std::string nextOfLinks(const JsonTree& tree, const std::string& path) {
    const auto list = tree.find(JsonTree::root(), JsonPath::parse(path).value_or(JsonPath{}));
    if (!list || tree.node(*list).type != Type::List)
        return {};
    const JsonPath rel{{{"rel", 0}}}, href{{{"href", 0}}};
    for (JsonTree::Id i = tree.first(*list); i != tree.last(*list); i = JsonTree::next(i)) {
        const auto kind = tree.find(i, rel), target = tree.find(i, href);
        if (kind && target && tree.scalar(*kind).text == "next")
            return tree.scalar(*target).text;
    }
    return {};
}

std::string namesOf(const JsonTree& tree) {
    if (tree.node(JsonTree::root()).type != Type::Object)
        return "a list";
    std::string names;
    int shown = 0;
    for (JsonTree::Id i = tree.first(JsonTree::root()); i != tree.last(JsonTree::root()) && shown < 8;
         i = JsonTree::next(i), ++shown)
        names += (names.empty() ? "" : ", ") + std::string(tree.node(i).key.substr(0, 40));
    return names.empty() ? "an empty object" : names;
}

/// Notes an item that is asked for by its id.
void list(const JsonTree& tree, JsonTree::Id item, const JsonPath& path, const std::string& pathText,
          DecodedPage& result) {
    const auto id = tree.node(item).type == Type::Object ? tree.find(item, path) : std::nullopt;
    const bool isGood = id && (tree.node(*id).type == Type::Text || tree.node(*id).type == Type::Number);
    const JsonText text = isGood ? tree.scalar(*id) : JsonText{};
    if (isGood && text.fault == TextFault::None && !text.text.empty())
        result.listed.push_back({text.text, tree.original(item)});
    else
        result.page.quarantined.push_back({{}, "no id at \"" + pathText + "\"", madeStorable(tree.original(item))});
}

} // namespace

base::Result<DecodedPage> decodePage(const SourceProfile& profile, const HttpAnswer& answer, const JsonTree* tree) {
    DecodedPage result;
    result.page.bytes = static_cast<std::int64_t>(answer.body.size());
    if (profile.pagination == "link_header")
        result.nextUrl = nextOfLinkHeader(answer.header("link").value_or(""));
    result.page.total = count(answer, tree, profile.totalPath, profile.totalHeader);
    result.totalPages = count(answer, tree, profile.totalPagesPath, profile.totalPagesHeader);
    if (tree == nullptr)
        return result;

    const auto items = tree->find(JsonTree::root(), JsonPath::parse(profile.itemsPath).value_or(JsonPath{}));
    if (!items || tree->node(*items).type != Type::List) {
        base::Error error = base::makeError(
            base::ErrorKind::SourceTransient,
            profile.itemsPath.empty()
                ? LB_TEXT("sync", "The source answered with status %1, but not with a list of orders; it holds: %2.")
                      .arg(answer.status)
                      .arg(namesOf(*tree))
                : LB_TEXT("sync", "The source answered with status %1, but without the list \"%2\"; it holds: %3.")
                      .arg(answer.status)
                      .arg(profile.itemsPath)
                      .arg(namesOf(*tree)),
            LB_TEXT("sync",
                    "If the source says an error in this way, name it by [[error]] in the source profile; if the "
                    "list stands elsewhere, correct items in [response]."));
        error.httpStatus = answer.status;
        return base::Unexpected(std::move(error));
    }
    const ItemMapper mapper(profile);
    const JsonPath idPath = profile.detail ? JsonPath::parse(profile.detail->idsPath).value_or(JsonPath{}) : JsonPath{};
    for (JsonTree::Id i = tree->first(*items); i != tree->last(*items); i = JsonTree::next(i)) {
        ++result.page.items;
        if (profile.detail) {
            list(*tree, i, idPath, profile.detail->idsPath, result);
            tree->forget(i);
            continue;
        }
        auto mapped = mapper.map(*tree, i);
        if (auto* order = std::get_if<Order>(&mapped))
            result.page.orders.push_back(std::move(*order));
        else
            result.page.quarantined.push_back(std::move(std::get<QuarantinedItem>(mapped)));
        tree->forget(i);
    }
    if (profile.pagination == "cursor")
        result.nextCursor = word(*tree, profile.cursorPath);
    if (profile.pagination == "next_url")
        result.nextUrl =
            profile.linksPath.empty() ? word(*tree, profile.nextUrlPath) : nextOfLinks(*tree, profile.linksPath);
    for (const auto& [variable, path] : profile.keyset) {
        if (std::string value = word(*tree, path); !value.empty())
            result.nextKeys[variable] = std::move(value);
    }
    if (!profile.windowEndPath.empty())
        result.windowEnd =
            parseInstant(word(*tree, profile.windowEndPath), profile.windowForm, Zone::parse(profile.windowForm.zone));
    if (!profile.morePath.empty()) {
        const std::string more = word(*tree, profile.morePath);
        result.more = !more.empty() && more != "false" && more != "0";
    }
    return result;
}

std::string nextOfLinkHeader(std::string_view header) {
    while (true) {
        const std::size_t open = header.find('<');
        const std::size_t close = header.find('>', open == std::string_view::npos ? 0 : open);
        if (open == std::string_view::npos || close == std::string_view::npos)
            return {};
        const std::string_view target = header.substr(open + 1, close - open - 1);
        const std::size_t end = std::min(header.find('<', close), header.size());
        const std::string_view parameters = header.substr(close + 1, end - close - 1);
        std::string plain;
        for (const char c : parameters) {
            if (c != ' ' && c != '"' && c != '\t')
                plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
        const std::size_t rel = plain.find(";rel=next");
        const std::size_t after = rel + 9;
        if (rel != std::string::npos && (after == plain.size() || plain[after] == ';' || plain[after] == ','))
            return std::string(target);
        header.remove_prefix(end);
    }
}

} // namespace latchboard::sync
