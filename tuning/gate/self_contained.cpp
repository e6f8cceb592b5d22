// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/gate/self_contained.h"

#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

namespace warpstring::gate {

namespace {

namespace fs = std::filesystem;

constexpr int mostNested = 100;

struct OptionWords {
    std::vector<fs::path> folders; ///< of -I
    std::string others;
};

OptionWords wordsOf(const std::string& buildOptions) {
    OptionWords words;
    std::istringstream in(buildOptions);
    for (std::string word; in >> word;) {
        if (word.starts_with("-I")) {
            std::string folder = word.substr(2);
            if (folder.empty()) in >> folder;
            words.folders.emplace_back(folder);
        } else {
            words.others += (words.others.empty() ? "" : " ") + word;
        }
    }
    return words;
}

std::string_view afterBlanks(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// What stands behind `#name` on the line.
std::optional<std::string_view> directive(std::string_view line, std::string_view name) {
    line = afterBlanks(line);
    if (!line.starts_with('#')) return std::nullopt;
    line = afterBlanks(line.substr(1));
    if (!line.starts_with(name)) return std::nullopt;
    return afterBlanks(line.substr(name.size()));
}

std::optional<std::string> includedName(std::string_view line) {
    const auto behind = directive(line, "include");
    if (!behind || behind->empty()) return std::nullopt;
    const char close = behind->front() == '"' ? '"' : behind->front() == '<' ? '>' : '\0';
    const auto end = close == '\0' ? std::string_view::npos : behind->find(close, 1);
    if (end == std::string_view::npos) return std::nullopt;
    return std::string(behind->substr(1, end - 1));
}

bool isOnce(std::string_view line) {
    const auto behind = directive(line, "pragma");
    return behind && behind->starts_with("once");
}

class Inliner {
public:
    Inliner(fs::path root, std::vector<fs::path> folders)
        : root_(std::move(root)), folders_(std::move(folders)) {}

    std::string inlined(const fs::path& file, const std::string& text, int depth) {
        std::string out;
        int number = 0;
        for (std::size_t at = 0; at < text.size(); ++number) {
            const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
            const std::string_view line = std::string_view(text).substr(at, end - at);
            at = end;
            if (depth > 0 && isOnce(line)) {
                out += '\n';
                continue;
            }
            const auto found = depth < mostNested ? find(line, file) : std::nullopt;
            if (!found) {
                out += line;
                continue;
            }
            if (!onces_.contains(*found)) out += marker(1, *found) + ofHeader(*found, depth + 1);
            out += marker(number + 2, file);
        }
        return out;
    }

private:
    std::optional<fs::path> find(std::string_view line, const fs::path& includer) const {
        const auto name = includedName(line);
        if (!name) return std::nullopt;
        std::error_code ignored;
        std::vector<fs::path> places{includer.parent_path()};
        places.insert(places.end(), folders_.begin(), folders_.end());
        for (const auto& place : places)
            if (fs::is_regular_file(place / *name, ignored))
                return fs::weakly_canonical(place / *name, ignored);
        return std::nullopt;
    }

    std::string ofHeader(const fs::path& header, int depth) {
        std::ostringstream text;
        std::ifstream in(header, std::ios::binary);
        if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
        std::istringstream lines(text.str());
        for (std::string line; std::getline(lines, line);)
            if (isOnce(line)) onces_.insert(header);
        std::string all = inlined(header, text.str(), depth);
        if (!all.empty() && all.back() != '\n') all += '\n';
        return all;
    }

    [[nodiscard]] std::string marker(int line, const fs::path& file) const {
        return "#line " + std::to_string(line) + " \"" + file.lexically_relative(root_).generic_string() +
               "\"\n";
    }

    fs::path root_; ///< that names in markers are relative to
    std::vector<fs::path> folders_;
    std::set<fs::path> onces_;
};

} // namespace

std::string selfContained(const fs::path& source, const std::string& text, const std::string& buildOptions) {
    std::error_code ignored;
    const fs::path file = fs::weakly_canonical(source, ignored);
    return Inliner(file.parent_path(), wordsOf(buildOptions).folders).inlined(file, text, 0);
}

std::string withoutIncludes(const std::string& buildOptions) { return wordsOf(buildOptions).others; }

std::string onlyIncludes(const std::string& buildOptions) {
    std::string options;
    for (const auto& folder : wordsOf(buildOptions).folders) options += " -I " + folder.string();
    return options;
}

} // namespace warpstring::gate
