// SPDX-License-Identifier: GPL-3.0-or-later
// A struct as the kernel gets it: its members' values put where the compiler lays them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/launch.h"
#include "core/result.h"
#include "core/struct_layout.h"

namespace warpstring::records {

/// All bytes of the struct; what no member names is zero. Fails on members that it does not have, values that
/// do not fit them, two values for one byte (members of a union) and bytes of another length than the struct's.
/// Codes launch.unknown-member, launch.member-value, launch.member-twice, launch.struct-size.
[[nodiscard]] Result<std::vector<std::uint8_t>> structBytes(const StructArgument& argument,
                                                            const StructLayout& layout,
                                                            const std::string& parameter,
                                                            const SourceLocation& place);

/// "00ff12...", two digits a byte, and back; nothing where the text is none.
[[nodiscard]] std::string hexText(const std::vector<std::uint8_t>& bytes);
[[nodiscard]] std::optional<std::vector<std::uint8_t>> bytesOfHex(std::string_view text);

/// The number of this type that lies at `offset`, as an argument by value. Precondition: it lies within.
[[nodiscard]] ScalarArgument scalarAt(const std::vector<std::uint8_t>& bytes, std::uint64_t offset,
                                      ScalarType type);

} // namespace warpstring::records
