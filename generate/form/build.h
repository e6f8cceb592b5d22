// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions put together in code. What does not fit by its types, or holds such a thing, is an empty
// expression, so that a whole can be built and asked once.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "generate/form/expr.h"

namespace warpstring::generate::build {

/// A map's or a reduction's function in the making: the body from its parameters.
using Body = std::function<Expr(const std::vector<Expr>&)>;
using Body1 = std::function<Expr(const Expr&)>;

[[nodiscard]] Expr node(Node node);
[[nodiscard]] Expr use(const VariablePointer& variable);
[[nodiscard]] Expr integer(std::int64_t value);
[[nodiscard]] Expr literal(ValueType type, double value);
[[nodiscard]] Expr operation(const std::string& name, std::vector<Expr> operands);
/// Of a function that the program has, at a place in its text.
[[nodiscard]] Expr call(const UserFunction& function, std::vector<Expr> operands, const SourceLocation& place);
[[nodiscard]] Expr tuple(std::vector<Expr> parts);
[[nodiscard]] Expr get(const Expr& tuple, int index);

[[nodiscard]] Expr let(const Expr& value, const Body1& body, const std::string& name);

[[nodiscard]] Function function(const std::vector<Type>& parameters, const Body& body,
                                const std::vector<std::string>& names = {});

struct Run {
    Level level = Level::Abstract;
    int dimension = 0;
    bool unroll = false;
};

[[nodiscard]] Expr map(Run run, const Function& function, const Expr& input);
[[nodiscard]] Expr map(Run run, const Expr& input, const Body1& body, const std::string& parameter = "x");
[[nodiscard]] Expr reduce(Run run, const Function& function, const Expr& start, const Expr& input);
[[nodiscard]] Expr partRed(const Function& function, const Expr& start, const Nat& number, const Expr& input);
[[nodiscard]] Expr scan(Run run, const Function& function, const Expr& start, const Expr& input);
[[nodiscard]] Expr zip(std::vector<Expr> arrays);
[[nodiscard]] Expr split(const Nat& number, const Expr& input);
[[nodiscard]] Expr join(const Expr& input);
[[nodiscard]] Expr transpose(const Expr& input);
[[nodiscard]] Expr iterate(std::int64_t count, const Expr& input, const Body1& body);
[[nodiscard]] Expr reorder(const Expr& input);
[[nodiscard]] Expr reorderStride(const Nat& stride, const Expr& input);
/// By the input's length over `parts`.
[[nodiscard]] Expr reorderStrideOfLength(const Nat& parts, const Expr& input);
[[nodiscard]] Expr gather(const Expr& input, const Nat& length, const Body1& index);
[[nodiscard]] Expr slide(const Nat& size, const Nat& step, const Expr& input);
/// `value` where the boundary is constant, else empty.
[[nodiscard]] Expr pad(const Nat& before, const Nat& behind, Boundary boundary, const Expr& value,
                       const Expr& input);
[[nodiscard]] Expr take(const Nat& number, const Expr& input);
[[nodiscard]] Expr iota(const Nat& length);
[[nodiscard]] Expr fill(const Nat& length, const Expr& value);
[[nodiscard]] Expr at(const Expr& input, const Expr& index);
[[nodiscard]] Expr toLocal(const Expr& input, std::int64_t behindRows = 0);
/// In one of two places, that the rounds of the loop around take by turns.
[[nodiscard]] Expr toLocalByTurns(const Expr& input, std::int64_t behindRows);
[[nodiscard]] Expr toGlobal(const Expr& input);
[[nodiscard]] Expr toPrivate(const Expr& input);
[[nodiscard]] Expr asVector(const Nat& width, const Expr& input);
[[nodiscard]] Expr asScalar(const Expr& input);

} // namespace warpstring::generate::build
