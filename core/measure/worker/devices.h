// SPDX-License-Identifier: GPL-3.0-or-later
// The OpenCL devices at hand.
#pragma once

#include <vector>

#include "core/records/measurement.h"
#include "core/result.h"

namespace warpstring::measure {

/// All devices of all platforms, in the order of the OpenCL loader and never empty. A device's place in this
/// list is its index everywhere in core/measure. Fails with measure.no-platform or measure.no-device.
[[nodiscard]] Result<std::vector<records::DeviceFacts>> listDevices();

} // namespace warpstring::measure
