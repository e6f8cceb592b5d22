// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of every launch: with more work-groups, more local memory, more trips or more contention it is
// never faster.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hardware_spec.h"
#include "core/launch.h"
#include "pdg/pdg.h"
#include "stringmodel/simulation.h"

namespace warpstring::validation {

/// What there is more of.
enum class Growth {
    Groups,
    IdleGroups, ///< that have nothing to do: the kernel's own bounds stayed
    LocalBytes,
    Trips,
    Contention
};

[[nodiscard]] std::string_view wordOf(Growth growth);

struct GrownLaunch {
    Growth growth = Growth::Groups;
    std::string what; ///< "global[0] x 2", "n x 2"
    Launch launch;
};

/// The launches that ask for more than `launch` does:
/// - twice the groups in each dimension that has several work-items, with every buffer twice as long, unless
/// the
///   kernel asks how many there are: it shares out the same work then;
/// - twice the bytes of each local argument;
/// - twice each integer argument, of which simulation tells whether it means more trips;
/// - for kernels with atomics, each random buffer of integers with one value throughout: what they lead to
///   collides.
/// Buffers from files have no more data: such a launch has no more groups.
[[nodiscard]] std::vector<GrownLaunch> grownLaunches(const Pdg& pdg, const Launch& launch);

/// The kernel number `index` of `seed` over twice the groups in x, if it is the same kernel there but for
/// sizes.
struct DoubledKernel {
    Launch launch, doubled;
    std::string text, doubledText;
};
[[nodiscard]] std::optional<DoubledKernel> doubledRandomKernel(std::uint64_t seed, std::uint64_t index,
                                                               std::uint64_t mostGroups = 0);

struct GrowthFinding {
    std::string launch;
    Growth growth = Growth::Groups;
    std::string what;
    double beforeUs = 0, afterUs = 0;
    std::string boundBefore, boundAfter;
    bool isExact = false; ///< nothing was sampled, bounded or drawn in either

    /// Faster by more than `tolerance` of the time before.
    [[nodiscard]] bool isViolation(double tolerance = 1e-3) const {
        return afterUs < beforeUs * (1 - tolerance);
    }
};

/// Whether `after` asks for more by that growth, as far as it can be seen: for trips and contention, that every
/// region is executed at least as often, for trips also that one is more often. Not where it leaves its
/// buffers.
[[nodiscard]] bool asksForMore(Growth growth, const Simulation& before, const Simulation& after);

/// Nothing where `after` does not ask for more.
[[nodiscard]] std::optional<GrowthFinding> growthFinding(Growth growth, const std::string& what,
                                                         const Simulation& before, const Simulation& after);

/// A finding for each grown launch that can be simulated and asks for more. Nothing where the launch itself
/// cannot be simulated.
[[nodiscard]] std::optional<std::vector<GrowthFinding>> growthFindings(const Pdg& pdg, const Launch& launch,
                                                                       const HardwareSpec& spec,
                                                                       const SimulationOptions& options = {});

/// The same of a random kernel, whose text has its sizes: more groups of it are another graph. Nothing where it
/// cannot be simulated.
[[nodiscard]] std::optional<std::vector<GrowthFinding>>
growthFindingsOfRandom(std::uint64_t seed, std::uint64_t index, std::uint64_t mostGroups,
                       const HardwareSpec& spec, const SimulationOptions& options = {});

} // namespace warpstring::validation
