// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a tree on the host in the same types as a device: floats rounded to float after every operation,
// integers as wide as OpenCL's. It is the host reference of grown kernels, and it notices what no valid kernel
// does.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/random/kernel_tree.h"
#include "core/result.h"

namespace warpstring::random_kernels {

/// A work-item by linear numbers, x first: of its group in the launch, and of itself in the group.
struct WorkItem {
    std::uint64_t group = 0, item = 0;
};

struct Interpretation {
    /// What was written to outputs: by memory, then by scalar (a float4 has four).
    std::map<int, std::map<std::uint64_t, double>> written;
    /// What OpenCL C leaves undefined and what could differ from run to run: "out of bounds: in0[4096]",
    /// "overflow", "race: tile[3]", "uninitialised: tile[3]", "two work-items write out[7]", "not finite",
    /// "endless loop". The first few; empty for valid kernels.
    std::vector<std::string> faults;
};

/// Runs the work-items in lockstep, statement by statement, so that barriers need nothing. With local memory
/// they must be one whole group. Fails where a buffer's
/// data cannot be had.
[[nodiscard]] Result<Interpretation> interpret(const KernelTree& kernel, const std::vector<WorkItem>& items);

/// The launch's buffer for a global memory.
[[nodiscard]] BufferArgument bufferOf(const Memory& memory);

} // namespace warpstring::random_kernels
