// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of a polynomial over the points at which conditions hold, and what can be said of it without isl.
// Only this room sees it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "symbolic/formula/formula.h"

namespace warpstring::symbolic {

struct PointSum {
    std::vector<std::string> variables;
    std::vector<Condition> conditions;
    Polynomial summand;
};

/// What a variable is multiplied by in a condition.
[[nodiscard]] Rational factorOf(const Condition& condition, const std::string& variable);
[[nodiscard]] bool isOneOrMinusOne(const Rational& number);
[[nodiscard]] bool mentionsAny(const Polynomial& polynomial, const std::vector<std::string>& variables);

/// The sum of the polynomial over the variable from `low` to `high`; nullopt where its power is too high.
[[nodiscard]] std::optional<Polynomial> summed(const Polynomial& polynomial, const std::string& variable,
                                               const Polynomial& low, const Polynomial& high);

/// Conditions divided by what their variables' factors have in common, rounded, without what another one says
/// already; opposite ones become an equality. False where they exclude each other at sight: there is no point.
[[nodiscard]] bool tidy(PointSum& sum);

/// Two variables of which conditions ask only as digits of one number (`group` and i0 of group + 264 * i0)
/// become that number.
void mergeDigits(PointSum& sum);

/// Sums over one variable after the other whose one lower and one upper bound decide.
void sumPlainly(PointSum& sum);

} // namespace warpstring::symbolic
