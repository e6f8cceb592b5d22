// SPDX-License-Identifier: GPL-3.0-or-later
// A published table held against the simulation of the launches that stand for its rows.
#pragma once

#include <optional>
#include <vector>

#include "core/hardware_spec.h"
#include "core/records/accuracy.h"
#include "study/evidence/published_table.h"

namespace warpstring::evidence {

struct HeldTable {
    std::vector<double> simulatedUs; ///< by row: the kernel alone
    /// Of the rows whose times can be compared; none where no row's can.
    std::optional<records::Accuracy> times;
    std::vector<records::FamilyRanking> families; ///< of all rows that are of one
};

/// Simulates every row's launch on the spec on `jobs` threads. Fails with published.no-launch and
/// published.not-simulated.
[[nodiscard]] Result<HeldTable> hold(const PublishedTable& table, const HardwareSpec& spec, int jobs);

} // namespace warpstring::evidence
