// SPDX-License-Identifier: GPL-3.0-or-later
// What specs have been held against, for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "core/text/json.h"
#include "study/evidence/evidence.h"

namespace warpstring::cli {

/// All of one spec.
[[nodiscard]] std::string trustText(const HardwareSpec& spec, const evidence::EvidenceList& own, bool colour);
/// A line a spec.
[[nodiscard]] std::string trustOverview(const std::vector<HardwareSpec>& specs,
                                        const evidence::EvidenceList& list, bool colour);
[[nodiscard]] Json trustJson(const std::vector<HardwareSpec>& specs, const evidence::EvidenceList& list);

} // namespace warpstring::cli
