// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that put work into tiles, each of a file of its own.
#pragma once

#include <vector>

#include "generate/rules/rule.h"

namespace warpstring::generate {

[[nodiscard]] Expr tileProduct(const Expr& site, const Numbers& numbers);
[[nodiscard]] std::vector<Numbers> productTileChoices(const Expr& site);

[[nodiscard]] Expr tileReduction(const Expr& site, const Numbers& numbers);
[[nodiscard]] std::vector<Numbers> reductionTileChoices(const Expr& site);

[[nodiscard]] Expr outputsTogether(const Expr& site, const Numbers& numbers);
[[nodiscard]] std::vector<Numbers> togetherChoices(const Expr& site);

[[nodiscard]] Expr tileTransposed(const Expr& site, const Numbers& numbers);
[[nodiscard]] std::vector<Numbers> transposedTileChoices(const Expr& site);

[[nodiscard]] Expr tileStencil(const Expr& site, const Numbers& numbers);
[[nodiscard]] std::vector<Numbers> stencilTileChoices(const Expr& site);

[[nodiscard]] Expr vectorizeStencil(const Expr& site, const Numbers& numbers);
[[nodiscard]] std::vector<Numbers> stencilWidths(const Expr& site);

} // namespace warpstring::generate
