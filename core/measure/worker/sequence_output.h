// SPDX-License-Identifier: GPL-3.0-or-later
// Running a sequence once on an OpenCL device, without timing it.
#pragma once

#include <cstddef>

#include "core/measure/worker/launch_run.h"
#include "core/records/resolved_sequence.h"

namespace warpstring::measure {

/// Builds all kernels, runs them in order and reads every shared buffer back, by the names that these have at
/// the end. Fails as runLaunch() does.
[[nodiscard]] Result<LaunchOutput> runSequence(const records::ResolvedSequence& sequence,
                                               std::size_t deviceIndex);

} // namespace warpstring::measure
