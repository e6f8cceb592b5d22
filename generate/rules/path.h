// SPDX-License-Identifier: GPL-3.0-or-later
// Places within an expression: where a rule is applied.
#pragma once

#include <vector>

#include "generate/form/expr.h"

namespace warpstring::generate {

/// Which child to take at each node from the root on: its inputs count from 0, the bodies of its functions go
/// on behind them. The empty path is the root.
using Path = std::vector<int>;

/// Each node before its children, children in their order.
[[nodiscard]] std::vector<Path> positions(const Expr& expr);

/// Empty where there is no such place.
[[nodiscard]] Expr siteAt(const Expr& expr, const Path& path);

/// The whole with `with` at the place; types are inferred anew upwards. Errors: derivation.place (there is no
/// such place), pattern.type (does not fit there), derivation.iterate (fits only the first time of an iterate,
/// whose lengths change).
[[nodiscard]] Result<Expr> replacedAt(const Expr& expr, const Path& path, const Expr& with);

/// Who runs what is around a place, from the root on: the level and dimension of each map whose function holds
/// it, and of each reduction or scan.
struct Around {
    Level level = Level::Abstract;
    int dimension = 0;
};
[[nodiscard]] std::vector<Around> around(const Expr& expr, const Path& path);

} // namespace warpstring::generate
