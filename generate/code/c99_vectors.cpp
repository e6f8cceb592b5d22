// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/c99_vectors.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "generate/code/c_tokens.h"

namespace warpstring::generate {
namespace {

/// Thrown and caught here: what is done with vectors that is not known.
struct NotRewritten {
    std::string what;
};

/// An expression as C99 has it. Of scalars only that they are some is known.
struct Term {
    std::string space;
    std::string text;
    ValueType type; // of what a pointer points to, too

    [[nodiscard]] bool isVector() const { return type.width > 1; }
    [[nodiscard]] std::string whole() const { return space + text; }
};

class Rewriter {
public:
    Rewriter(const std::string& text, std::map<std::string, ValueType> names,
             const std::vector<UserFunction>& functions, std::map<std::string, ValueType>& vectors,
             std::set<VectorFunction>& called)
        : tokens_(tokensOf(text)), names_(std::move(names)), functions_(functions), vectors_(vectors),
          called_(called) {}

    std::string run() {
        if (now().text != "{") function();
        while (at_ + 1 < tokens_.size()) statement();
        return text_ + now().space;
    }

private:
    const Token& now(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

    std::string taken() {
        if (at_ + 1 >= tokens_.size()) throw NotRewritten{"end of a function here"};
        const Token& token = tokens_[at_++];
        return token.space + token.text;
    }

    void expect(std::string_view text) {
        if (now().text != text) throw NotRewritten{"\"" + now().text + "\" as it stands"};
        text_ += taken();
    }

    /// The type that words at `ahead` name, and how many there are; 0 where they name none.
    std::pair<ValueType, std::size_t> typeAt(std::size_t ahead) const {
        std::size_t count = 0;
        bool isNumber = false; // "unsigned" alone
        ValueType type;
        for (;; ++count) {
            const std::string& word = now(ahead + count).text;
            if (isQualifier(word)) {
                isNumber = isNumber || word == "unsigned" || word == "signed";
                continue;
            }
            const std::optional<ValueType> known = parseValueType(word);
            if (!known && word != "void") break;
            if (known) type = *known;
            isNumber = true;
        }
        return {type, isNumber ? count : 0};
    }

    std::string typeText(std::size_t words) {
        std::string text;
        for (std::size_t i = 0; i < words; ++i) {
            const Token& word = tokens_[at_++];
            if (const auto type = parseValueType(word.text); type && type->width > 1) use(*type);
            text += isAddressSpace(word.text) ? word.space : word.space + word.text;
        }
        return text;
    }

    void use(ValueType vector) { vectors_.emplace(name(vector), vector); }

    Term calledOn(ValueType vector, const std::string& function, const std::vector<Term>& operands) {
        use(vector);
        const VectorFunction made{vector, function, operands.size()};
        called_.insert(made);
        Term term{operands.front().space, made.called() + "(", function == "dot" ? ValueType{} : vector};
        for (std::size_t i = 0; i < operands.size(); ++i)
            term.text +=
                (i > 0 ? ", " : "") + (function == "all" ? operands[i] : widened(operands[i], vector)).text;
        term.text += ")";
        return term;
    }

    Term widened(const Term& term, ValueType type) {
        if (type.width == 1 || term.isVector()) return term;
        return calledOn(type, "all", {term});
    }

    // Statements.
    void function() {
        const auto [type, words] = typeAt(0);
        if (words == 0) throw NotRewritten{"\"" + now().text + "\" before a function"};
        result_ = type;
        text_ += typeText(words);
        text_ += taken();
        expect("(");
        while (now().text != ")") {
            const auto [own, count] = typeAt(0);
            text_ += typeText(count);
            while (now().text == "*" || isQualifier(now().text)) text_ += taken();
            if (now().text != ")") {
                names_[now().text] = own;
                text_ += taken();
            }
            if (now().text == ",") text_ += taken();
        }
        expect(")");
    }

    void statement() {
        const std::string& word = now().text;
        if (word.starts_with('#') || word == ";") {
            text_ += taken();
        } else if (word == "{") {
            text_ += taken();
            while (now().text != "}") statement();
            text_ += taken();
        } else if (word == "if" || word == "while" || word == "switch") {
            text_ += taken();
            inParentheses();
            statement();
        } else if (word == "else") {
            text_ += taken();
            statement();
        } else if (word == "do") {
            text_ += taken();
            statement();
            expect("while");
            inParentheses();
            expect(";");
        } else if (word == "for") {
            forLoop();
        } else if (word == "return") {
            text_ += taken();
            if (now().text != ";") text_ += widened(expression(), result_).whole();
            expect(";");
        } else if (word == "break" || word == "continue") {
            text_ += taken();
            expect(";");
        } else {
            simple();
            expect(";");
        }
    }

    void inParentheses() {
        expect("(");
        text_ += expression().whole();
        expect(")");
    }

    void forLoop() {
        text_ += taken();
        expect("(");
        if (now().text != ";") simple();
        expect(";");
        if (now().text != ";") text_ += expression().whole();
        expect(";");
        while (now().text != ")") {
            text_ += expression().whole();
            if (now().text == ",") text_ += taken();
        }
        expect(")");
        statement();
    }

    /// A declaration or an expression.
    void simple() {
        const auto [type, words] = typeAt(0);
        if (words == 0) {
            text_ += expression().whole();
            return;
        }
        text_ += typeText(words);
        for (;;) {
            while (now().text == "*" || isQualifier(now().text)) text_ += taken();
            names_[now().text] = type;
            text_ += taken();
            while (now().text == "[") {
                text_ += taken() + expression().whole();
                expect("]");
            }
            if (now().text == "=") {
                text_ += taken();
                if (now().text == "{") throw NotRewritten{"list of an array's elements here"};
                text_ += widened(expression(), type).whole();
            }
            if (now().text != ",") return;
            text_ += taken();
        }
    }

    // Expressions.
    Term expression() {
        Term left = conditional();
        const std::string& sign = now().text;
        static constexpr auto assigning = std::to_array<std::string_view>(
            {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="});
        if (std::ranges::find(assigning, sign) == assigning.end()) return left;
        const std::string operation = sign.substr(0, sign.size() - 1);
        const std::string text = taken();
        Term right = expression();
        if (!left.isVector()) {
            left.text += text + right.whole();
            return left;
        }
        if (!operation.empty())
            right = calledOn(left.type, std::string(infixSign(operation)->function), {left, right});
        left.text += " = " + widened(right, left.type).text;
        return left;
    }

    Term conditional() {
        Term condition = binary(1);
        if (now().text != "?") return condition;
        if (condition.isVector()) throw NotRewritten{"choice by a vector here"};
        std::string text = taken();
        Term yes = expression();
        const std::string colon = taken();
        Term no = conditional();
        const ValueType type = yes.isVector() ? yes.type : no.type;
        condition.text +=
            text + yes.space + widened(yes, type).text + colon + no.space + widened(no, type).text;
        condition.type = type;
        return condition;
    }

    Term binary(int least) {
        Term left = unary();
        for (const InfixSign* sign = infixSign(now().text); sign != nullptr && sign->binds >= least;
             sign = infixSign(now().text)) {
            const std::string text = taken();
            const Term right = binary(sign->binds + 1);
            if (!left.isVector() && !right.isVector()) {
                left.text += text + right.whole();
                continue;
            }
            if (sign->function.empty()) throw NotRewritten{"comparison of vectors here"};
            left =
                calledOn(left.isVector() ? left.type : right.type, std::string(sign->function), {left, right});
        }
        return left;
    }

    Term unary() {
        const std::string& sign = now().text;
        if (sign == "(") {
            const auto [type, words] = typeAt(1);
            if (words > 0 && (now(1 + words).text == ")" || now(1 + words).text == "*"))
                return cast(type, words);
        }
        static constexpr auto prefixes =
            std::to_array<std::string_view>({"-", "+", "!", "~", "++", "--", "&", "*"});
        if (std::ranges::find(prefixes, sign) == prefixes.end()) return postfix();
        const std::string space = now().space;
        const std::string prefix = sign;
        ++at_;
        Term operand = unary();
        if (operand.isVector() && prefix != "&" && prefix != "*") {
            if (prefix != "-") throw NotRewritten{"\"" + prefix + "\" of vectors here"};
            operand = calledOn(operand.type, "neg", {operand});
        } else {
            operand.text = prefix + operand.whole();
        }
        operand.space = space;
        return operand;
    }

    Term cast(ValueType type, std::size_t words) {
        Term term{now().space, "(", type};
        ++at_;
        term.text += typeText(words);
        const bool isPointer = now().text == "*";
        while (now().text == "*") term.text += taken();
        term.text += taken();
        if (isPointer || type.width == 1) {
            const Term operand = unary();
            if (!isPointer && operand.isVector()) throw NotRewritten{"scalar made of a vector here"};
            term.text += operand.whole();
            return term;
        }
        if (now().text != "(") return calledOn(type, "all", {unary()});
        const std::vector<Term> parts = arguments();
        if (parts.size() == 1)
            return parts.front().isVector() ? parts.front()
                                            : withSpace(term.space, widened(parts.front(), type));
        if (parts.size() != static_cast<std::size_t>(type.width) || std::ranges::any_of(parts, &Term::isVector))
            throw NotRewritten{name(type) + " made of vectors here"};
        term.text += "{";
        for (std::size_t i = 0; i < parts.size(); ++i) term.text += (i > 0 ? ", " : "") + parts[i].text;
        term.text += type.width == 3 ? ", 0}" : "}";
        return term;
    }

    static Term withSpace(const std::string& space, Term term) {
        term.space = space;
        return term;
    }

    std::vector<Term> arguments() {
        ++at_;
        std::vector<Term> all;
        while (now().text != ")") {
            all.push_back(expression());
            if (now().text == ",") ++at_;
        }
        ++at_;
        return all;
    }

    Term postfix() {
        Term term{now().space, now().text, {}};
        if (now().text == "(") {
            ++at_;
            const Term inner = expression();
            if (now().text != ")") throw NotRewritten{"\"" + now().text + "\" as it stands"};
            term.text = "(" + inner.whole() + taken();
            term.type = inner.type;
        } else {
            const std::string word = now().text;
            if (word.empty() || (!isNameSign(word.front()) && !isNameSign(word.back())))
                throw NotRewritten{"\"" + word + "\" as it stands"};
            ++at_;
            if (now().text == "(") {
                term = withSpace(term.space, call(word));
            } else if (const auto known = names_.find(word); known != names_.end()) {
                term.type = known->second;
            }
        }
        for (;;) {
            if (now().text == "[") {
                term.text += taken();
                term.text += expression().whole();
                if (now().text != "]") throw NotRewritten{"\"" + now().text + "\" as it stands"};
                term.text += taken();
            } else if (now().text == "." && term.isVector()) {
                ++at_;
                term.text += "." + component(taken(), term.type);
                term.type = {};
            } else if (now().text == "." || now().text == "->") {
                term.text += taken();
                term.text += taken();
            } else if (now().text == "++" || now().text == "--") {
                if (term.isVector()) throw NotRewritten{"\"" + now().text + "\" of vectors here"};
                term.text += taken();
            } else {
                return term;
            }
        }
    }

    static std::string component(const std::string& word, ValueType type) {
        static constexpr std::string_view few = "xyzw";
        static constexpr std::string_view many = "0123456789abcdef";
        const bool isNumbered = word.size() == 2 && (word[0] == 's' || word[0] == 'S');
        const std::size_t index = isNumbered         ? many.find(word[1])
                                  : word.size() == 1 ? few.find(word[0])
                                                     : std::string_view::npos;
        if (index >= static_cast<std::size_t>(type.width)) throw NotRewritten{"." + word + " here"};
        return type.width <= 4 ? std::string(1, few[index]) : std::string("s") + many[index];
    }

    Term call(const std::string& word) {
        std::vector<Term> given = arguments();
        ValueType vector;
        const auto own = std::ranges::find(functions_, word, &UserFunction::name);
        if (own != functions_.end()) {
            vector = own->result;
            for (std::size_t i = 0; i < given.size() && i < own->parameters.size(); ++i)
                given[i] = widened(given[i], own->parameters[i]);
        } else if (const auto wide = std::ranges::find_if(given, &Term::isVector); wide != given.end()) {
            if (word == "length") {
                Term dot = calledOn(wide->type, "dot", {*wide, *wide});
                return {dot.space, "sqrt(" + dot.text + ")", {}};
            }
            return calledOn(wide->type, word, given);
        }
        Term term{{}, word + "(", vector};
        for (std::size_t i = 0; i < given.size(); ++i) term.text += (i > 0 ? ", " : "") + given[i].text;
        term.text += ")";
        return term;
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::string text_;
    std::map<std::string, ValueType> names_;
    ValueType result_;
    const std::vector<UserFunction>& functions_;
    std::map<std::string, ValueType>& vectors_;
    std::set<VectorFunction>& called_;
};

} // namespace

Result<std::string> C99Vectors::rewritten(const std::string& text,
                                          const std::map<std::string, ValueType>& names) {
    try {
        return Rewriter(text, names, functions_, vectors_, called_).run();
    } catch (const NotRewritten& fault) {
        return Diagnostic{.code = "generate.host-reference",
                          .severity = Severity::Error,
                          .place = {},
                          .message = "there is no reference in C: no way is known to write the " + fault.what,
                          .hint = "the reference in OpenCL C is there"};
    }
}

} // namespace warpstring::generate
