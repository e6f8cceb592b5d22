// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's arithmetic types, as buffers and scalar arguments use them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpstring {

enum class ScalarType { Char, UChar, Short, UShort, Int, UInt, Long, ULong, Half, Float, Double };

/// A scalar or an OpenCL vector type such as float4. A vector of 3 takes the room of 4.
struct ValueType {
    ScalarType scalar = ScalarType::Int;
    int width = 1; // 1, 2, 3, 4, 8 or 16

    friend bool operator==(const ValueType&, const ValueType&) = default;
};

[[nodiscard]] int bytes(ScalarType type);
[[nodiscard]] int bytes(ValueType type);
[[nodiscard]] bool isFloating(ScalarType type);
[[nodiscard]] bool isSigned(ScalarType type);
/// "float4", "uint"; nullopt for anything that is not an OpenCL arithmetic type.
[[nodiscard]] std::optional<ValueType> parseValueType(std::string_view text);
[[nodiscard]] std::string name(ValueType type);

} // namespace warpstring
