// SPDX-License-Identifier: GPL-3.0-or-later
// Running a launch once on an OpenCL device.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/result.h"

namespace warpstring {

struct LaunchOutput {
    /// What every buffer holds after the run, by parameter name, as the device lays it out (a vector of 3
    /// takes the room of 4).
    std::map<std::string, std::vector<std::byte>> buffers;
    std::string buildLog; ///< the driver's, often empty
};

/// Builds the kernel, fills the buffers as the launch says, runs once and reads every buffer back. The index
/// is into listDevices(). Diagnostic codes: measure.no-platform, .no-device, .device-index,
/// .source-unreadable, .build-failed (the message holds the build log), .kernel-not-found, .argument-mismatch,
/// .group-size-refused, .local-memory-refused, .allocation-failed, .run-failed.
[[nodiscard]] Result<LaunchOutput> runLaunch(const Launch& launch, std::size_t deviceIndex);

} // namespace warpstring
