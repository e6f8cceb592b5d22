// SPDX-License-Identifier: GPL-3.0-or-later
// IEEE 754 binary16, which C++20 has no type for.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace warpstring::records {

/// Nearest half, ties to even; straight from double, so that nothing is rounded twice.
[[nodiscard]] inline std::uint16_t halfBits(double value) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const double magnitude = std::fabs(value);
    if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00);
    if (magnitude >= 65520.0) return static_cast<std::uint16_t>(sign | 0x7c00); // half way above the largest
    // Subnormals and the lowest binade share the spacing 2^-24, hence the floor of -14 for the exponent.
    int exponent = -14;
    if (magnitude >= 0x1p-14) exponent = std::ilogb(magnitude);
    const double units = std::nearbyint(std::ldexp(magnitude, 10 - exponent)); // 0..2048
    // A significand that rounds up to 2048 carries into the exponent by plain addition.
    const auto bits = static_cast<std::uint16_t>(((exponent + 14) << 10) + static_cast<int>(units));
    return static_cast<std::uint16_t>(sign | bits);
}

[[nodiscard]] inline double halfValue(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 0x1f;
    const int fraction = bits & 0x3ff;
    double magnitude = 0;
    if (exponent == 0) {
        magnitude = std::ldexp(fraction, -24);
    } else if (exponent == 31) {
        magnitude =
            fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    } else {
        magnitude = std::ldexp(fraction + 1024, exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

} // namespace warpstring::records
