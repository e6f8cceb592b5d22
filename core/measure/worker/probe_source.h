// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the probe: a kernel around the user's that stamps every warp with the device's clock.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/measure/worker/kernel_parameters.h"

namespace warpstring {

/// The name of the generated kernel.
inline constexpr const char* probeKernel = "warpstring_probe";
/// 64-bit words that a warp writes: start and end of the clock, SM.
inline constexpr std::uint64_t stampWords = 3;
/// What a warp writes as its SM where the device does not tell.
inline constexpr std::uint64_t unknownSm = ~std::uint64_t{0};

/// How a device's clock is read in OpenCL C.
enum class ProbeClock {
    NvidiaAssembly, ///< %clock64 and %smid by inline assembly; a stamp is a warp's
    KernelClock,    ///< cl_khr_kernel_clock; a stamp is a sub-group's, as far as the work-items run together
    CycleCounter    ///< Clang's cycle counter, for CPUs; a stamp is a work-item's
};

[[nodiscard]] std::string name(ProbeClock clock);

/// `source` with the probe appended. It takes the parameters of `kernel`, a buffer of stamps and the binary
/// logarithm of the stride in groups between stamped groups. Groups are stamped in their linear order, warps of
/// `warpSize` work-items in theirs. There are fewer than 2^32 groups. `requiredGroup` is the kernel's
/// reqd_work_group_size, zeros for none.
[[nodiscard]] std::string probeSource(const std::string& source, const std::string& kernel,
                                      const std::vector<KernelParameter>& parameters, ProbeClock clock,
                                      int warpSize, const std::array<std::uint64_t, 3>& requiredGroup);

} // namespace warpstring
