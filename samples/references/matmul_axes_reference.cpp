// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/references.h"

namespace warpstring::samples {

/// c = a * b, m x d by d x n, row-major.
std::vector<double> matmulAxesReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "c") return {};
    const auto d = static_cast<std::uint64_t>(launch.integer("d"));
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t k = 0; k < d; ++k) sum += a[index / n * d + k] * b[k * n + index % n];
        values.push_back(sum);
    }
    return values;
}

} // namespace warpstring::samples
