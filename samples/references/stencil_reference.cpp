// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/references.h"

namespace warpstring::samples {

/// The weighted sum of a point and its four neighbours. Rows of u have `pitch` points, n + 2 unless the launch
/// says so, the n points of a row in their middle; above the first row of points and below the last there is
/// one more.
std::vector<double> stencilReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "res") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto pitch = launch.has("pitch") ? static_cast<std::uint64_t>(launch.integer("pitch")) : n + 2;
    const std::uint64_t margin = (pitch - n) / 2;
    const double centre = launch.number("centre");
    const double neighbour = launch.number("neighbour");
    const auto u = launch.buffer("u");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t at = (index / n + 1) * pitch + index % n + margin;
        const double around = u[at - pitch] + u[at - 1] + u[at + 1] + u[at + pitch];
        values.push_back(centre * u[at] + neighbour * around);
    }
    return values;
}

} // namespace warpstring::samples
