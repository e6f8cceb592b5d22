// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include "samples/references/references.h"

namespace warpstring::samples {

/// The potential of all atoms, (x, y, z, charge) each, at grid point `index` of the plane z = 0.
std::vector<double> coulombReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "potential") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto atomCount = static_cast<std::uint64_t>(launch.integer("atomCount"));
    const double spacing = launch.number("spacing");
    // Read once: making a random number takes longer than its share of a potential.
    const auto data = launch.buffer("atoms");
    std::vector<std::array<double, 4>> atoms;
    for (std::uint64_t i = 0; i < atomCount; ++i)
        atoms.push_back({data[4 * i], data[4 * i + 1], data[4 * i + 2], data[4 * i + 3]});
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const double x = spacing * static_cast<double>(index % n);
        const double y = spacing * static_cast<double>(index / n);
        double sum = 0.0;
        for (const auto& [atomX, atomY, atomZ, charge] : atoms)
            sum += charge / std::hypot(x - atomX, y - atomY, atomZ);
        values.push_back(sum);
    }
    return values;
}

} // namespace warpstring::samples
