// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/size_expression.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>

namespace warpstring::files {

namespace {

constexpr int deepestNesting = 64;
constexpr std::size_t longestText = 4096;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool startsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

} // namespace

/// Recursive descent; gives up at the first fault.
class SizeExpressionParser {
public:
    explicit SizeExpressionParser(std::string_view text) : text_(text) { expression_.text_ = text; }

    Result<SizeExpression> run() {
        if (text_.size() > longestText)
            return fault("is longer than 4096 characters", "split it with [constants]");
        if (peek() == 0) return fault("is empty", "write a number or an expression such as \"n/16\"");
        conditional();
        if (!failure_ && peek() != 0) unexpected();
        if (failure_) return *failure_;
        return std::move(expression_);
    }

private:
    using Operation = SizeExpression::Operation;

    char peek() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool accept(std::string_view token) {
        peek();
        if (!text_.substr(at_).starts_with(token)) return false;
        at_ += token.size();
        return true;
    }
    void emit(Operation operation, std::int64_t operand = 0) {
        expression_.steps_.push_back({operation, operand});
    }
    /// A jump whose target is told by land(): what is jumped over is not evaluated.
    std::size_t emitJump(Operation operation) {
        emit(operation);
        return expression_.steps_.size() - 1;
    }
    void land(std::size_t jump) {
        expression_.steps_[jump].operand = static_cast<std::int64_t>(expression_.steps_.size());
    }
    bool tooDeep() {
        if (depth_ < deepestNesting) return false;
        fail("is nested deeper than " + std::to_string(deepestNesting) + " levels",
             "split it with [constants]");
        return true;
    }

    Diagnostic fault(const std::string& what, const std::string& hint) const {
        return {"launch.bad-expression",
                Severity::Error,
                {},
                "the expression \"" + std::string(text_.substr(0, 80)) + "\" " + what,
                hint};
    }
    void fail(const std::string& what, const std::string& hint) {
        if (!failure_) failure_ = fault(what, hint);
    }
    void unexpected() {
        if (peek() == 0)
            fail("ends too early", "a number, a name or a parenthesis is missing");
        else
            fail("has an unexpected \"" + std::string(1, text_[at_]) + "\" at character " +
                     std::to_string(at_ + 1),
                 "known are + - * / % << >> < <= > >= == != && || ! ?: ( ), min(a,b), max(a,b), ceil_div(a,b) "
                 "and log2(x)");
    }

    void conditional() {
        disjunction();
        if (failure_ || !accept("?")) return;
        if (tooDeep()) return;
        ++depth_;
        const std::size_t otherwise = emitJump(Operation::JumpUnless);
        conditional();
        if (!failure_ && !accept(":")) unexpected();
        const std::size_t end = emitJump(Operation::Jump);
        land(otherwise);
        if (!failure_) conditional();
        land(end);
        --depth_;
    }
    void disjunction() {
        conjunction();
        while (!failure_ && accept("||")) {
            const std::size_t known = emitJump(Operation::OneOrDrop);
            conjunction();
            emit(Operation::Truth);
            land(known);
        }
    }
    void conjunction() {
        equality();
        while (!failure_ && accept("&&")) {
            const std::size_t known = emitJump(Operation::ZeroOrDrop);
            equality();
            emit(Operation::Truth);
            land(known);
        }
    }
    void equality() {
        relation();
        while (!failure_) {
            if (accept("=="))
                relation(), emit(Operation::Equal);
            else if (accept("!="))
                relation(), emit(Operation::NotEqual);
            else
                return;
        }
    }
    void relation() {
        shift();
        while (!failure_) {
            if (accept("<="))
                shift(), emit(Operation::LessEqual);
            else if (accept(">="))
                shift(), emit(Operation::GreaterEqual);
            else if (accept("<"))
                shift(), emit(Operation::Less);
            else if (accept(">"))
                shift(), emit(Operation::Greater);
            else
                return;
        }
    }
    void shift() {
        sum();
        while (!failure_) {
            if (accept("<<"))
                sum(), emit(Operation::ShiftLeft);
            else if (accept(">>"))
                sum(), emit(Operation::ShiftRight);
            else
                return;
        }
    }
    void sum() {
        product();
        while (!failure_) {
            if (accept("+"))
                product(), emit(Operation::Add);
            else if (accept("-"))
                product(), emit(Operation::Subtract);
            else
                return;
        }
    }
    void product() {
        unary();
        while (!failure_) {
            if (accept("*"))
                unary(), emit(Operation::Multiply);
            else if (accept("/"))
                unary(), emit(Operation::Divide);
            else if (accept("%"))
                unary(), emit(Operation::Remainder);
            else
                return;
        }
    }
    void unary() {
        std::vector<Operation> prefixes; // the innermost last
        for (char c = peek(); c == '-' || c == '+' || c == '!'; c = peek()) {
            ++at_;
            if (c == '+') continue;
            const Operation prefix = c == '-' ? Operation::Negate : Operation::Not;
            if (prefix == Operation::Negate && !prefixes.empty() && prefixes.back() == prefix)
                prefixes.pop_back(); // the smallest number has no negative, but is its own twice negated
            else
                prefixes.push_back(prefix);
        }
        primary();
        for (auto prefix = prefixes.rbegin(); prefix != prefixes.rend(); ++prefix) emit(*prefix);
    }
    void primary() {
        if (tooDeep()) return;
        ++depth_;
        const char c = peek();
        if (isDigit(c))
            number();
        else if (startsName(c))
            name();
        else if (accept("("))
            conditional(), close();
        else
            unexpected();
        --depth_;
    }
    void close() {
        if (!failure_ && !accept(")")) unexpected();
    }
    void number() {
        const bool hexadecimal = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
        if (hexadecimal) at_ += 2;
        std::int64_t value = 0;
        const char* const end = text_.data() + text_.size();
        const auto [stop, error] = std::from_chars(text_.data() + at_, end, value, hexadecimal ? 16 : 10);
        if (error == std::errc::result_out_of_range)
            return fail("has a number beyond 64 bits", "use a smaller number");
        if (error != std::errc()) return unexpected();
        at_ = static_cast<std::size_t>(stop - text_.data());
        if (at_ < text_.size() && (text_[at_] == '.' || startsName(text_[at_])))
            return fail("has a malformed number at character " + std::to_string(at_ + 1),
                        "sizes are whole numbers");
        emit(Operation::Literal, value);
    }
    void name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (startsName(text_[at_]) || isDigit(text_[at_]))) ++at_;
        const std::string word(text_.substr(begin, at_ - begin));
        if (peek() == '(') return call(word);
        auto& names = expression_.names_;
        const auto known = std::find(names.begin(), names.end(), word);
        emit(Operation::Name, known - names.begin());
        if (known == names.end()) names.push_back(word);
    }
    void call(const std::string& function) {
        static const std::vector<std::pair<std::string, Operation>> functions{{"min", Operation::Min},
                                                                              {"max", Operation::Max},
                                                                              {"ceil_div", Operation::CeilDiv},
                                                                              {"log2", Operation::Log2}};
        const auto known = std::find_if(functions.begin(), functions.end(),
                                        [&](const auto& f) { return f.first == function; });
        if (known == functions.end()) {
            std::vector<std::string> all;
            for (const auto& f : functions) all.push_back(f.first);
            const std::string closest = closestName(function, all);
            return fail("calls \"" + function + "\", which is no function",
                        closest.empty() ? "functions: min, max, ceil_div, log2"
                                        : "did you mean \"" + closest + "\"?");
        }
        accept("(");
        conditional();
        if (known->second != Operation::Log2) {
            if (!failure_ && !accept(","))
                return fail("calls " + function + " without a second argument", function + "(a, b) takes two");
            if (!failure_) conditional();
        }
        close();
        emit(known->second);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    SizeExpression expression_;
    std::optional<Diagnostic> failure_;
};

Result<SizeExpression> SizeExpression::parse(std::string_view text) { return SizeExpressionParser(text).run(); }

Result<std::int64_t> SizeExpression::evaluate(const std::vector<std::int64_t>& values) const {
    const auto fault = [this](const std::string& what, const std::string& hint) {
        return Diagnostic{"launch.bad-expression",
                          Severity::Error,
                          {},
                          "the expression \"" + text_.substr(0, 80) + "\" " + what,
                          hint};
    };
    const auto overflow = [&] { return fault("does not fit 64 bits", "use smaller values"); };
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    std::vector<std::int64_t> stack;
    for (std::size_t at = 0; at < steps_.size(); ++at) {
        const Step& step = steps_[at];
        if (step.operation == Operation::Jump) {
            at = static_cast<std::size_t>(step.operand) - 1;
            continue;
        }
        if (step.operation == Operation::Literal || step.operation == Operation::Name) {
            stack.push_back(step.operation == Operation::Literal
                                ? step.operand
                                : values[static_cast<std::size_t>(step.operand)]);
            continue;
        }
        const std::int64_t b = stack.back();
        if (step.operation == Operation::Negate) {
            if (b == lowest) return overflow();
            stack.back() = -b;
            continue;
        }
        if (step.operation == Operation::Not || step.operation == Operation::Truth) {
            stack.back() = (b != 0) == (step.operation == Operation::Truth) ? 1 : 0;
            continue;
        }
        if (step.operation == Operation::JumpUnless) {
            stack.pop_back();
            if (b == 0) at = static_cast<std::size_t>(step.operand) - 1;
            continue;
        }
        if (step.operation == Operation::OneOrDrop || step.operation == Operation::ZeroOrDrop) {
            if ((b != 0) == (step.operation == Operation::OneOrDrop)) {
                stack.back() = b != 0 ? 1 : 0;
                at = static_cast<std::size_t>(step.operand) - 1;
            } else {
                stack.pop_back();
            }
            continue;
        }
        if (step.operation == Operation::Log2) {
            if (b <= 0) return fault("takes log2 of " + std::to_string(b), "log2 needs a positive number");
            stack.back() = std::bit_width(static_cast<std::uint64_t>(b)) - 1;
            continue;
        }
        stack.pop_back();
        const std::int64_t a = stack.back();
        std::int64_t result = 0;
        switch (step.operation) {
        case Operation::Add:
            if (__builtin_add_overflow(a, b, &result)) return overflow();
            break;
        case Operation::Subtract:
            if (__builtin_sub_overflow(a, b, &result)) return overflow();
            break;
        case Operation::Multiply:
            if (__builtin_mul_overflow(a, b, &result)) return overflow();
            break;
        case Operation::Divide:
        case Operation::Remainder:
        case Operation::CeilDiv:
            if (b == 0) return fault("divides by zero", "check the values of its names");
            if (a == lowest && b == -1) return overflow();
            if (step.operation == Operation::Remainder) {
                result = a % b;
                break;
            }
            result = a / b;
            if (step.operation == Operation::CeilDiv && a % b != 0 && (a > 0) == (b > 0)) ++result;
            break;
        case Operation::ShiftLeft:
        case Operation::ShiftRight:
            if (b < 0 || b > 62) return fault("shifts by " + std::to_string(b), "shift by 0 to 62");
            if (step.operation == Operation::ShiftRight)
                result = a >> b;
            else if (__builtin_mul_overflow(a, std::int64_t{1} << b, &result))
                return overflow();
            break;
        case Operation::Less: result = a < b ? 1 : 0; break;
        case Operation::LessEqual: result = a <= b ? 1 : 0; break;
        case Operation::Greater: result = a > b ? 1 : 0; break;
        case Operation::GreaterEqual: result = a >= b ? 1 : 0; break;
        case Operation::Equal: result = a == b ? 1 : 0; break;
        case Operation::NotEqual: result = a != b ? 1 : 0; break;
        case Operation::Min: result = std::min(a, b); break;
        default: result = std::max(a, b); break;
        }
        stack.back() = result;
    }
    return stack.back();
}

} // namespace warpstring::files
