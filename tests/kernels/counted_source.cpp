// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/counted_source.h"

#include <algorithm>
#include <cctype>

namespace warpstring::own_kernels {

namespace {

struct Token {
    std::string text;
    std::size_t at = 0;
};

/// Words and single characters; comments, lines of the preprocessor and what stands in quotes are passed over.
std::vector<Token> tokensOf(const std::string& text) {
    std::vector<Token> tokens;
    bool lineBegins = true;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '\n') {
            lineBegins = true;
            ++i;
        } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            ++i;
        } else if (c == '#' && lineBegins) {
            while (i < text.size() && (text[i] != '\n' || text[i - 1] == '\\')) ++i;
        } else if (text.compare(i, 2, "//") == 0) {
            while (i < text.size() && text[i] != '\n') ++i;
        } else if (text.compare(i, 2, "/*") == 0) {
            i = std::min(text.size(), text.find("*/", i + 2) + 2);
        } else if (c == '"' || c == '\'') {
            const std::size_t begin = i++;
            while (i < text.size() && text[i] != c) i += text[i] == '\\' ? 2 : 1;
            ++i;
            tokens.push_back({std::string(1, c), begin});
        } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
            const std::size_t begin = i;
            while (i < text.size() &&
                   (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_'))
                ++i;
            tokens.push_back({text.substr(begin, i - begin), begin});
            lineBegins = false;
        } else {
            tokens.push_back({std::string(1, c), i++});
            lineBegins = false;
        }
    }
    return tokens;
}

class Counting {
public:
    Counting(const std::string& text, const std::string& kernel) : text_(text), tokens_(tokensOf(text)) {
        std::size_t at = 0;
        while (at + 1 < tokens_.size() && !isDefinition(at, kernel)) ++at;
        if (at + 1 >= tokens_.size()) return;
        const std::size_t close = closing(at + 1);
        const bool isAlone = close == at + 2 || (close == at + 3 && tokens_[at + 2].text == "void");
        if (isAlone)
            replaceParameters(tokens_[at + 1].at + 1, tokens_[close].at);
        else
            insert(tokens_[close].at, std::string(", __global uint* ") + countersName);
        body(close + 1);
    }

    CountedSource result() {
        CountedSource counted;
        std::stable_sort(edits_.begin(), edits_.end(),
                         [](const auto& a, const auto& b) { return a.at < b.at; });
        std::size_t from = 0;
        for (const auto& edit : edits_) {
            counted.text += text_.substr(from, edit.at - from);
            if (edit.isCounter) {
                const auto lines = std::count(counted.text.begin(), counted.text.end(), '\n');
                counted.text += "\natomic_inc(&" + std::string(countersName) + "[" +
                                std::to_string(counted.lines.size()) + "]);\n";
                counted.lines.push_back(static_cast<int>(lines) + 2);
            } else {
                counted.text += edit.text;
            }
            from = edit.at + edit.removed;
        }
        counted.text += text_.substr(from);
        return counted;
    }

private:
    struct Edit {
        std::size_t at = 0;
        std::string text;
        bool isCounter = false;
        std::size_t removed = 0;
    };

    /// Its name, parameters and a body.
    [[nodiscard]] bool isDefinition(std::size_t at, const std::string& kernel) const {
        if (tokens_[at].text != kernel || tokens_[at + 1].text != "(") return false;
        const std::size_t close = closing(at + 1);
        return close + 1 < tokens_.size() && tokens_[close + 1].text == "{";
    }
    [[nodiscard]] std::size_t closing(std::size_t open) const {
        const std::string& opens = tokens_[open].text;
        const std::string closes = opens == "(" ? ")" : "}";
        int depth = 0;
        for (std::size_t i = open; i < tokens_.size(); ++i) {
            if (tokens_[i].text == opens) ++depth;
            if (tokens_[i].text == closes && --depth == 0) return i;
        }
        return tokens_.size();
    }
    [[nodiscard]] std::size_t opening(std::size_t close) const {
        int depth = 0;
        for (std::size_t i = close + 1; i-- > 0;) {
            if (tokens_[i].text == ")") ++depth;
            if (tokens_[i].text == "(" && --depth == 0) return i;
        }
        return 0;
    }

    enum class Brace { Block, Switch, Other };
    [[nodiscard]] Brace kindOf(std::size_t open) const {
        const std::string& before = tokens_[open - 1].text;
        if (before == "else" || before == "do" || before == "{" || before == ";" || before == "}" ||
            before == ":")
            return Brace::Block;
        if (before != ")") return Brace::Other;
        const std::string& word = tokens_[opening(open - 1) - 1].text;
        if (word == "switch") return Brace::Switch;
        return word == "if" || word == "for" || word == "while" ? Brace::Block : Brace::Other;
    }

    void body(std::size_t open) {
        const std::size_t end = closing(open);
        std::vector<Brace> braces{Brace::Block};
        count(tokens_[open].at + 1);
        for (std::size_t i = open + 1; i < end; ++i) {
            if (tokens_[i].text == "{") {
                const bool isWithinOther = braces.back() == Brace::Other;
                braces.push_back(isWithinOther ? Brace::Other : kindOf(i));
                if (braces.back() == Brace::Block) count(tokens_[i].at + 1);
            } else if (tokens_[i].text == "}") {
                if (braces.back() == Brace::Block) count(tokens_[i].at);
                braces.pop_back();
            } else if (tokens_[i].text == "case" || tokens_[i].text == "default") {
                while (tokens_[i].text != ":") ++i;
                count(tokens_[i].at + 1);
            }
        }
        count(tokens_[end].at);
    }

    void count(std::size_t at) { edits_.push_back({at, "", true}); }
    void insert(std::size_t at, std::string text) { edits_.push_back({at, std::move(text)}); }
    void replaceParameters(std::size_t from, std::size_t to) {
        edits_.push_back({from, std::string("__global uint* ") + countersName, false, to - from});
    }

    const std::string& text_;
    std::vector<Token> tokens_;
    std::vector<Edit> edits_;
};

} // namespace

CountedSource withCounters(const std::string& text, const std::string& kernel) {
    return Counting(text, kernel).result();
}

} // namespace warpstring::own_kernels
