// SPDX-License-Identifier: GPL-3.0-or-later
// From what is written to typed expressions: names are looked up, functions applied where their arguments'
// types are known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "generate/patterns/meaning.h"

namespace warpstring::generate {

/// What expressions may name. Outlives the elaborator.
struct PatternNames {
    std::map<std::string, std::int64_t> sizes;
    std::vector<UserFunction> functions;
    std::vector<DefinitionItem> definitions;
};

/// Gives expressions without a value where something does not fit; what that was is told once, by fault().
class Elaborator {
public:
    explicit Elaborator(const PatternNames& names) : names_(names) {}

    [[nodiscard]] Meaning evaluate(const Syntax& syntax, const ScopePointer& scope);
    [[nodiscard]] Expr expression(const Syntax& syntax, const ScopePointer& scope);
    [[nodiscard]] std::optional<Type> type(const Syntax& syntax, const ScopePointer& scope);
    /// The first one.
    [[nodiscard]] const std::optional<Diagnostic>& fault() const { return fault_; }

    // For patterns that are applied.

    std::monostate refuse(const std::string& code, const SourceLocation& place, const std::string& message,
                          const std::string& hint = {});
    /// infer(), within the bounds of a program's size.
    [[nodiscard]] Expr made(Node node, const SourceLocation& place);
    [[nodiscard]] Expr use(const VariablePointer& variable, const SourceLocation& place);
    [[nodiscard]] Expr expression(const Argument& argument);
    /// A whole number that is known, of a length or a count.
    [[nodiscard]] std::optional<std::int64_t> number(const Argument& argument, const std::string& what);
    /// Numbers without a type of their own become `type`.
    [[nodiscard]] Expr adapted(const Expr& expr, const Type& type);
    [[nodiscard]] Meaning applied(const Meaning& function, std::vector<Argument> arguments,
                                  const SourceLocation& place);
    /// As a function of values of these types. Its result is adapted to `result` where that is given.
    [[nodiscard]] std::optional<Function> function(const Argument& argument, const std::vector<Type>& types,
                                                   const std::vector<std::string>& names,
                                                   const Type* result = nullptr);
    [[nodiscard]] Expr called(const Argument& function, const std::vector<Expr>& arguments,
                              const SourceLocation& place);

private:
    [[nodiscard]] Meaning named(const Syntax& syntax, const ScopePointer& scope);
    [[nodiscard]] Meaning binary(const Syntax& syntax, const ScopePointer& scope);
    [[nodiscard]] Meaning unary(const Syntax& syntax, const ScopePointer& scope);
    [[nodiscard]] Meaning part(const Syntax& syntax, const ScopePointer& scope);
    [[nodiscard]] Meaning letIn(const Syntax& syntax, const ScopePointer& scope);
    [[nodiscard]] Meaning ofKind(const Syntax& syntax, const ScopePointer& scope);

    [[nodiscard]] Expr partOf(const Expr& tuple, std::size_t index, const SourceLocation& place);
    /// Null where the name and the value do not fit.
    [[nodiscard]] ScopePointer bound(const Syntax& pattern, const Meaning& meaning, const ScopePointer& scope);
    [[nodiscard]] std::optional<std::size_t> wanted(const Callable& callable) const;
    [[nodiscard]] Meaning run(const Callable& callable, const SourceLocation& place);
    [[nodiscard]] Meaning runLambda(const Callable& callable, const SourceLocation& place);
    [[nodiscard]] Meaning runDefinition(const Callable& callable, const SourceLocation& place);
    [[nodiscard]] Expr runOperator(const Callable& callable, const SourceLocation& place);
    [[nodiscard]] Expr runUserFunction(const Callable& callable, const SourceLocation& place);
    [[nodiscard]] Expr converted(ValueType type, const Expr& value, const SourceLocation& place);
    [[nodiscard]] Expr literal(ValueType type, double value, bool isFlexible, const SourceLocation& place);
    [[nodiscard]] bool isFlexible(const Expr& expr) const { return flexible_.contains(&*expr); }

    const PatternNames& names_;
    std::optional<Diagnostic> fault_;
    struct Extent {
        Expr expr; // its address is the key, so it is kept
        double nodes = 1;
        int depth = 1;
    };
    std::unordered_map<const Node*, Extent> extents_;
    std::unordered_map<const Node*, Expr> flexible_; // numbers without a type of their own
    int depth_ = 0;
};

/// The names of a parameter's parts together, which a reader of the code may know it by: "p_q" of (p, q).
[[nodiscard]] std::string joinedName(const Syntax& pattern, const std::string& otherwise);

/// A pattern with all its arguments.
[[nodiscard]] Expr applyPattern(Elaborator& elaborator, const Callable& pattern, const SourceLocation& place);

/// How many arguments it needs, the data among them; nullopt where the first ones have to tell.
[[nodiscard]] std::optional<std::size_t> argumentCount(const Callable& pattern);

} // namespace warpstring::generate
