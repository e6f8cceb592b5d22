// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

namespace warpstring::evaluation {

/// a / b rounded down, whatever their signs; b is not 0.
[[nodiscard]] constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// Division that rounds down, by a shift where that does.
class FloorDivisor {
public:
    explicit FloorDivisor(std::int64_t divisor)
        : divisor_(divisor), shift_(std::has_single_bit(static_cast<std::uint64_t>(divisor))
                                        ? std::countr_zero(static_cast<std::uint64_t>(divisor))
                                        : -1) {}

    [[nodiscard]] std::int64_t divide(std::int64_t number) const {
        return shift_ >= 0 ? number >> shift_ : floorDivide(number, divisor_);
    }
    [[nodiscard]] std::int64_t remainder(std::int64_t number) const {
        return number - divide(number) * divisor_;
    }

private:
    std::int64_t divisor_;
    int shift_;
};

} // namespace warpstring::evaluation
