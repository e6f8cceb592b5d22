// SPDX-License-Identifier: GPL-3.0-or-later
// Running a launch once on an OpenCL device, without timing it.
#pragma once

#include <cstddef>
#include <string>

#include "core/launch.h"
#include "core/records/resolved_launch.h"
#include "core/records/verification.h"
#include "core/result.h"

namespace warpstring::measure {

struct LaunchOutput {
    records::BufferContents buffers; ///< what every buffer holds after the run
    std::string buildLog;            ///< the driver's, often empty
};

/// Builds the kernel, fills the buffers as the launch says, runs once and reads every buffer back. The index
/// is into listDevices(). Diagnostic codes: measure.no-platform, .no-device, .device-index,
/// .source-unreadable, .build-failed (the message holds the build log), .kernel-not-found, .argument-mismatch,
/// .group-size-refused, .local-memory-refused, .allocation-failed, .device-lost, .run-failed.
[[nodiscard]] Result<LaunchOutput> runLaunch(const Launch& launch, std::size_t deviceIndex);
[[nodiscard]] Result<LaunchOutput> runLaunch(const records::ResolvedLaunch& resolved, std::size_t deviceIndex);

} // namespace warpstring::measure
