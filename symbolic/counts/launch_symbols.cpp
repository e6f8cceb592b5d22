// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/launch_symbols.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <set>

#include "core/files/launches/size_expression.h"

namespace warpstring::symbolic {

namespace {

using Operation = files::SizeExpression::Operation;

std::optional<std::int64_t> plainNumber(const std::string& text) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

std::optional<Polynomial> quotient(const Polynomial& a, const Polynomial& b) {
    const auto divisor = b.constant();
    const auto number = divisor ? divisor->integer() : std::nullopt;
    if (!number || *number <= 0 || !a.isSurelyNonNegative()) return std::nullopt;
    return Polynomial::floorOf(a, *number);
}

std::optional<Polynomial> lesser(const Polynomial& a, const Polynomial& b) {
    if ((b - a).isSurelyNonNegative()) return a;
    if ((a - b).isSurelyNonNegative()) return b;
    return std::nullopt;
}

std::optional<Polynomial> combined(Operation operation, const Polynomial& a, const Polynomial& b) {
    switch (operation) {
    case Operation::Add: return a + b;
    case Operation::Subtract: return a - b;
    case Operation::Multiply: return a * b;
    case Operation::Divide: return quotient(a, b);
    case Operation::CeilDiv: return quotient(a + b - 1, b);
    case Operation::Remainder:
        if (const auto whole = quotient(a, b)) return a - b * *whole;
        return std::nullopt;
    case Operation::ShiftLeft:
    case Operation::ShiftRight: {
        const auto distance = b.constant() ? b.constant()->integer() : std::nullopt;
        if (!distance || *distance < 0 || *distance > 40) return std::nullopt;
        const Polynomial factor(std::int64_t{1} << *distance);
        return operation == Operation::ShiftLeft ? std::optional(a * factor) : quotient(a, factor);
    }
    case Operation::Min: return lesser(a, b);
    case Operation::Max:
        if (const auto least = lesser(a, b)) return a + b - *least;
        return std::nullopt;
    default: return std::nullopt;
    }
}

/// Works out definitions with names left open.
class Definitions {
public:
    Definitions(const files::LaunchDefinitions& definitions, const std::set<std::string>& open)
        : definitions_(definitions), open_(open) {}

    std::optional<Polynomial> ofName(const std::string& name) {
        if (open_.contains(name)) return Polynomial::name(name);
        const auto found = definitions_.names.find(name);
        if (found == definitions_.names.end() || depth_ > 64) return std::nullopt;
        ++depth_;
        auto result = ofText(found->second.text);
        --depth_;
        return result;
    }

    std::optional<Polynomial> ofText(const std::string& text) {
        const auto expression = files::SizeExpression::parse(text);
        if (!expression) return std::nullopt;
        std::vector<Polynomial> stack;
        const auto pop = [&] {
            Polynomial top = std::move(stack.back());
            stack.pop_back();
            return top;
        };
        for (const auto& step : expression->steps()) {
            std::optional<Polynomial> next;
            if (step.operation == Operation::Literal) {
                next = Polynomial(step.operand);
            } else if (step.operation == Operation::Name) {
                next = ofName(expression->names()[static_cast<std::size_t>(step.operand)]);
            } else if (step.operation == Operation::Negate) {
                next = Polynomial() - pop();
            } else {
                if (stack.size() < 2) return std::nullopt; // of one operand, or a jump
                const Polynomial b = pop(), a = pop();
                next = combined(step.operation, a, b);
            }
            if (!next || !next->isValid()) return std::nullopt;
            stack.push_back(std::move(*next));
        }
        return stack.size() == 1 ? std::optional(stack[0]) : std::nullopt;
    }

    /// That the text hangs on, through definitions too.
    void addOpenNames(const std::string& text, std::set<std::string>& found) {
        const auto expression = files::SizeExpression::parse(text);
        if (!expression || depth_ > 64) return;
        ++depth_;
        for (const std::string& name : expression->names()) {
            if (open_.contains(name))
                found.insert(name);
            else if (const auto defined = definitions_.names.find(name); defined != definitions_.names.end())
                addOpenNames(defined->second.text, found);
        }
        --depth_;
    }

private:
    const files::LaunchDefinitions& definitions_;
    const std::set<std::string>& open_;
    int depth_ = 0;
};

/// Integer arguments and constants by their values, as far as the launch tells them.
NameValues numbersOf(const Launch& launch, const std::optional<files::LaunchDefinitions>& definitions) {
    NameValues numbers;
    if (definitions) {
        const std::set<std::string> none;
        Definitions closed(*definitions, none);
        for (const auto& [name, definition] : definitions->names)
            if (definition.kind == files::LaunchDefinition::Kind::Constant)
                if (const auto value = closed.ofName(name); value && value->constant())
                    if (const auto number = value->constant()->integer()) numbers[name] = *number;
    }
    for (const auto& [name, argument] : launch.arguments)
        if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
            if (const auto* number = std::get_if<std::int64_t>(&scalar->value)) numbers[name] = *number;
    return numbers;
}

/// What a multiple of which the symbol must be, for the size to be a multiple of `local`; 1 where it is not
/// seen.
std::int64_t multipleOf(const Polynomial& size, const std::string& inner, std::int64_t local) {
    if (size.terms().size() != 1) return 1;
    const auto& [monomial, coefficient] = *size.terms().begin();
    const auto factor = coefficient.integer();
    if (!factor || monomial.degree() != 1 || monomial.factors[0].atom->text != inner) return 1;
    return local / std::gcd(local, *factor);
}

void divideByRules(LaunchSymbols& result, const NDRange& range) {
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        for (std::size_t d = 0; d < 3; ++d)
            for (LaunchSymbol& symbol : result.symbols) {
                const std::int64_t multiple =
                    multipleOf(result.global[d], symbol.inner, static_cast<std::int64_t>(range.local[d]));
                if (multiple == 1 || symbol.value % (symbol.multiple * multiple) != 0) continue;
                symbol.multiple *= multiple;
                const std::string inner = symbol.name + "/" + std::to_string(symbol.multiple);
                const Polynomial part = Polynomial(multiple) * Polynomial::name(inner);
                for (Polynomial& size : result.global) size = size.replaced(symbol.inner, part);
                for (auto& [name, value] : result.scalars) value = value.replaced(symbol.inner, part);
                symbol.inner = inner;
                isChanged = true;
            }
    }
}

} // namespace

Polynomial LaunchSymbols::shown(Polynomial inner) const {
    for (const LaunchSymbol& symbol : symbols)
        if (symbol.multiple != 1)
            inner = inner.replaced(symbol.inner,
                                   Polynomial(Rational(1, symbol.multiple)) * Polynomial::name(symbol.name));
    return inner;
}

Formula LaunchSymbols::shown(const Formula& inner) const {
    std::vector<FormulaPiece> pieces = inner.pieces();
    for (FormulaPiece& piece : pieces) {
        piece.value = shown(piece.value);
        for (Condition& condition : piece.where) condition.left = shown(condition.left);
    }
    return Formula(std::move(pieces));
}

Result<LaunchSymbols> launchSymbols(const Launch& launch,
                                    const std::optional<files::LaunchDefinitions>& definitions,
                                    const std::optional<std::vector<std::string>>& wanted) {
    const NameValues numbers = numbersOf(launch, definitions);
    const SourceLocation place{launch.file.string(), 0, 0};
    std::set<std::string> open;
    if (wanted) {
        for (const std::string& name : *wanted) {
            const auto found = numbers.find(name);
            if (found == numbers.end()) {
                std::vector<std::string> known;
                known.reserve(numbers.size());
                for (const auto& [other, value] : numbers) known.push_back(other);
                const std::string close = closestName(name, known);
                return Diagnostic{"counts.unknown-symbol", Severity::Error, place,
                                  "\"" + name + "\" is no integer argument or constant of the launch",
                                  close.empty() ? "macros stay numbers: the kernel is compiled with them"
                                                : "did you mean \"" + close + "\"?"};
            }
            if (found->second < 1)
                return Diagnostic{"counts.symbol-range", Severity::Error, place,
                                  "\"" + name + "\" is " + std::to_string(found->second),
                                  "formulas are of names from 1 on: leave it a number"};
            open.insert(name);
        }
    } else {
        for (const auto& [name, argument] : launch.arguments) {
            const auto number = numbers.find(name);
            if (number == numbers.end() || number->second < 1) continue;
            if (definitions) {
                const auto definition = definitions->names.find(name);
                if (definition == definitions->names.end() || !plainNumber(definition->second.text)) continue;
            }
            open.insert(name);
        }
    }
    LaunchSymbols result;
    for (const std::string& name : open) result.symbols.push_back({name, numbers.at(name), 1, name});
    const files::LaunchDefinitions nothing;
    Definitions worked(definitions ? *definitions : nothing, open);
    std::map<std::string, std::string> unfollowed; // names, and what hangs on them without a formula
    const auto tell = [&](const std::string& what, const std::string& text, std::int64_t number) {
        std::set<std::string> names;
        worked.addOpenNames(text, names);
        for (const std::string& name : names) unfollowed.emplace(name, text);
        result.notes.push_back(what + " is taken as " + std::to_string(number) + ": \"" + text +
                               "\" is no formula of names alone");
    };
    for (const auto& [name, argument] : launch.arguments) {
        const auto number = numbers.find(name);
        if (number == numbers.end()) continue;
        auto formula = worked.ofName(name);
        if (!formula && definitions)
            if (const auto written = definitions->names.find(name); written != definitions->names.end())
                tell("the argument " + name, written->second.text, number->second);
        result.scalars[name] = formula ? *formula : Polynomial(number->second);
    }
    for (std::size_t d = 0; d < 3; ++d) {
        const auto number = static_cast<std::int64_t>(launch.range.global[d]);
        result.global[d] = number;
        if (!definitions || d >= definitions->global.size() || definitions->global[d].empty()) continue;
        if (const auto formula = worked.ofText(definitions->global[d]))
            result.global[d] = *formula;
        else
            tell("the global size of dimension " + std::to_string(d), definitions->global[d], number);
    }
    if (!wanted && !unfollowed.empty()) { // formulas of such names would be of sizes that stay what they are
        std::vector<std::string> rest;
        for (const std::string& name : open)
            if (!unfollowed.contains(name)) rest.push_back(name);
        auto fewer = launchSymbols(launch, definitions, rest);
        if (!fewer) return fewer.diagnostics();
        for (const auto& [name, text] : unfollowed)
            fewer->notes.push_back(name + " is taken as the number that it is: \"" + text +
                                   "\" hangs on it and is no formula of names alone");
        return fewer;
    }
    divideByRules(result, launch.range);
    for (const LaunchSymbol& symbol : result.symbols)
        result.values[symbol.inner] = symbol.value / symbol.multiple;
    for (std::size_t d = 0; d < 3; ++d) {
        // What the file writes may be of other values than the launch: a variant that was made of it.
        const auto size = result.global[d].evaluate(result.values);
        const auto number = static_cast<std::int64_t>(launch.range.global[d]);
        if (!size || size->integer() != number) result.global[d] = number;
        result.groups[d] =
            Polynomial::floorOf(result.global[d], static_cast<std::int64_t>(launch.range.local[d]));
    }
    for (auto& [name, formula] : result.scalars) {
        const auto value = formula.evaluate(result.values);
        if (!value || value->integer() != numbers.at(name)) formula = numbers.at(name);
    }
    return result;
}

} // namespace warpstring::symbolic
