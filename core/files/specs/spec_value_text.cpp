// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/spec_value_text.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::files {

namespace {

using Kind = TomlValue::Kind;
using Type = SpecKey::Type;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// The value that `toml` is, all of it; nothing when it is more or less than one value.
std::optional<TomlValue> parseValue(std::string_view toml) {
    const std::string text = "v = " + std::string(toml);
    const TomlOutline outline(text);
    if (outline.items().empty() || outline.items().front().value.end != text.size()) return std::nullopt;
    const auto document = parseToml(text, {}, "value");
    if (!document || document->entries.size() != 1) return std::nullopt;
    return document->entries.front().value;
}

/// "[1, 2, 3]" of "1 x 2 x 3" and the like; nothing for everything else.
std::string tripleToml(std::string_view typed) {
    std::string numbers(typed);
    for (char& c : numbers)
        if (c == 'x' || c == ',') c = ' ';
    std::istringstream in(numbers);
    std::string list, number;
    int count = 0;
    for (; in >> number; ++count) {
        const auto value = parseValue(number);
        if (!value || value->kind != Kind::Integer) return {};
        list += (list.empty() ? "" : ", ") + number;
    }
    return count == 3 ? "[" + list + "]" : "";
}

std::string rangeNumber(double number) {
    std::ostringstream text;
    text.precision(10);
    text << number;
    return text.str();
}

} // namespace

TomlOutlineItem::Form specValueForm(Type type) {
    using Form = TomlOutlineItem::Form;
    switch (type) {
    case Type::Integer:
    case Type::Number:
    case Type::Boolean: return Form::Scalar;
    case Type::Text:
    case Type::Choice: return Form::Text;
    case Type::IntegerTriple: return Form::Array;
    case Type::Cost: return Form::InlineTable;
    }
    return Form::Missing;
}

std::string specValueToml(const SpecKey& key, std::string_view typed) {
    if (key.type == Type::Text || key.type == Type::Choice) return quoteToml(typed);
    const std::string_view toml = trimmed(typed);
    const auto value = parseValue(toml);
    const auto is = [&](Kind kind) { return value && value->kind == kind; };
    switch (key.type) {
    case Type::Integer:
    case Type::Number:
        if (is(Kind::Integer) || is(Kind::Float)) return std::string(toml);
        break;
    case Type::Boolean:
        if (is(Kind::Boolean)) return std::string(toml);
        break;
    case Type::IntegerTriple:
        if (is(Kind::Array)) return std::string(toml);
        if (const std::string list = tripleToml(toml); !list.empty()) return list;
        break;
    default: break;
    }
    return quoteToml(typed);
}

std::string specValueFault(const SpecKey& key, std::string_view typed) {
    const auto value = parseValue(specValueToml(key, typed));
    const auto outside = [&](const TomlValue& number) {
        return !(number.number >= key.least && number.number <= key.most);
    };
    switch (key.type) {
    case Type::Integer:
        if (!value || value->kind != Kind::Integer) return "is no integer";
        return outside(*value) ? "is not within " + specValueRange(key) : "";
    case Type::Number:
        if (!value || (value->kind != Kind::Integer && value->kind != Kind::Float)) return "is no number";
        return outside(*value) ? "is not within " + specValueRange(key) : "";
    case Type::Boolean: return !value || value->kind != Kind::Boolean ? "is neither true nor false" : "";
    case Type::Choice:
        return std::find(key.choices.begin(), key.choices.end(), typed) == key.choices.end()
                   ? "is none of " + specValueRange(key)
                   : "";
    case Type::IntegerTriple:
        if (!value || value->kind != Kind::Array || value->items.size() != 3) return "is not three integers";
        for (const TomlValue& item : value->items)
            if (item.kind != Kind::Integer || outside(item)) return "is not " + specValueRange(key);
        return "";
    case Type::Text:
    case Type::Cost: break;
    }
    return "";
}

std::string specValueRange(const SpecKey& key) {
    const std::string range = rangeNumber(key.least) + " to " + rangeNumber(key.most);
    switch (key.type) {
    case Type::Integer:
    case Type::Number: return range;
    case Type::IntegerTriple: return "three integers, " + range;
    case Type::Boolean: return "true, false";
    case Type::Choice: {
        std::string all;
        for (const std::string& choice : key.choices) all += (all.empty() ? "" : ", ") + choice;
        return all;
    }
    case Type::Text:
    case Type::Cost: break;
    }
    return "";
}

} // namespace warpstring::files
