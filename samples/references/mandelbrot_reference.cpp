// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "samples/references/references.h"

namespace warpstring::samples {

/// Escape times. Chaos makes an exact orbit useless as a reference for a rounded one, so this repeats the
/// kernel's roundings to float: one for each fma, and none elsewhere but in y * y.
std::vector<double> mandelbrotReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "steps") return {};
    const std::int64_t width = launch.integer("width");
    const std::int64_t left = launch.integer("left");
    const std::int64_t top = launch.integer("top");
    const std::int64_t pitch = launch.integer("pitch");
    const std::int64_t limit = launch.integer("limit");
    constexpr float unit = 0x1p-20f;
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto column = static_cast<std::int64_t>(index) % width;
        const auto row = static_cast<std::int64_t>(index) / width;
        const float real = static_cast<float>(left + column * pitch) * unit;
        const float imaginary = static_cast<float>(top - row * pitch) * unit;
        float x = 0.0f;
        float y = 0.0f;
        std::int64_t steps = 0;
        while (steps < limit && std::fma(x, x, y * y) <= 4.0f) {
            const float next = std::fma(x, x, std::fma(-y, y, real));
            y = std::fma(2.0f * x, y, imaginary);
            x = next;
            ++steps;
        }
        values.push_back(static_cast<double>(steps));
    }
    return values;
}

} // namespace warpstring::samples
