// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products as tiles see them: two maps within each other whose elements hang on a reduction over a row
// and a column, and on what else lies beside them.
#pragma once

#include <optional>
#include <vector>

#include "generate/form/build.h"
#include "generate/form/expr.h"

namespace warpstring::generate {

/// map (row => map (column => e (reduce (+) id (map f (zip row column)))) columns) rows. Either map may be over
/// a zip, of what e takes beside: numbers of the rows, of the columns, or of each element.
struct Product {
    Expr rows;    // [M][K]
    Expr columns; // [N][K]
    Expr start;
    build::Body combined;     // the sum so far, an element of the row and one of the column
    std::vector<Expr> beside; // [M][N] each
    build::Body element;      // of a sum and its elements of `beside`
    Expr body;                // of the map over columns
    bool joined = false;
};

[[nodiscard]] std::optional<Product> productOf(const Expr& site);

} // namespace warpstring::generate
