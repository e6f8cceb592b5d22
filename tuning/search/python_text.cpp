// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/python_text.h"

#include <charconv>
#include <map>
#include <optional>

#include "core/files/launches/size_expression.h"

namespace warpstring::search {

namespace {

constexpr int deepest = 50;
constexpr std::int64_t mostValues = 100'000;

struct Token {
    enum class Kind { End, Number, Text, Word, Symbol } kind = Kind::End;
    std::string text;
};

bool isWordPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

std::vector<Token> tokensOf(const std::string& text) {
    std::vector<Token> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            ++at;
        } else if (c >= '0' && c <= '9') {
            const std::size_t begin = at;
            while (at < text.size() && (isWordPart(text[at]) || text[at] == '.')) ++at;
            tokens.push_back({Token::Kind::Number, text.substr(begin, at - begin)});
        } else if (isWordPart(c)) {
            const std::size_t begin = at;
            while (at < text.size() && isWordPart(text[at])) ++at;
            tokens.push_back({Token::Kind::Word, text.substr(begin, at - begin)});
        } else if (c == '"' || c == '\'') {
            const std::size_t end = std::min(text.find(c, at + 1), text.size());
            tokens.push_back({Token::Kind::Text, text.substr(at + 1, end - at - 1)});
            at = end + 1;
        } else {
            static constexpr const char* pairs[] = {"**", "//", "<=", ">=", "==", "!="};
            std::string symbol(1, c);
            for (const char* pair : pairs)
                if (text.compare(at, 2, pair) == 0) symbol = pair;
            tokens.push_back({Token::Kind::Symbol, symbol});
            at += symbol.size();
        }
    }
    tokens.emplace_back();
    return tokens;
}

std::string grouped(std::string_view left, std::string_view symbol, std::string_view right) {
    std::string text = "(";
    text.append(left).append(" ").append(symbol).append(" ").append(right).append(")");
    return text;
}

/// Recursive descent over Python's precedence; what comes out has all its parentheses.
class Translator {
public:
    explicit Translator(const std::string& text) : text_(text), tokens_(tokensOf(text)) {}

    Result<std::string> condition() {
        std::string made = disjunction();
        if (here().kind != Token::Kind::End) fail("an unexpected \"" + here().text + "\"");
        if (fault_) return *fault_;
        return made;
    }

    Result<std::vector<files::TomlValue>> list() {
        std::vector<files::TomlValue> values = oneList();
        while (!fault_ && accept("+"))
            for (auto& value : oneList()) values.push_back(std::move(value));
        if (here().kind != Token::Kind::End) fail("an unexpected \"" + here().text + "\"");
        if (values.empty()) fail("no values");
        if (fault_) return *fault_;
        return values;
    }

private:
    [[nodiscard]] const Token& here() const { return tokens_[at_]; }
    bool accept(const std::string& text) {
        const bool isIt =
            (here().kind == Token::Kind::Symbol || here().kind == Token::Kind::Word) && here().text == text;
        if (isIt) ++at_;
        return isIt;
    }
    void expect(const std::string& text) {
        if (!accept(text)) fail("no \"" + text + "\" where there must be one");
    }
    void fail(const std::string& what) {
        if (!fault_)
            fault_ = Diagnostic{"tune.python",
                                Severity::Error,
                                {},
                                "\"" + text_.substr(0, 120) + "\" has " + what,
                                "write it into [tune] of the launch file as an expression of launch files"};
        at_ = tokens_.size() - 1;
    }

    std::string disjunction() {
        std::string made = conjunction();
        while (accept("or")) made = grouped(made, "||", conjunction());
        return made;
    }
    std::string conjunction() {
        std::string made = negation();
        while (accept("and")) made = grouped(made, "&&", negation());
        return made;
    }
    std::string negation() {
        int times = 0;
        while (accept("not")) ++times;
        std::string made = comparison();
        return times == 0 ? made : (times % 2 == 1 ? "(!" : "(!!") + made + ")";
    }
    /// a < b < c is a < b and b < c.
    std::string comparison() {
        std::string left = sum(), made;
        for (;;) {
            const std::string symbol = here().text;
            const bool compares =
                here().kind == Token::Kind::Symbol && (symbol == "<" || symbol == ">" || symbol == "<=" ||
                                                       symbol == ">=" || symbol == "==" || symbol == "!=");
            if (!compares) return made.empty() ? left : made;
            ++at_;
            const std::string right = sum();
            const std::string one = grouped(left, symbol, right);
            made = made.empty() ? one : grouped(made, "&&", one);
            left = right;
        }
    }
    std::string sum() {
        std::string made = product();
        for (;;) {
            if (accept("+"))
                made = grouped(made, "+", product());
            else if (accept("-"))
                made = grouped(made, "-", product());
            else
                return made;
        }
    }
    std::string product() {
        std::string made = prefixed();
        for (;;) {
            if (accept("*"))
                made = grouped(made, "*", prefixed());
            else if (accept("//"))
                made = grouped(made, "/", prefixed());
            else if (accept("%"))
                made = grouped(made, "%", prefixed());
            else if (here().kind == Token::Kind::Symbol && here().text == "/")
                fail("a division by /, whose result is no whole number");
            else
                return made;
        }
    }
    std::string prefixed() {
        if (++depth_ > deepest) fail("too many levels");
        std::string made;
        if (fault_)
            made = "0";
        else if (accept("-"))
            made = "(-" + prefixed() + ")";
        else
            made = power();
        --depth_;
        return made;
    }
    std::string power() {
        std::string base = atom();
        if (!accept("**")) return base;
        const std::string exponent = prefixed();
        if (base == "2") return "(1 << " + exponent + ")";
        std::int64_t times = 0;
        const auto [stop, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), times);
        if (error != std::errc() || stop != exponent.data() + exponent.size() || times < 1 || times > 16) {
            fail("a power that is neither one of 2 nor by a number from 1 to 16");
            return "0";
        }
        std::string made = base;
        for (std::int64_t i = 1; i < times; ++i) made += " * " + base;
        return "(" + made + ")";
    }
    std::string atom() {
        if (++depth_ > deepest) fail("too many levels");
        std::string made = "0";
        if (accept("(")) {
            made = "(" + disjunction() + ")";
            expect(")");
        } else if (accept("True")) {
            made = "1";
        } else if (accept("False")) {
            made = "0";
        } else if (here().kind == Token::Kind::Number) {
            made = here().text;
            if (made.find('.') != std::string::npos) fail("a number that is not whole");
            if (!fault_) ++at_;
        } else if (here().kind == Token::Kind::Word) {
            made = here().text;
            ++at_;
            if (accept("(")) made = call(made);
        } else {
            fail(here().kind == Token::Kind::End ? "an end where a value must be"
                                                 : "an unexpected \"" + here().text + "\"");
        }
        --depth_;
        return made;
    }
    std::string call(const std::string& function) {
        if (function != "min" && function != "max") {
            fail("a call of " + function + "()");
            return "0";
        }
        std::string made = disjunction();
        while (accept(",")) {
            made.insert(0, function + "(");
            made += ", ";
            made += disjunction();
            made += ")";
        }
        expect(")");
        return made;
    }

    std::vector<files::TomlValue> oneList() {
        expect("[");
        std::vector<files::TomlValue> values;
        if (fault_ || accept("]")) return values;
        if (const auto plain = literal()) {
            values.push_back(*plain);
            while (accept(",")) {
                if (here().text == "]") break; // a comma at the end
                if (const auto next = literal())
                    values.push_back(*next);
                else
                    fail("something among values that is none");
            }
            expect("]");
            return values;
        }
        const std::string each = disjunction();
        if (accept("for")) return comprehension(each);
        values.push_back(integer(each, {}));
        while (accept(",")) values.push_back(integer(disjunction(), {}));
        expect("]");
        return values;
    }
    /// A value that stands alone, up to a comma or a bracket.
    std::optional<files::TomlValue> literal() {
        const std::size_t begin = at_;
        const bool isNegative = here().text == "-" && here().kind == Token::Kind::Symbol;
        if (isNegative) ++at_;
        files::TomlValue value;
        const Token token = here();
        bool isValue = true;
        if (token.kind == Token::Kind::Text && !isNegative) {
            value.kind = files::TomlValue::Kind::Text;
            value.text = token.text;
        } else if (token.kind == Token::Kind::Word && (token.text == "True" || token.text == "False") &&
                   !isNegative) {
            value.kind = files::TomlValue::Kind::Boolean;
            value.boolean = token.text == "True";
        } else if (token.kind == Token::Kind::Number) {
            const char *first = token.text.data(), *last = first + token.text.size();
            const auto whole = std::from_chars(first, last, value.integer);
            value.kind = files::TomlValue::Kind::Integer;
            value.number = static_cast<double>(value.integer);
            if (whole.ptr != last) {
                value.kind = files::TomlValue::Kind::Float;
                isValue = std::from_chars(first, last, value.number).ptr == last;
            }
            if (isNegative) {
                value.integer = -value.integer;
                value.number = -value.number;
            }
        } else {
            isValue = false;
        }
        if (isValue) ++at_;
        if (isValue && (here().text == "," || here().text == "]") && here().kind == Token::Kind::Symbol)
            return value;
        at_ = begin;
        return std::nullopt;
    }
    std::vector<files::TomlValue> comprehension(const std::string& each) {
        const std::string name = here().text;
        ++at_;
        expect("in");
        expect("range");
        expect("(");
        std::vector<std::int64_t> bounds;
        do bounds.push_back(integer(disjunction(), {}).integer);
        while (!fault_ && accept(","));
        expect(")");
        expect("]");
        std::vector<files::TomlValue> values;
        if (fault_ || bounds.size() > 3) return values;
        const std::int64_t first = bounds.size() > 1 ? bounds[0] : 0,
                           last = bounds.size() > 1 ? bounds[1] : bounds[0],
                           step = bounds.size() > 2 ? bounds[2] : 1;
        if (step == 0) fail("a range with steps of 0");
        for (std::int64_t i = first; !fault_ && (step > 0 ? i < last : i > last); i += step) {
            values.push_back(integer(each, {{name, i}}));
            if (static_cast<std::int64_t>(values.size()) > mostValues) fail("more than 100,000 values");
        }
        return values;
    }
    files::TomlValue integer(const std::string& expression, const std::map<std::string, std::int64_t>& names) {
        files::TomlValue value;
        value.kind = files::TomlValue::Kind::Integer;
        if (fault_) return value;
        const auto parsed = files::SizeExpression::parse(expression);
        if (!parsed) {
            fail("something that is no whole number");
            return value;
        }
        std::vector<std::int64_t> known;
        for (const std::string& name : parsed->names()) {
            const auto found = names.find(name);
            if (found == names.end()) {
                fail("the name \"" + name + "\", which is not known there");
                return value;
            }
            known.push_back(found->second);
        }
        const auto result = parsed->evaluate(known);
        if (!result) {
            fail("what " + result.diagnostics().front().message);
            return value;
        }
        value.integer = *result;
        value.number = static_cast<double>(*result);
        return value;
    }

    const std::string& text_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<Diagnostic> fault_;
};

} // namespace

Result<std::string> launchExpression(const std::string& condition) { return Translator(condition).condition(); }

Result<std::vector<files::TomlValue>> pythonList(const std::string& text) { return Translator(text).list(); }

} // namespace warpstring::search
