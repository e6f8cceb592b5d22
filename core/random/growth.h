// SPDX-License-Identifier: GPL-3.0-or-later
// Grows a kernel from two numbers: the same text, sizes and data on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/random/kernel_tree.h"

namespace warpstring::random_kernels {

/// The kernel number `index` of `seed`, over work-groups that a large GPU takes some 20 us to 5 ms for, and
/// over `mostGroups` at most (0: any number).
[[nodiscard]] KernelTree grown(std::uint64_t seed, std::uint64_t index, std::uint64_t mostGroups = 0);

/// The same kernel over given numbers of work-groups in each dimension.
[[nodiscard]] KernelTree grownOver(std::uint64_t seed, std::uint64_t index,
                                   const std::array<std::uint64_t, 3>& groups);

} // namespace warpstring::random_kernels
