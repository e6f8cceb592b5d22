// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a hardware spec file, with types, units and ranges: one table for every tool.
#pragma once

#include <string>
#include <vector>

namespace warpstring {

/// One key of the spec file: the single table from which the loader, the validator, `spec schema` (JSON schema
/// for editors) and docs/hardware-specs.md are made.
struct SpecKey {
    enum class Type { Integer, Number, Text, Boolean, Choice, IntegerTriple, Cost };
    std::string path; ///< "global_memory.bandwidth_gb_s"
    Type type = Type::Number;
    std::string unit;                 ///< "GB/s", "cycles", "" where none
    double least = 0;                 ///< inclusive, numeric types
    double most = 0;                  ///< inclusive, numeric types
    std::vector<std::string> choices; ///< Choice
    bool required = true;
    std::string meaning;
};

[[nodiscard]] const std::vector<SpecKey>& specKeys();

/// JSON Schema (2020-12) of a spec file, for editors with TOML support.
[[nodiscard]] std::string specJsonSchema();

} // namespace warpstring
