// SPDX-License-Identifier: GPL-3.0-or-later
// One value for each of many work-items that run in lockstep.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random/kernel_tree.h"

namespace warpstring::random_kernels {

/// Component by component, and in it lane by lane. Integers are exact in doubles: none is wider than 32 bits.
struct LaneValues {
    ValueType type;
    std::vector<double> values;

    [[nodiscard]] double* component(int c, std::size_t lanes) {
        return values.data() + static_cast<std::size_t>(c) * lanes;
    }
    [[nodiscard]] const double* component(int c, std::size_t lanes) const {
        return values.data() + static_cast<std::size_t>(c) * lanes;
    }
};

/// Which lanes take part.
using Mask = std::vector<char>;

/// `value` as the type holds it. Precondition: |value| < 2^63 for integer types.
[[nodiscard]] inline double held(ScalarType type, double value) {
    switch (type) {
    case ScalarType::Float: return static_cast<float>(value);
    case ScalarType::Int: return static_cast<std::int32_t>(static_cast<std::int64_t>(value));
    case ScalarType::UInt: return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
    case ScalarType::UChar: return static_cast<std::uint8_t>(static_cast<std::int64_t>(value));
    case ScalarType::Short: return static_cast<std::int16_t>(static_cast<std::int64_t>(value));
    default: return value;
    }
}

/// An operation on one component. `fault` is set by what C leaves undefined: a division by zero, a signed
/// overflow, a float that is not finite.
[[nodiscard]] double applied(Operation operation, ScalarType type, double a, double b, double c, bool& fault);

} // namespace warpstring::random_kernels
