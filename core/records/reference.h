// SPDX-License-Identifier: GPL-3.0-or-later
// Host functions that say what a kernel must compute.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/records/launch_data.h"

namespace warpstring::records {

/// The values that the scalars `indices` (ascending) of `buffer` must have after the launch, in double
/// precision. Buffers are those that the launch lets the kernel write. A function that knows nothing of the
/// buffer returns no value. It may throw std::out_of_range when the launch lacks an argument that it needs.
using ReferenceFunction = std::vector<double> (*)(const LaunchData& launch, const std::string& buffer,
                                                  std::span<const std::uint64_t> indices);

struct Reference {
    ReferenceFunction compute = nullptr;
    /// Largest root-mean-square difference over the root mean square of the reference; no scalar may be off by
    /// more than ten times that scale. A launch file's own tolerance goes before it.
    double tolerance = 0.0;
    /// Of a buffer with more than four times as many, about this many scalars are compared: less where the
    /// function takes long for one.
    std::uint64_t comparedScalars = 4'096;
};

/// By the name that launch files use.
using References = std::map<std::string, Reference>;

} // namespace warpstring::records
