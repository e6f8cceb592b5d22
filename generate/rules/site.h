// SPDX-License-Identifier: GPL-3.0-or-later
// What rules ask of a site and how they put its other form together.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "generate/form/build.h"
#include "generate/rules/rule.h"

namespace warpstring::generate {

/// Nullopt where it is missing.
[[nodiscard]] std::optional<std::int64_t> number(const Numbers& numbers, std::string_view name);
/// Of 1 or more: 0 where it is missing or smaller, which divides nothing.
[[nodiscard]] std::int64_t positive(const Numbers& numbers, std::string_view name);

/// An array's length where that is constant, else 0.
[[nodiscard]] std::int64_t lengthOf(const Expr& array);
[[nodiscard]] bool dividesLength(std::int64_t part, std::int64_t length);
/// The divisors that a search tries, neither 1 nor the length: powers of two where there are some, twelve at
/// most.
[[nodiscard]] std::vector<std::int64_t> usefulDivisors(std::int64_t length);
[[nodiscard]] std::vector<Numbers> choicesOf(std::string_view name, const std::vector<std::int64_t>& values);
/// For rules that want no number.
[[nodiscard]] std::vector<Numbers> noNumbers(const Expr& site);

[[nodiscard]] bool is(const Expr& expr, Op op);
[[nodiscard]] bool is(const Expr& expr, Op op, Level level);
[[nodiscard]] build::Run runOf(const Node& node);
/// A pattern whose first input is the array that it works on.
[[nodiscard]] bool isPattern(const Expr& expr);
/// map (x => x) of anything.
[[nodiscard]] bool isIdentity(const Expr& expr);

[[nodiscard]] Expr identity(const Expr& array);
/// The node with another first input of the same type.
[[nodiscard]] Expr onInput(const Expr& expr, const Expr& input);
/// The same function on another array of the same elements.
[[nodiscard]] Expr reductionOn(const Node& reduction, const Expr& array);
/// map (part => of(part)) on the parts of `n` elements, joined again.
[[nodiscard]] Expr onParts(std::int64_t n, const Expr& array, const build::Body1& of);

/// Whether nothing speaks against a reduction's operator being associative and commutative with the start as
/// its identity: known operators are known, others are tried on some values, and what cannot be tried is
/// believed.
[[nodiscard]] bool isLawful(const Node& reduction);
/// The same of an operator alone.
[[nodiscard]] bool isRegroupable(const Function& operation);
/// Whether the start is known to be the identity.
[[nodiscard]] bool hasKnownIdentity(const Node& reduction);

/// With parts in the place of a tuple's variable, whose types are those that the tuple has.
[[nodiscard]] Expr withParts(const Expr& expr, const Variable* whole, const std::vector<Expr>& parts);

/// The function's body on these; empty where it does not type.
[[nodiscard]] Expr called(const Function& function, const std::vector<Expr>& arguments);

} // namespace warpstring::generate
