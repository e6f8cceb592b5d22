// SPDX-License-Identifier: GPL-3.0-or-later
// Maps whose function holds a reduction, as tiles see them, and the copies that groups make.
#pragma once

#include <vector>

#include "generate/rules/site.h"

namespace warpstring::generate {

/// The only reduction, abstract or sequential, that a map's body computes its element by, not within a
/// function; empty where there is none or more than one.
[[nodiscard]] Expr onlyReduction(const Expr& body);

/// The element that `body` gives, were `result` what the reduction in it comes to: `at 0` and maps of its one
/// element are applied. Empty where the body is of another kind.
[[nodiscard]] Expr elementOf(const Expr& body, const Expr& reduction, const Expr& result);

/// An array of elements as one of what `body` gives: of arrays of one, where it does.
[[nodiscard]] Expr shapedLike(const Expr& body, const Expr& elements);

[[nodiscard]] bool mentions(const Expr& expr, const VariablePointer& variable);

/// As many more elements behind that the length is a multiple; they are the last one again.
[[nodiscard]] Expr paddedTo(std::int64_t multiple, const Expr& array);
/// The first `length` elements, the array itself where it has no others.
[[nodiscard]] Expr taken(std::int64_t length, const Expr& array);

/// What a map takes of each element, where `input` is `map f xs` or xs: xs, and f on one of its elements.
struct Elements {
    Expr array;
    Function of; // of no parameters where the array is taken as it is
    [[nodiscard]] Expr operator()(const Expr& element) const;
};
[[nodiscard]] Elements elementsOf(const Expr& input);

/// Several arrays as one, or the only one.
[[nodiscard]] Expr zippedOrOne(bool isZip, std::vector<Expr> arrays);
/// What an element of such an array has of each.
[[nodiscard]] std::vector<Expr> partsOf(bool isZip, const Expr& element, std::size_t count);

inline constexpr build::Run localRun{.level = Level::Local, .dimension = 0, .unroll = false};
inline constexpr build::Run loopRun{.level = Level::Sequential, .dimension = 0, .unroll = false};
inline constexpr build::Run unrolledRun{.level = Level::Sequential, .dimension = 0, .unroll = true};

/// The array in local memory, copied by a group's work-items in dimension 0; scalars as vectors of `width`
/// where that divides.
[[nodiscard]] Expr copiedToLocal(std::int64_t width, const Expr& array);

} // namespace warpstring::generate
