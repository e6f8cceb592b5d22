// SPDX-License-Identifier: GPL-3.0-or-later
// Where each key of a hardware spec file lives in HardwareSpec.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "core/hardware_spec.h"

namespace warpstring {

/// A field to read or to write; monostate for an unknown path and for the costs, which are a map.
using SpecField = std::variant<std::monostate, int*, double*, std::string*, bool*, std::array<int, 3>*,
                               CoalescingRule*, RegisterScope*>;

/// `path` as in SpecKey: "global_memory.bandwidth_gb_s".
[[nodiscard]] SpecField specField(HardwareSpec& spec, std::string_view path);

} // namespace warpstring
