// SPDX-License-Identifier: GPL-3.0-or-later
// What one value of a hardware spec says about another.
#pragma once

#include "core/files/toml/toml_reader.h"
#include "core/hardware_spec.h"

namespace warpstring::files {

/// Adds a fault for every contradiction; `document` is where the spec was read from. Precondition: every value
/// is within its own range.
void checkHardwareSpec(const HardwareSpec& spec, const TomlValue& document, TomlFaults& faults);

} // namespace warpstring::files
