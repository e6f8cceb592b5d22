// SPDX-License-Identifier: GPL-3.0-or-later
// Evidence as the records and tables of a source tree have it: what evidence.json is written from.
#pragma once

#include <filesystem>
#include <vector>

#include "core/hardware_spec.h"
#include "study/evidence/evidence.h"

namespace warpstring::evidence {

/// Of these specs, from a source tree: docs/data/accuracy-*.json, docs/data/SPEC-*counters.csv and
/// SPEC-*machine-code.csv, the tables in hwspecs/published, and the calibrated values of the specs themselves.
/// The tables' launches are simulated on `jobs` threads. Fails where a file is faulty, a table's launch cannot
/// be simulated, or a table is of a spec that is not among them (evidence.no-spec).
[[nodiscard]] Result<EvidenceList> collectEvidence(const std::vector<HardwareSpec>& specs,
                                                   const std::filesystem::path& sourceTree, int jobs);

} // namespace warpstring::evidence
