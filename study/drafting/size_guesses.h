// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of a launch and whole scalars where nobody says them: docs/launch-files.md, "What is guessed".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "core/ndrange.h"
#include "pdg/pdg.h"
#include "study/drafting/scalar_uses.h"

namespace warpstring::drafting {

/// What was said, as far as it is known as a number.
struct KnownSizes {
    std::vector<std::uint64_t> global, local; ///< empty: not said
    WholeNumbers scalars;
    int shrinkage = 0; ///< steps by which guesses are smaller than usual: loops first, then the grid
};

struct GuessedScalar {
    std::int64_t value = 1;
    std::string reason;
};

struct SizeGuesses {
    NDRange range;
    std::array<std::string, 3> globalReason; ///< empty where it was said
    std::array<std::uint32_t, 3> covered{};  ///< argument index of the scalar that the size covers, or none
    WholeNumbers scalars;                    ///< all
    std::vector<std::optional<GuessedScalar>> guessed; ///< by slot, those that were not said
};

/// The largest number of a whole type that 64 signed bits hold.
[[nodiscard]] std::int64_t largestOf(ScalarType type);

/// In how many dimensions the kernel asks for IDs and sizes; 1 where it asks for none.
[[nodiscard]] int dimensionsOf(const Pdg& pdg, const ScalarUses& uses);

/// For work-groups of these sizes.
[[nodiscard]] SizeGuesses guessSizes(const Pdg& pdg, const ScalarUses& uses, const HardwareSpec& spec,
                                     const KnownSizes& known, const std::vector<std::uint64_t>& local);

} // namespace warpstring::drafting
