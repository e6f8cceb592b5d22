// SPDX-License-Identifier: GPL-3.0-or-later
// The floating-point operations of a launch, and the most that its device can do of them.
#pragma once

#include <vector>

#include "app/gui/models/session/analysis.h"

namespace warpstring::gui {

/// Of one operation: a multiply-add is two, comparisons, conversions and moves are none; functions count as
/// one.
[[nodiscard]] int floatOperations(OperationClass operation);

/// Sums over a launch. Lanes that a branch masks count, as they do for the multiprocessor.
struct FloatWork {
    double singles = 0, doubles = 0;
    std::vector<StatementId> statements; ///< that do them, in the order of the graph

    [[nodiscard]] double all() const { return singles + doubles; }
};

[[nodiscard]] FloatWork floatWork(const Pdg& pdg, const evaluation::Evaluation& evaluation);

/// Operations a second, all multiprocessors issuing multiply-adds; 0 where the spec does not tell.
[[nodiscard]] double peakFloatRate(const HardwareSpec& spec, bool doubles);

} // namespace warpstring::gui
