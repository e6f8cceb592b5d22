// SPDX-License-Identifier: GPL-3.0-or-later
// The OpenCL devices at hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace warpstring {

enum class DeviceType { Cpu, Gpu, Accelerator, Other };

[[nodiscard]] std::string_view name(DeviceType type);

/// A device that a launch can run on, named as its driver names it.
struct DeviceChoice {
    std::string platform;
    std::string device;
    DeviceType type = DeviceType::Other;
};

/// All devices of all platforms, in the order of the OpenCL loader and never empty. A device's place in this
/// list is its index everywhere in core/measure. Fails with measure.no-platform or measure.no-device.
[[nodiscard]] Result<std::vector<DeviceChoice>> listDevices();

} // namespace warpstring
