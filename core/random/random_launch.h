// SPDX-License-Identifier: GPL-3.0-or-later
// A grown kernel as a launch that simulations and measurements read, and back.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/random/kernel_tree.h"
#include "core/records/reference.h"
#include "core/records/resolved_launch.h"

namespace warpstring::random_kernels {

/// The seeds that there are: macros carry them as numbers that a double holds.
inline constexpr std::uint64_t mostSeed = (std::uint64_t{1} << 53U) - 1;

/// "random-7-12", of kernel 12 of seed 7.
[[nodiscard]] std::string nameOf(std::uint64_t seed, std::uint64_t index);

/// The launch of grown(seed, index, mostGroups) with its text. Its macros RANDOM_SEED, RANDOM_INDEX and
/// RANDOM_TEXT (a checksum of the text) are what the reference "random-kernel" goes by.
[[nodiscard]] records::ResolvedLaunch launchOf(std::uint64_t seed, std::uint64_t index,
                                               std::uint64_t mostGroups = 0);

/// The same kernel over given numbers of work-groups in each dimension: its text has its sizes.
[[nodiscard]] records::ResolvedLaunch launchOver(std::uint64_t seed, std::uint64_t index,
                                                 const std::array<std::uint64_t, 3>& groups);

/// What the outputs of such a launch must hold: grows the kernel anew and interprets the work-items, or the
/// work-groups, that write the scalars. Throws std::out_of_range for launches that are of no kernel of this
/// version's grammar.
[[nodiscard]] std::vector<double> randomKernelReference(const records::LaunchData& launch,
                                                        const std::string& buffer,
                                                        std::span<const std::uint64_t> indices);

/// Whole work-groups, of which a scalar each is compared, take the interpreter some milliseconds.
inline constexpr std::uint64_t comparedScalars = 128;
/// Sums of hundreds of terms in single precision and functions that err by a few units in the last place;
/// what is amplified, a subtraction of near-equal numbers, is small beside a buffer's root mean square.
inline constexpr double randomTolerance = 2e-4;

} // namespace warpstring::random_kernels
