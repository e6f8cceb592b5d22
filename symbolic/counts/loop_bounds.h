// SPDX-License-Identifier: GPL-3.0-or-later
// How far loops count, as conditions on their counters.
#pragma once

#include <optional>

#include "symbolic/counts/index_cases.h"

namespace warpstring::symbolic {

/// Where an iteration is followed by another one: among work-items of which `where` holds, whatever the
/// counter, by conditions of which none comes to hold again as the counter grows.
struct LoopCase {
    Conjunction where;
    std::optional<Conjunction> goesOn; ///< absent: there is a first iteration alone
};
/// Cases exclude each other, and one holds for each work-item. nullopt where the loop has no such conditions.
[[nodiscard]] std::optional<std::vector<LoopCase>> loopCases(const IndexSpace& space, const Place& place,
                                                             IndexReader& reader, LoopId loop);

/// The counter in the last iteration, for work-items that enter the loop.
[[nodiscard]] std::optional<IndexCases> lastIteration(const IndexSpace& space, const Place& place,
                                                      IndexReader& reader, LoopId loop);

/// The iterations of a loop that is entered at `place`: for each case one place, or two where the
/// first iteration is apart. nullopt where loopCases() is.
[[nodiscard]] std::optional<std::vector<Place>> iterations(const IndexSpace& space, const Place& place,
                                                           IndexReader& reader, LoopId loop);

} // namespace warpstring::symbolic
