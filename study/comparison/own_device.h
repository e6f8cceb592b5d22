// SPDX-License-Identifier: GPL-3.0-or-later
// Which devices a hardware spec is of: whose records its figures are laid beside unless a person asks for
// others.
#pragma once

#include <string_view>

#include "core/hardware_spec.h"

namespace warpstring::comparison {

/// Whether the device of that OpenCL name is the one that the spec describes. Where the spec tells a name
/// (`device.opencl_name`) the two are the same, whatever their case; else the spec's own name and the device's
/// speak of the same model, as "geforce-rtx-2080-ti" and "NVIDIA GeForce RTX 2080 Ti" do.
[[nodiscard]] bool isOwnDevice(const HardwareSpec& spec, std::string_view deviceName);

} // namespace warpstring::comparison
