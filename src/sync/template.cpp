// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/template.h"

#include <QJsonArray>
#include <QJsonObject>

namespace latchboard::sync {

namespace {

/// "name:int?null" taken apart.
struct Place {
    std::string name;
    bool isInteger = false, orNull = false;

    explicit Place(std::string_view text) {
        const auto cut = [&text](std::string_view ending) {
            const bool there = text.ends_with(ending);
            text.remove_suffix(there ? ending.size() : 0);
            return there;
        };
        orNull = cut("?null");
        isInteger = cut(":int");
        orNull = cut("?null") || orNull;
        name = std::string(text);
    }
};

/// Undefined where the entry is to be left out.
QJsonValue filled(const QString& text, const Variables& variables) {
    const std::string whole = text.toStdString();
    if (whole.starts_with("${") && whole.find('}') == whole.size() - 1) {
        const Place place(std::string_view(whole).substr(2, whole.size() - 3));
        const auto value = variables.find(place.name);
        if (value == variables.end())
            return place.orNull ? QJsonValue(QJsonValue::Null) : QJsonValue(QJsonValue::Undefined);
        if (!place.isInteger)
            return QString::fromStdString(value->second);
        bool isNumber = false;
        const qint64 number = QString::fromStdString(value->second).toLongLong(&isNumber);
        return isNumber ? QJsonValue(number) : QJsonValue(QString::fromStdString(value->second));
    }
    const auto expanded = expand(whole, variables);
    return expanded ? QJsonValue(QString::fromStdString(*expanded)) : QJsonValue(QJsonValue::Undefined);
}

} // namespace

QJsonValue expandJson(const QJsonValue& value, const Variables& variables) {
    if (value.isString())
        return filled(value.toString(), variables);
    if (value.isArray()) {
        QJsonArray result;
        const QJsonArray list = value.toArray();
        for (const auto& entry : list) {
            if (const QJsonValue made = expandJson(entry, variables); !made.isUndefined())
                result.append(made);
        }
        return result;
    }
    if (value.isObject()) {
        QJsonObject result;
        const QJsonObject object = value.toObject();
        for (auto entry = object.begin(); entry != object.end(); ++entry) {
            if (const QJsonValue made = expandJson(entry.value(), variables); !made.isUndefined())
                result.insert(entry.key(), made);
        }
        return result;
    }
    return value;
}

std::vector<std::string> textsOf(const QJsonValue& value) {
    std::vector<std::string> texts;
    const auto add = [&texts](const QJsonValue& inner) {
        for (std::string& text : textsOf(inner))
            texts.push_back(std::move(text));
    };
    if (value.isString())
        texts.push_back(value.toString().toStdString());
    const QJsonArray list = value.toArray();
    for (const auto& entry : list)
        add(entry);
    const QJsonObject object = value.toObject();
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        texts.push_back(entry.key().toStdString());
        add(entry.value());
    }
    return texts;
}

std::optional<std::vector<std::string>> variablesOf(std::string_view text) {
    std::vector<std::string> names;
    for (size_t start = text.find("${"); start != std::string_view::npos; start = text.find("${", start)) {
        const size_t end = text.find('}', start);
        if (end == std::string_view::npos)
            return std::nullopt;
        names.push_back(Place(text.substr(start + 2, end - start - 2)).name);
        start = end;
    }
    return names;
}

std::optional<std::string> expand(std::string_view text, const Variables& variables) {
    std::string result;
    for (;;) {
        const size_t start = text.find("${");
        result += text.substr(0, start);
        if (start == std::string_view::npos)
            return result;
        const size_t end = text.find('}', start);
        if (end == std::string_view::npos)
            return std::nullopt;
        const auto value = variables.find(Place(text.substr(start + 2, end - start - 2)).name);
        if (value == variables.end())
            return std::nullopt;
        result += value->second;
        text.remove_prefix(end + 1);
    }
}

std::string percentEncoded(std::string_view text) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                           c == '.' || c == '_' || c == '~';
        if (plain) {
            result += c;
        } else {
            result += '%';
            result += kHex[byte >> 4];
            result += kHex[byte & 15];
        }
    }
    return result;
}

} // namespace latchboard::sync
