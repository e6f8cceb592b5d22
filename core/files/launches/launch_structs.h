// SPDX-License-Identifier: GPL-3.0-or-later
// Structs among the [args] of a launch file: { struct = { n = 4, v = [1, 2] } } or { bytes = "04000000" }.
#pragma once

#include <optional>
#include <string>

#include "core/files/launches/launch_scope.h"
#include "core/launch.h"

namespace warpstring::files {

/// The struct of a table that has one of the two keys; nothing when it has faults, which are reported. What
/// members the kernel's struct has is not known here.
[[nodiscard]] std::optional<StructArgument> readStruct(TomlFaults& faults, LaunchScope& scope,
                                                       const TomlValue& table, const std::string& what);

} // namespace warpstring::files
