// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the probe: a kernel around the user's that stamps every warp with the device's clock.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ndrange.h"
#include "core/probe/kernel_parameter.h"

namespace warpstring::probe {

/// The name of the generated kernel.
inline constexpr const char* probeKernel = "warpstring_probe";
/// 64-bit words that a warp writes, 16 bytes in one store: the clock at its end; below its SM, from bit
/// `smShift` on, the cycles since its start.
inline constexpr std::uint64_t stampWords = 2;
inline constexpr unsigned smShift = 48;
/// What a warp writes as its SM where the device does not tell.
inline constexpr std::uint64_t unknownSm = 0xffff;

/// How a device's clock is read in OpenCL C.
enum class ProbeClock {
    NvidiaAssembly, ///< %clock64 and %smid by inline assembly; a stamp is a warp's
    KernelClock,    ///< cl_khr_kernel_clock; a stamp is a sub-group's, as far as the work-items run together
    CycleCounter,   ///< Clang's cycle counter, for CPUs; a stamp is a work-item's
    Modelled        ///< for a simulation: reads of special registers as those of %clock, with no assembly
};

[[nodiscard]] std::string name(ProbeClock clock);

/// What the probe has to know of the launch. Sizes are written into its text as numbers, so that what it adds
/// to a short kernel is a handful of 32-bit operations.
struct ProbeSetting {
    ProbeClock clock = ProbeClock::CycleCounter;
    int warpSize = 1;
    NDRange range;                                ///< fewer than 2^32 groups
    std::array<std::uint64_t, 3> requiredGroup{}; ///< the kernel's reqd_work_group_size, zeros for none
    /// Whether a warp may take 2^32 cycles; else its start is kept in one 32-bit register instead of two.
    bool isLong = true;
};

/// `source` with the probe appended. It takes the parameters of `kernel`, a buffer of stamps and the binary
/// logarithm of the stride in groups between stamped groups. Groups are stamped in their linear order, warps of
/// `warpSize` work-items in theirs.
[[nodiscard]] std::string probeSource(const std::string& source, const std::string& kernel,
                                      const std::vector<KernelParameter>& parameters,
                                      const ProbeSetting& launch);

} // namespace warpstring::probe
