// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>

#include "core/files/toml/toml_string.h"

namespace warpstring::files {

namespace {

/// As study/drafting/draft_text.cpp writes it.
constexpr std::string_view mark = "# guessed: ";

template <std::size_t N>
int placeIn(const std::array<std::string_view, N>& names, const std::string& name) {
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// The order that docs/launch-files.md tells of.
int rankOf(const std::vector<std::string>& parameters, const TomlPath& path) {
    static constexpr std::array<std::string_view, 15> keys{
        "schema",    "description", "kernel", "source", "options", "registers",  "global",   "local",
        "constants", "macros",      "args",   "sweep",  "tune",    "annotation", "published"};
    static constexpr std::array<std::string_view, 16> ofArguments{
        "scalar", "buffer", "local", "struct", "image", "sampler", "bytes", "order",
        "format", "count",  "init",  "value",  "seed",  "range",   "file",  "access"};
    if (path.size() == 1) return placeIn(keys, path.front());
    if (path.front() != "args") return 0;
    if (path.size() > 2) return placeIn(ofArguments, path[2]);
    return static_cast<int>(std::find(parameters.begin(), parameters.end(), path[1]) - parameters.begin());
}

std::string numberText(double number) {
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
    std::array<char, 64> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    std::string text(digits.data(), written.ptr);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

} // namespace

LaunchText::LaunchText(std::string text, std::vector<std::string> parameters)
    : rank_([parameters = std::move(parameters)](const TomlPath& path) { return rankOf(parameters, path); }),
      editor_(std::move(text), rank_) {}

void LaunchText::take(std::string text) { editor_ = TomlEditor(std::move(text), rank_); }

/// From behind the value to the end of the line; empty where no mark stands there.
TomlSpan LaunchText::markOf(const TomlPath& path) const {
    const TomlOutlineItem* item = editor_.find(path);
    if (item == nullptr || !item->complete) return {};
    const std::string& all = text();
    const std::size_t begin = item->statement.end;
    const std::size_t comment = all.find_first_not_of(" \t", begin);
    if (comment == std::string::npos || all.compare(comment, mark.size(), mark) != 0) return {};
    std::size_t end = all.find('\n', comment);
    if (end == std::string::npos) end = all.size();
    if (all[end - 1] == '\r') --end;
    return {begin, end};
}

std::string LaunchText::guess(const TomlPath& path) const {
    const auto span = markOf(path);
    if (span.begin == span.end) return {};
    const std::string comment = text().substr(span.begin, span.end - span.begin);
    return comment.substr(comment.find(mark) + mark.size());
}

void LaunchText::dropMark(const TomlPath& path) {
    const auto span = markOf(path);
    if (span.begin == span.end) return;
    std::string changed = text();
    changed.erase(span.begin, span.end - span.begin);
    take(std::move(changed));
}

bool LaunchText::write(const TomlPath& path, const std::string& toml) {
    if (!editor_.write(path, toml)) return false;
    for (TomlPath marked = path; !marked.empty(); marked.pop_back()) dropMark(marked);
    return true;
}

bool LaunchText::writeGuess(const TomlPath& path, const std::string& toml, const std::string& reason) {
    if (!write(path, toml)) return false;
    const TomlOutlineItem* item = editor_.find(path);
    if (item == nullptr || reason.empty()) return true;
    const std::size_t end = item->statement.end;
    const std::size_t next = text().find_first_not_of(" \t", end);
    // Where something else stands behind it, a mark would be taken for part of that.
    if (next != std::string::npos && text()[next] != '\n' && text()[next] != '\r') return true;
    std::string changed = text();
    changed.insert(end, "  " + std::string(mark) + reason);
    take(std::move(changed));
    return true;
}

bool LaunchText::remove(const TomlPath& path) {
    const std::string before = text();
    dropMark(path);
    if (!editor_.remove(path)) {
        take(before);
        return false;
    }
    if (path.size() == 2) editor_.removeEmptyTable(path.front());
    return true;
}

std::string tomlOf(const TomlValue& value) {
    using Kind = TomlValue::Kind;
    std::string text;
    switch (value.kind) {
    case Kind::Text: return quoteToml(value.text);
    case Kind::Integer: return std::to_string(value.integer);
    case Kind::Float: return numberText(value.number);
    case Kind::Boolean: return value.boolean ? "true" : "false";
    case Kind::Array:
        for (const auto& item : value.items) text += (text.empty() ? "" : ", ") + tomlOf(item);
        return "[" + text + "]";
    case Kind::Table:
        for (const auto& entry : value.entries) {
            const bool bare =
                !entry.key.empty() && std::all_of(entry.key.begin(), entry.key.end(), [](unsigned char c) {
                    return std::isalnum(c) != 0 || c == '_' || c == '-';
                });
            text += (text.empty() ? "" : ", ") + (bare ? entry.key : quoteToml(entry.key)) + " = " +
                    tomlOf(entry.value);
        }
        return text.empty() ? "{}" : "{ " + text + " }";
    default: return quoteToml(value.text);
    }
}

} // namespace warpstring::files
