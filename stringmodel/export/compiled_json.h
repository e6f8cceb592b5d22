// SPDX-License-Identifier: GPL-3.0-or-later
// What the device's compiler makes of a kernel, as JSON: beside a simulation.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/compiled_for_amd.h"

namespace warpstring::simulation_export {

/// `estimatedRegisters`: of a work-item, by liveness, to lay beside.
[[nodiscard]] nlohmann::ordered_json compiledJson(const CompiledForAmd& compiled, int estimatedRegisters);

} // namespace warpstring::simulation_export
