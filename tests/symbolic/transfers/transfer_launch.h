// SPDX-License-Identifier: GPL-3.0-or-later
// Small launches with their graphs and counts, for tests of what they move.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "symbolic/transfers/buffer_volumes.h"
#include "tests/symbolic/counts/enumeration.h"

namespace warpstring::test {

/// A kernel `k` of int n, float* a and const float* b; buffers that the kernel reads and writes at will.
struct TransferLaunch {
    Launch launch;
    Pdg pdg;
    symbolic::LaunchCounts counts;

    /// Bytes of a buffer that work-groups touch: stored to, loaded, or either. By going through work-items.
    struct Truth {
        std::int64_t bytes = 0;
        std::int64_t first = 0, end = 0; ///< of what lies between

        [[nodiscard]] std::int64_t interval() const { return end - first; }
    };
    [[nodiscard]] Truth truth(const std::string& buffer, bool isStored, const transfers::GroupBox& box) const;
    [[nodiscard]] transfers::GroupBox all() const;
};

/// Fails a test, and returns nothing, where the kernel cannot be built or counted.
[[nodiscard]] std::optional<TransferLaunch> transferLaunch(const std::string& body, std::int64_t n,
                                                           std::array<std::uint64_t, 3> global,
                                                           std::array<std::uint64_t, 3> local,
                                                           std::uint64_t elements = 1 << 16);

} // namespace warpstring::test
