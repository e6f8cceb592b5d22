// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/default_header.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpstring::frontend {

namespace {

bool isNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

template <class Visit>
void visitNames(std::string_view text, const Visit& visit) {
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && isNamePart(text[end])) ++end;
        if (end > i && std::isdigit(static_cast<unsigned char>(text[i])) == 0) visit(text.substr(i, end - i));
        i = end + 1;
    }
}

/// The macro that a line defines, if it does.
std::string_view definedBy(std::string_view line) {
    constexpr std::string_view define = "#define ";
    if (!line.starts_with(define)) return {};
    const auto name = line.substr(define.size());
    return name.substr(
        0, static_cast<std::size_t>(std::find_if_not(name.begin(), name.end(), isNamePart) - name.begin()));
}

/// Whether a source may have names that are not in its text.
bool mayHaveOtherNames(std::string_view source) {
    for (std::size_t i = 0; i + 1 < source.size(); ++i) {
        const char c = source[i], next = source[i + 1];
        if (c == '#' && next == '#') return true;
        if (c == '%' && next == ':') return true; // a # written otherwise
        if (c == '?' && next == '?') return true; // a trigraph
        const bool isSplice = c == '\\' && std::isspace(static_cast<unsigned char>(next)) != 0;
        if (isSplice && i > 0 && isNamePart(source[i - 1])) return true;
    }
    return source.find("include") != std::string_view::npos || source.find("import") != std::string_view::npos;
}

/// The lines of the header, and which of them may be left out.
class Header {
public:
    explicit Header(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        std::ostringstream content;
        content << file.rdbuf();
        text_ = content.str();
        bool isContinued = false, isComment = false;
        for (std::size_t begin = 0; begin < text_.size();) {
            const std::size_t end = std::min(text_.find('\n', begin), text_.size());
            auto line = std::string_view(text_).substr(begin, end - begin);
            begin = end + 1;
            isComment = isComment || line.starts_with("/*");
            if (isComment || line.starts_with("//")) {
                isComment = isComment && line.find("*/") == std::string_view::npos;
                line = {};
            }
            const bool continues = line.ends_with('\\');
            const auto name = isContinued || continues ? std::string_view() : nameIn(line);
            isContinued = continues;
            if (!name.empty()) byName_[name].push_back(lines_.size());
            lines_.push_back({line, name.empty()});
            if (name.empty()) visitNames(line, [&](std::string_view each) { always_.push_back(each); });
        }
    }

    [[nodiscard]] NamedDeclarations naming(std::string_view source, std::string_view options) const {
        NamedDeclarations found;
        std::vector<bool> isKept(lines_.size());
        std::vector<std::string_view> open;
        const auto want = [&](std::string_view name) {
            if (found.names.insert(name).second && byName_.contains(name)) open.push_back(name);
        };
        for (const auto name : always_) want(name);
        visitNames(source, want);
        visitNames(options, [&](std::string_view name) {
            want(name);
            want(name.substr(1)); // of -DNAME
        });
        while (!open.empty()) {
            const auto name = open.back();
            open.pop_back();
            for (const std::size_t line : byName_.at(name)) {
                isKept[line] = true;
                visitNames(lines_[line].text, want);
            }
        }
        std::size_t bytes = lines_.size();
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            isKept[i] = isKept[i] || lines_[i].isFixed;
            if (isKept[i]) bytes += lines_[i].text.size();
        }
        found.header.reserve(bytes);
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (isKept[i]) found.header += lines_[i].text;
            found.header += '\n';
        }
        return found;
    }

private:
    struct Line {
        std::string_view text;
        bool isFixed; ///< in every header
    };

    /// What a line defines, if it is one that may be left out. Clang itself asks for names of extensions and of
    /// features, and for types that are no vectors.
    static std::string_view nameIn(std::string_view line) {
        constexpr std::string_view vector = " __attribute__((ext_vector_type(";
        std::string_view name = definedBy(line);
        if (const auto end = line.find(vector); line.starts_with("typedef ") && end != std::string_view::npos) {
            name = line.substr(0, end);
            name = name.substr(name.rfind(' ') + 1);
        }
        return name.starts_with("cl_") || name.starts_with("_") ? std::string_view() : name;
    }

    std::string text_;
    std::vector<Line> lines_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> byName_;
    std::vector<std::string_view> always_; ///< names in lines that are in every header
};

} // namespace

const std::string& defaultHeaderPath() {
    static const std::string path = WARPSTRING_CLANG_RESOURCE_DIR "/include/opencl-c-base.h";
    return path;
}

std::string NamedDeclarations::ofPredefined(std::string_view lines) const {
    struct Macro {
        std::string_view name, line;
        bool isKept;
    };
    std::vector<Macro> all;
    std::unordered_set<std::string_view> more; // named by macros alone
    const auto keep = [&](Macro& macro) {
        macro.isKept = true;
        visitNames(macro.line, [&](std::string_view name) {
            if (!names.contains(name)) more.insert(name);
        });
    };
    const auto isAskedFor = [](std::string_view name) {
        return name.empty() || name.starts_with("cl_") || name.starts_with("__opencl") ||
               name.starts_with("__OPENCL");
    };
    for (std::size_t begin = 0; begin < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        const auto line = lines.substr(begin, end - begin);
        all.push_back({definedBy(line), line, false});
        if (isAskedFor(all.back().name) || names.contains(all.back().name)) keep(all.back());
        begin = end + 1;
    }
    for (std::size_t known = 0; known != more.size();) {
        known = more.size();
        for (auto& macro : all)
            if (!macro.isKept && more.contains(macro.name)) keep(macro);
    }
    std::string kept;
    for (const auto& macro : all)
        if (macro.isKept) kept.append(macro.line).append("\n");
    return kept;
}

std::optional<NamedDeclarations> declarationsFor(std::string_view source, std::string_view options) {
    static const Header header(defaultHeaderPath());
    if (mayHaveOtherNames(source)) return std::nullopt;
    return header.naming(source, options);
}

} // namespace warpstring::frontend
