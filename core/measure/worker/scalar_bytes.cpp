// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/scalar_bytes.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace warpstring::measure {

namespace {

static_assert(std::endian::native == std::endian::little, "devices are taken to share the host's byte order");

/// The integer that the value stands for, or nothing: 3.0 is one, 2.5 and 1e300 are not.
std::optional<std::int64_t> integerOf(const ScalarArgument& scalar) {
    if (const auto* integer = std::get_if<std::int64_t>(&scalar.value)) return *integer;
    const double value = std::get<double>(scalar.value);
    constexpr double bound = 9223372036854775808.0; // 2^63
    if (!(value >= -bound && value < bound) || value != std::floor(value)) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

double realOf(const ScalarArgument& scalar) {
    return std::visit([](auto value) { return static_cast<double>(value); }, scalar.value);
}

template <class T>
bool holds(std::int64_t value) {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8)
        return value >= 0;
    else
        return value >= static_cast<std::int64_t>(std::numeric_limits<T>::min()) &&
               value <= static_cast<std::int64_t>(std::numeric_limits<T>::max());
}

template <class T>
std::vector<std::byte> repeated(T component, ValueType type) {
    std::vector<std::byte> result(static_cast<std::size_t>(bytes(type)));
    for (std::size_t at = 0; at + sizeof component <= result.size(); at += sizeof component)
        std::memcpy(result.data() + at, &component, sizeof component);
    return result;
}

template <class T>
std::optional<std::vector<std::byte>> integerBytes(const ScalarArgument& scalar) {
    const auto value = integerOf(scalar);
    if (!value || !holds<T>(*value)) return std::nullopt;
    return repeated(static_cast<T>(*value), scalar.type);
}

std::optional<std::vector<std::byte>> floatBytes(const ScalarArgument& scalar) {
    const double value = realOf(scalar);
    if (std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max()) return std::nullopt;
    return repeated(static_cast<float>(value), scalar.type);
}

std::optional<std::vector<std::byte>> encode(const ScalarArgument& scalar) {
    switch (scalar.type.scalar) {
    case ScalarType::Char: return integerBytes<std::int8_t>(scalar);
    case ScalarType::UChar: return integerBytes<std::uint8_t>(scalar);
    case ScalarType::Short: return integerBytes<std::int16_t>(scalar);
    case ScalarType::UShort: return integerBytes<std::uint16_t>(scalar);
    case ScalarType::Int: return integerBytes<std::int32_t>(scalar);
    case ScalarType::UInt: return integerBytes<std::uint32_t>(scalar);
    case ScalarType::Long: return integerBytes<std::int64_t>(scalar);
    case ScalarType::ULong: return integerBytes<std::uint64_t>(scalar);
    case ScalarType::Float: return floatBytes(scalar);
    case ScalarType::Double: return repeated(realOf(scalar), scalar.type);
    case ScalarType::Half: break; // OpenCL C allows no half by value without cl_khr_fp16
    }
    return std::nullopt;
}

std::string valueText(const ScalarArgument& scalar) {
    return std::visit([](auto value) { return std::to_string(value); }, scalar.value);
}

} // namespace

Result<std::vector<std::byte>> scalarBytes(const ScalarArgument& scalar, const std::string& parameter,
                                           const SourceLocation& place) {
    if (auto encoded = encode(scalar)) return std::move(*encoded);
    return Diagnostic{"measure.argument-mismatch", Severity::Error, place,
                      "parameter \"" + parameter + "\" is a " + name(scalar.type) + ", which cannot hold " +
                          valueText(scalar),
                      "change the value, or the parameter's type in the kernel"};
}

} // namespace warpstring::measure
