// SPDX-License-Identifier: GPL-3.0-or-later
// Which accesses of a work-item a compiler must keep in order.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "pdg/pdg.h"
#include "stringmodel/machine/machine_operation.h"

namespace warpstring::machine {

/// Whether two accesses of global memory may lead to the same buffer: pointers without restrict may.
[[nodiscard]] bool mayShareMemory(const Pdg& pdg, const MemoryAccess& one, const MemoryAccess& other);

/// Asked for the operations of one block, whose accesses it looks at once each.
class MemoryOrder {
public:
    explicit MemoryOrder(const Pdg& pdg) : pdg_(pdg), distances_(pdg.accesses.size()) {}

    /// Whether two operations that are no computations, of which one writes or is a barrier, may lead to the
    /// same memory. Pointers without restrict may; two accesses at different constants from one address do not,
    /// nor do those of two copies of an unrolled body whose address advances by a constant.
    [[nodiscard]] bool mayMeet(const MachineOperation& one, const MachineOperation& other);

private:
    /// An offset as a sum of multiples of values that stay what they are while the loop runs, of its counter
    /// and of a constant.
    using Terms = std::map<ExprId, std::int64_t>;
    struct Distance {
        std::size_t from = 0; ///< a number of the values that stay, and of their multiples
        std::int64_t bytes = 0, bytesACopy = 0;
        bool isKnown = true, isFound = false;
    };

    const Distance& distanceOf(const MachineOperation& operation);
    [[nodiscard]] bool areApart(const MachineOperation& one, const MachineOperation& other);

    const Pdg& pdg_;
    std::vector<Distance> distances_; ///< by AccessId
    std::map<Terms, std::size_t> numbers_;
};

} // namespace warpstring::machine
