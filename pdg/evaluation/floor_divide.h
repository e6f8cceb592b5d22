// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpstring::evaluation {

/// a / b rounded down, whatever their signs; b is not 0.
[[nodiscard]] constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

} // namespace warpstring::evaluation
