// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/toml/toml_reader.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/impl/preprocessor.h>
// toml++ 3.3 checks a key's first character by an assertion before it reports it: "[<]" aborts a debug
// build and is undefined behaviour in a release build. Without the assertion the report that follows it works.
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT_ASSUME(expr) static_assert(true)
#include <toml++/toml.h>

namespace warpstring::files {

namespace {

constexpr std::uintmax_t largestFile = 16 << 20;
// toml++ bounds the nesting of values but not of dotted keys, and destroys tables recursively.
constexpr int mostKeySegments = 32;

TomlPlace placeOf(const toml::source_region& region) {
    return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

TomlValue convert(const toml::node& node) {
    using Kind = TomlValue::Kind;
    TomlValue value;
    value.place = placeOf(node.source());
    switch (node.type()) {
    case toml::node_type::string:
        value.kind = Kind::Text;
        value.text = node.as_string()->get();
        break;
    case toml::node_type::integer:
        value.kind = Kind::Integer;
        value.integer = node.as_integer()->get();
        value.number = static_cast<double>(value.integer);
        break;
    case toml::node_type::floating_point:
        value.kind = Kind::Float;
        value.number = node.as_floating_point()->get();
        break;
    case toml::node_type::boolean:
        value.kind = Kind::Boolean;
        value.boolean = node.as_boolean()->get();
        break;
    case toml::node_type::array:
        value.kind = Kind::Array;
        for (const toml::node& item : *node.as_array()) value.items.push_back(convert(item));
        break;
    case toml::node_type::table:
        value.kind = Kind::Table;
        for (const auto& [key, item] : *node.as_table())
            value.entries.push_back({std::string(key.str()), placeOf(key.source()), convert(item)});
        std::sort(value.entries.begin(), value.entries.end(),
                  [](const TomlEntry& a, const TomlEntry& b) { return a.keyPlace < b.keyPlace; });
        break;
    default: value.kind = Kind::Date; break;
    }
    return value;
}

TomlPlace placeOfOffset(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t lineStart = before.rfind('\n');
    return {1 + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
            1 + static_cast<int>(lineStart == std::string_view::npos ? offset : offset - lineStart - 1)};
}

/// Where a dotted key becomes longer than any that a person would write.
std::optional<std::size_t> overlongKey(std::string_view text) {
    int dots = 0;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') {
            quote = 0;
            dots = 0;
        } else if (quote != 0) {
            if (c == '\\' && quote == '"') ++i;
            if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '#') {
            i = std::min(text.find('\n', i), text.size()) - 1;
        } else if (c == '.') {
            if (++dots >= mostKeySegments) return i;
        } else if (std::string_view("=,[]{}").find(c) != std::string_view::npos) {
            dots = 0;
        }
    }
    return std::nullopt;
}

} // namespace

const TomlValue* TomlValue::find(std::string_view key) const {
    for (const TomlEntry& entry : entries)
        if (entry.key == key) return &entry.value;
    return nullptr;
}

std::string_view describe(TomlValue::Kind kind) {
    switch (kind) {
    case TomlValue::Kind::Text: return "a string";
    case TomlValue::Kind::Integer: return "an integer";
    case TomlValue::Kind::Float: return "a floating-point number";
    case TomlValue::Kind::Boolean: return "a boolean";
    case TomlValue::Kind::Date: return "a date or time";
    case TomlValue::Kind::Array: return "an array";
    case TomlValue::Kind::Table: return "a table";
    }
    return "a value";
}

Result<std::string> readTextFile(const std::filesystem::path& path, const std::string& prefix) {
    const auto fault = [&](const char* code, const std::string& message, const char* hint) {
        return Diagnostic{prefix + code, Severity::Error, {path.string(), 0, 0}, message, hint};
    };
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        return fault(".file-not-found", "there is no file " + path.string(), "check the path");
    if (!std::filesystem::is_regular_file(status))
        return fault(".not-a-file", path.string() + " is not a regular file", "give the path of a TOML file");
    if (std::filesystem::file_size(path, error) > largestFile || error)
        return fault(".file-too-large", path.string() + " is larger than 16 MiB",
                     "this is no hand-written TOML file");
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (!stream) return fault(".file-unreadable", path.string() + " cannot be read", "check its permissions");
    return text;
}

Result<TomlValue> parseToml(std::string_view text, const std::filesystem::path& path,
                            const std::string& prefix) {
    const auto fault = [&](const char* code, TomlPlace place, std::string message, std::string hint) {
        return Diagnostic{prefix + code,
                          Severity::Error,
                          {path.string(), place.line, place.column},
                          std::move(message),
                          std::move(hint)};
    };
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return fault(".empty-file", {}, "the file is empty",
                     "a file starts with schema = \"warpstring.launch/1\"");
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        return fault(".nul-byte", placeOfOffset(text, nul), "the file holds a NUL byte",
                     "TOML is UTF-8 text: is this a binary or a UTF-16 file?");
    if (const auto offset = overlongKey(text))
        return fault(".syntax", placeOfOffset(text, *offset),
                     "a dotted key has more than " + std::to_string(mostKeySegments) + " parts",
                     "keys of these files have at most three");
    const toml::parse_result parsed = toml::parse(text, path.string());
    if (!parsed) {
        const toml::parse_error& error = parsed.error();
        return fault(".syntax", placeOf(error.source()), std::string(error.description()),
                     "the file is not valid TOML here (https://toml.io)");
    }
    return convert(parsed.table());
}

void TomlFaults::add(TomlPlace place, const std::string& code, std::string message, std::string hint) {
    add({prefix_ + "." + code, Severity::Error, location(place), std::move(message), std::move(hint)});
}

void TomlFaults::addForValues(TomlPlace place, const std::string& code, std::string message, std::string hint) {
    if (!context_.empty()) message += " (for " + context_ + ")";
    add(place, code, std::move(message), std::move(hint));
}

void TomlFaults::add(Diagnostic diagnostic) {
    if (seen_.emplace(diagnostic.place, diagnostic.code).second) found_.push_back(std::move(diagnostic));
}

void TomlFaults::addDistinct(Diagnostic diagnostic) {
    if (seen_.emplace(diagnostic.place, diagnostic.message).second) found_.push_back(std::move(diagnostic));
}

void TomlFaults::clear() {
    found_.clear();
    seen_.clear();
    context_.clear();
}

void TomlFaults::wrongType(const TomlValue& value, const std::string& what, const std::string& wanted) {
    add(value.place, "wrong-type", what + " is " + std::string(describe(value.kind)) + ", not " + wanted,
        "write " + wanted);
}

void TomlFaults::missingKey(const TomlValue& table, const std::string& tableName, const std::string& key,
                            const std::string& hint) {
    // Several keys may be missing from one table, all at its place: they must not hide each other.
    addDistinct({prefix_ + ".missing-key", Severity::Error, location(table.place),
                 tableName + " lacks the key \"" + key + "\"", hint});
}

void TomlFaults::unknownKeys(const TomlValue& table, const std::string& tableName,
                             const std::vector<std::string>& known) {
    for (const TomlEntry& entry : table.entries) {
        if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
        std::string all;
        for (const std::string& key : known) all += (all.empty() ? "" : ", ") + key;
        add(entry.keyPlace, "unknown-key", tableName + " knows no key \"" + entry.key + "\"",
            suggestion(entry.key, known, "known keys: " + all));
    }
}

Diagnostics TomlFaults::sorted() const {
    // A multimap keeps faults of one place in the order in which they were found.
    std::multimap<SourceLocation, Diagnostic> byPlace;
    for (const Diagnostic& diagnostic : found_) byPlace.emplace(diagnostic.place, diagnostic);
    Diagnostics diagnostics;
    for (auto& [place, diagnostic] : byPlace) diagnostics.push_back(std::move(diagnostic));
    return diagnostics;
}

std::optional<std::string> readText(TomlFaults& faults, const TomlValue& table, const std::string& tableName,
                                    const std::string& key, bool required) {
    const TomlValue* value = table.find(key);
    if (value == nullptr) {
        if (required) faults.missingKey(table, tableName, key, "add " + key + " = \"...\"");
        return std::nullopt;
    }
    if (value->kind != TomlValue::Kind::Text) {
        faults.wrongType(*value, key, "a string");
        return std::nullopt;
    }
    return value->text;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates,
                       const std::string& otherwise) {
    const std::string closest = closestName(word, candidates);
    return closest.empty() ? otherwise : "did you mean \"" + closest + "\"?";
}

} // namespace warpstring::files
