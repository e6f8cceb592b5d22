// SPDX-License-Identifier: GPL-3.0-or-later
// Which device a person means.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/records/measurement.h"
#include "core/result.h"

namespace warpstring::records {

/// The index of the device that `wanted` means: an index, a part of the device's or its platform's name or of
/// its version (case does not matter) that fits no other, or empty for the first GPU, else the first device.
/// Fails with measure.unknown-device, which lists the devices.
[[nodiscard]] Result<std::size_t> chooseDevice(const std::vector<DeviceFacts>& devices,
                                               const std::string& wanted);

} // namespace warpstring::records
