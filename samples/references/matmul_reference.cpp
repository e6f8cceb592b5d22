// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "samples/references/references.h"

namespace warpstring::samples {

/// c = a * b, n x n, row-major. The tiled kernel's rows of c are padded to `pitch` elements, which repeat the
/// last column.
std::vector<double> matmulReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "c") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto pitch = launch.has("pitch") ? static_cast<std::uint64_t>(launch.integer("pitch")) : n;
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t row = index / pitch;
        const std::uint64_t column = std::min(index % pitch, n - 1);
        double sum = 0.0;
        for (std::uint64_t k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
        values.push_back(sum);
    }
    return values;
}

} // namespace warpstring::samples
