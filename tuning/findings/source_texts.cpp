// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/source_texts.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

#include "core/text/text_format.h"
#include "tuning/findings/line_hash.h"
#include "tuning/findings/utf16.h"

namespace warpstring::findings {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view blanks = " \t\r\f\v";

fs::path wholePath(const fs::path& path) {
    std::error_code ignored;
    auto whole = fs::weakly_canonical(path, ignored);
    return ignored ? fs::absolute(path, ignored).lexically_normal() : whole;
}

/// Without its end; empty beyond the last line.
std::string_view lineOf(std::string_view text, int number) {
    for (int line = 1;; ++line) {
        const auto end = text.find('\n');
        if (line == number) return text.substr(0, end);
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
}

int units(std::string_view text) { return static_cast<int>(toUtf16(text).size()); }

} // namespace

fs::path repositoryRoot(const fs::path& folder) {
    std::error_code ignored;
    fs::path start = wholePath(folder);
    for (fs::path at = start; at != at.parent_path(); at = at.parent_path())
        if (fs::exists(at / ".git", ignored)) return at;
    return start;
}

SourceTexts::SourceTexts(const fs::path& root) : root_(wholePath(root)) {}

std::string SourceTexts::nameOf(const fs::path& file) const {
    const fs::path whole = wholePath(file);
    const fs::path relative = whole.lexically_relative(root_);
    return (relative.empty() ? whole : relative).generic_string();
}

SourceTexts::Source& SourceTexts::source(const std::string& name) {
    const auto [found, isNew] = sources_.try_emplace(name);
    if (isNew) {
        std::ostringstream text;
        std::ifstream file(root_ / name, std::ios::binary);
        if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
        found->second.text = text.str();
    }
    return found->second;
}

const std::string& SourceTexts::text(const std::string& name) { return source(name).text; }

Region SourceTexts::regionOf(const SourceLocation& place) {
    const std::string_view line = lineOf(text(nameOf(place.file)), place.line);
    const auto first = line.find_first_not_of(blanks);
    if (place.line < 1 || first == std::string_view::npos)
        return {std::max(place.line, 1), 1, std::max(place.line, 1), 2};
    const auto last = line.find_last_not_of(blanks);
    const auto given = static_cast<std::size_t>(std::max(place.column - 1, 0));
    const std::size_t from = place.column > 0 && given <= last ? given : first;
    return {place.line, units(line.substr(0, from)) + 1, place.line, units(line.substr(0, last + 1)) + 1};
}

std::string SourceTexts::hashOf(const std::string& name, int line) {
    Source& of = source(name);
    if (of.hashes.empty()) of.hashes = lineHashes(of.text);
    const auto index = static_cast<std::size_t>(line) - 1;
    return line >= 1 && index < of.hashes.size() ? of.hashes[index] : "";
}

std::string uriOf(const std::string& name) {
    constexpr std::string_view unreserved =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    std::string uri;
    for (const char c : name)
        uri += unreserved.find(c) != std::string_view::npos
                   ? std::string(1, c)
                   : formatted("%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
    return uri;
}

} // namespace warpstring::findings
