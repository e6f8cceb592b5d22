// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiler reports of registers beyond those that values are in.
#pragma once

namespace warpstring::ordering {

/// Registers that NVIDIA's machines and compilers keep for themselves: the highest that machine code names is
/// always two below what is reported.
inline constexpr int reservedRegisters = 2;
/// One in so many is lost to pairs that must lie side by side.
inline constexpr int lostToPairs = 20;

/// Registers of a work-item, as reported, for so many of 32 bits alive at once.
[[nodiscard]] constexpr int reportedRegisters(int alive) {
    return alive + reservedRegisters + alive / lostToPairs;
}

} // namespace warpstring::ordering
