// SPDX-License-Identifier: GPL-3.0-or-later
// The graphs of all sample kernels.
#pragma once

#include <string>
#include <vector>

#include "core/launch.h"
#include "pdg/pdg.h"

namespace warpstring::pdg_export {

struct SampleGraph {
    std::string name; ///< of the launch file
    Launch launch;    ///< its first
    Pdg pdg;
};

/// One for each launch file that is no check and whose kernel, source or options differ from those before.
[[nodiscard]] const std::vector<SampleGraph>& sampleGraphs();

} // namespace warpstring::pdg_export
