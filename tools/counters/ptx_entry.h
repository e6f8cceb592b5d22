// SPDX-License-Identifier: GPL-3.0-or-later
// What must be known of a kernel's PTX to call it, and what must be changed for CUDA to run OpenCL's.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpstring::counters {

struct PtxParameter {
    std::uint64_t bytes = 8;
    std::uint64_t alignment = 1; ///< of what a pointer points to
    bool isShared = false;       ///< a pointer into shared memory: OpenCL's __local
};

/// The parameters of `.entry name`; nothing when the text has no such entry or is no PTX.
[[nodiscard]] std::optional<std::vector<PtxParameter>> entryParameters(std::string_view ptx,
                                                                       std::string_view name);

[[nodiscard]] bool isPtx(std::string_view binary);

/// The numbers of the %envreg registers that the text reads.
[[nodiscard]] std::set<int> environmentRegisters(std::string_view ptx);

/// OpenCL's driver fills %envreg registers, CUDA's does not: 0 to 5 are offsets of the range (zero here), 6 to
/// 8 the numbers of groups, 9 the range's dimensions. Replaces the latter four; the offsets, too, when
/// `replaceOffsets`.
[[nodiscard]] std::string withoutEnvironment(std::string_view ptx, int dimensions, bool replaceOffsets);

/// Without ", texmode_independent" behind the target, which some CUDA drivers refuse.
[[nodiscard]] std::string withoutTextureMode(std::string_view ptx);

} // namespace warpstring::counters
