// SPDX-License-Identifier: GPL-3.0-or-later
// Calling a reference as the verification does.
#pragma once

#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "samples/references/references.h"

namespace warpstring::samples {

inline void setInteger(Launch& launch, const std::string& name, std::int64_t value) {
    launch.arguments[name] = ScalarArgument{{}, false, value};
}

/// The first `count` scalars of a buffer; none where the reference knows nothing of it.
inline std::vector<double> all(records::ReferenceFunction function, const Launch& launch,
                               const std::string& buffer, std::size_t count) {
    std::vector<std::uint64_t> indices(count);
    std::iota(indices.begin(), indices.end(), std::uint64_t{0});
    const auto data = LaunchData::create(launch);
    EXPECT_TRUE(data);
    return function(*data, buffer, indices);
}

} // namespace warpstring::samples
