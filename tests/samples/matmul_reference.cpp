// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "tests/samples/references.h"

namespace warpstring::samples {

/// c = a * b, n x n, row-major. The tiled kernel's rows of c are padded to `pitch` elements, which repeat the last
/// column.
Values matmulReference(const Launch& launch, const Values& initial) {
    const auto n = static_cast<std::size_t>(integerArgument(launch, "n"));
    const std::vector<double>& a = initial.at("a");
    const std::vector<double>& b = initial.at("b");
    const auto pitch = launch.arguments.contains("pitch") ? static_cast<std::size_t>(integerArgument(launch, "pitch")) : n;
    std::vector<double> c(n * pitch, 0.0);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t column = 0; column < pitch; ++column)
                c[row * pitch + column] += a[row * n + k] * b[k * n + std::min(column, n - 1)];
    return {{"c", c}};
}

} // namespace warpstring::samples
