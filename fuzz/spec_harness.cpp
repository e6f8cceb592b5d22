// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/files/specs/hardware_spec_file.h"
#include "fuzz/diagnostics_promise.h"

namespace warpstring::fuzz {

void readSpecText(std::string_view text) {
    const auto spec = files::parseHardwareSpec(text, "fuzz/spec.toml");
    if (!spec) return expectReasons(spec.diagnostics());
    const double share = spec->bytesPerCyclePerMultiprocessor();
    if (!std::isfinite(share) || share <= 0) fail("a spec that is read has bandwidth", spec->name);
    if (spec->execution.warpSize < 1 || spec->execution.issueCycles <= 0)
        fail("a spec that is read has warps", spec->name);
    for (const auto& [operation, cost] : spec->instructions)
        if (!std::isfinite(cost.cycles) || cost.cycles < 0) fail("costs are numbers from 0", name(operation));
}

} // namespace warpstring::fuzz
