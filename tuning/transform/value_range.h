// SPDX-License-Identifier: GPL-3.0-or-later
// Between which numbers an integer expression lies in a launch.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <cstdint>
#include <optional>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

struct ValueRange {
    std::int64_t low = 0, high = 0; ///< both included
};

/// Of all work-items and all times; none where it is not known. It follows arguments, sizes and IDs, counters
/// of loops, and variables that have one value.
[[nodiscard]] std::optional<ValueRange> rangeOf(const Scene& scene, const Launch& launch,
                                                const clang::Expr& expression);

/// The one value that it has.
[[nodiscard]] std::optional<std::int64_t> valueOf(const Scene& scene, const Launch& launch,
                                                  const clang::Expr& expression);

/// "for (int k = first; k < bound; k += step)", as it is written.
struct CountedLoop {
    const clang::ForStmt* loop = nullptr;
    const clang::VarDecl* counter = nullptr;
    const clang::Expr* first = nullptr;
    const clang::Expr* bound = nullptr;
    clang::SourceRange condition; ///< as a whole
    bool isBoundIncluded = false; ///< <=
    bool declaresCounter = false;
    std::int64_t step = 0; ///< above zero
};

/// None where the loop is not of this form, or its body changes the counter.
[[nodiscard]] std::optional<CountedLoop> countedLoop(const Scene& scene, const clang::ForStmt& loop);

/// How often it goes round; none where that is not known or differs.
[[nodiscard]] std::optional<std::int64_t> tripsOf(const Scene& scene, const Launch& launch,
                                                  const CountedLoop& loop);

} // namespace warpstring::transform
