// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/transfers/time_formula.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace warpstring::transfers {

namespace {

Diagnostic badFormula(const std::string& text, const std::string& what) {
    return {"transfers.bad-formula",
            Severity::Error,
            {},
            "\"" + text + "\" is no time in seconds: " + what,
            "write it over names of the launch, such as 3e-9*n^2"};
}

} // namespace

class TimeFormulaParser {
public:
    explicit TimeFormulaParser(std::string_view text) : text_(text) { formula_.text_ = std::string(text); }

    Result<TimeFormula> parse() {
        sum();
        skip();
        if (fault_.empty() && at_ < text_.size()) fail("what stands here is not understood");
        if (!fault_.empty()) return badFormula(formula_.text_, fault_);
        return std::move(formula_);
    }

private:
    using Operation = TimeFormula::Operation;
    /// Parentheses and signs within each other; the parser calls itself for each.
    static constexpr int mostDepth = 200;

    void fail(const std::string& what) {
        if (fault_.empty()) fault_ = what + " (at character " + std::to_string(at_ + 1) + ")";
        at_ = text_.size();
    }
    void skip() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    bool take(char wanted) {
        skip();
        if (at_ >= text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }
    void add(Operation operation) { formula_.steps_.push_back({operation, 0, {}}); }

    void sum() {
        product();
        while (fault_.empty()) {
            if (take('+')) {
                product();
                add(Operation::Add);
            } else if (take('-')) {
                product();
                add(Operation::Subtract);
            } else {
                return;
            }
        }
    }

    void product() {
        sign();
        while (fault_.empty()) {
            if (take('*')) {
                sign();
                add(Operation::Multiply);
            } else if (take('/')) {
                sign();
                add(Operation::Divide);
            } else {
                return;
            }
        }
    }

    void sign() {
        if (++depth_ > mostDepth) return fail("too deeply nested");
        if (take('-')) {
            sign();
            add(Operation::Negate);
        } else {
            primary();
            if (fault_.empty() && take('^')) {
                sign();
                add(Operation::Power);
            }
        }
        --depth_;
    }

    void primary() {
        skip();
        if (take('(')) {
            sum();
            if (!take(')')) fail("a parenthesis is not closed");
            return;
        }
        if (at_ >= text_.size()) return fail("something is missing");
        const char first = text_[at_];
        if (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '.') {
            double number = 0;
            const auto [end, fault] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
            if (fault != std::errc()) return fail("no number that can be used");
            at_ = static_cast<std::size_t>(end - text_.data());
            formula_.steps_.push_back({Operation::Number, number, {}});
            return;
        }
        const std::size_t begin = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
            ++at_;
        if (at_ == begin) return fail("what stands here is not understood");
        std::string name(text_.substr(begin, at_ - begin));
        if (!take('(')) {
            formula_.steps_.push_back({Operation::Name, 0, std::move(name)});
            return;
        }
        function(name);
    }

    void function(const std::string& name) {
        struct Known {
            std::string_view name;
            Operation operation;
            bool takesTwo;
        };
        static constexpr Known known[] = {{"log2", Operation::Log2, false},
                                          {"sqrt", Operation::Root, false},
                                          {"min", Operation::Least, true},
                                          {"max", Operation::Most, true}};
        const auto* found = std::find_if(std::begin(known), std::end(known),
                                         [&](const Known& one) { return one.name == name; });
        if (found == std::end(known)) return fail("there is no function " + name);
        sum();
        if (found->takesTwo) {
            if (!take(',')) return fail(name + " takes two");
            sum();
        }
        if (!take(')')) return fail("a parenthesis is not closed");
        add(found->operation);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::string fault_;
    TimeFormula formula_;
};

Result<TimeFormula> TimeFormula::parse(std::string_view text) { return TimeFormulaParser(text).parse(); }

Result<double> TimeFormula::evaluate(const std::map<std::string, double>& values) const {
    std::vector<double> stack;
    const auto pop = [&] {
        const double top = stack.back();
        stack.pop_back();
        return top;
    };
    for (const Step& step : steps_) {
        switch (step.operation) {
        case Operation::Number: stack.push_back(step.number); continue;
        case Operation::Name: {
            const auto found = values.find(step.name);
            if (found == values.end()) return badFormula(text_, "the launch has no number " + step.name);
            stack.push_back(found->second);
            continue;
        }
        case Operation::Negate: stack.back() = -stack.back(); continue;
        case Operation::Log2: stack.back() = std::log2(stack.back()); continue;
        case Operation::Root: stack.back() = std::sqrt(stack.back()); continue;
        default: break;
        }
        const double right = pop(), left = pop();
        switch (step.operation) {
        case Operation::Add: stack.push_back(left + right); break;
        case Operation::Subtract: stack.push_back(left - right); break;
        case Operation::Multiply: stack.push_back(left * right); break;
        case Operation::Divide: stack.push_back(left / right); break;
        case Operation::Power: stack.push_back(std::pow(left, right)); break;
        case Operation::Least: stack.push_back(std::min(left, right)); break;
        default: stack.push_back(std::max(left, right)); break;
        }
    }
    const double seconds = stack.back();
    if (!std::isfinite(seconds) || seconds < 0)
        return badFormula(text_, "its value is no number of 0 or more here");
    return seconds;
}

} // namespace warpstring::transfers
