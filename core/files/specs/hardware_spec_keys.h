// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a hardware spec file, each with its type, unit, range and place in HardwareSpec: one table for
// every tool.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/hardware_spec.h"

namespace warpstring::files {

/// A field to read or to write; monostate where there is none.
using SpecField = std::variant<std::monostate, int*, double*, std::string*, bool*, std::array<int, 3>*,
                               CoalescingRule*, RegisterScope*>;

/// One key of the spec file: the single table from which the loader, the validator, `spec schema` (JSON schema
/// for editors) and docs/hardware-specs.md are made.
struct SpecKey {
    enum class Type { Integer, Number, Text, Boolean, Choice, IntegerTriple, Cost };
    std::string path; ///< "global_memory.bandwidth_gb_s"
    Type type = Type::Number;
    std::string unit;                 ///< "GB/s", "cycles", "" where none
    double least = 0;                 ///< inclusive, numeric types
    double most = 0;                  ///< inclusive, numeric types
    std::vector<std::string> choices; ///< Choice, in the order of the enumerators
    bool required = true;
    std::string meaning;
    /// Where the value is kept; empty for Cost (HardwareSpec::instructions) and for keys that are not in the
    /// table.
    std::function<SpecField(HardwareSpec&)> field = nullptr;
};

[[nodiscard]] const std::vector<SpecKey>& specKeys();

/// `path` as in SpecKey; monostate for an unknown path and for the costs, which are a map.
[[nodiscard]] SpecField specField(HardwareSpec& spec, std::string_view path);

} // namespace warpstring::files
