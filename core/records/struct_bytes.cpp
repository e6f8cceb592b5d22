// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/struct_bytes.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <variant>

#include "core/records/half.h"

namespace warpstring::records {

namespace {

static_assert(std::endian::native == std::endian::little, "devices are taken to share the host's byte order");

using Number = std::variant<std::int64_t, double>;

/// The value as the bits of an element; nothing where it does not fit.
std::optional<std::uint64_t> bitsOf(const Number& value, ScalarType type) {
    const double real = std::visit([](auto each) { return static_cast<double>(each); }, value);
    switch (type) {
    case ScalarType::Half: return halfBits(real);
    case ScalarType::Float:
        if (std::isfinite(real) && std::fabs(real) > std::numeric_limits<float>::max()) return std::nullopt;
        return std::bit_cast<std::uint32_t>(static_cast<float>(real));
    case ScalarType::Double: return std::bit_cast<std::uint64_t>(real);
    default: break;
    }
    std::int64_t integer = 0;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        integer = *whole;
    } else {
        const bool isWithin = real >= -0x1p63 && real < 0x1p63; // no NaN is
        if (!isWithin || real != std::floor(real)) return std::nullopt;
        integer = static_cast<std::int64_t>(real);
    }
    const int valueBits = 8 * bytes(type) - (isSigned(type) ? 1 : 0);
    if (valueBits < 63) {
        const std::int64_t beyond = integer >> valueBits;
        if (beyond != 0 && (beyond != -1 || !isSigned(type))) return std::nullopt;
    }
    if (!isSigned(type) && integer < 0) return std::nullopt;
    return static_cast<std::uint64_t>(integer);
}

/// A number of the struct: a member, or one component of a vector.
struct Place {
    std::uint64_t offset = 0;
    ScalarType type = ScalarType::Int;
    int components = 1;
};

std::optional<Place> findMember(const StructLayout& layout, const std::string& path) {
    for (const StructMember& member : layout.members) {
        if (member.path == path) return Place{member.offset, member.type.scalar, member.type.width};
        if (member.type.width == 1 || !path.starts_with(member.path + "[")) continue;
        for (int i = 0; i < member.type.width; ++i)
            if (path == member.path + "[" + std::to_string(i) + "]")
                return Place{member.offset + static_cast<std::uint64_t>(i * bytes(member.type.scalar)),
                             member.type.scalar, 1};
    }
    return std::nullopt;
}

Diagnostic fault(const SourceLocation& place, std::string code, std::string message, std::string hint) {
    return {std::move(code), Severity::Error, place, std::move(message), std::move(hint)};
}

Diagnostic unknownMember(const StructLayout& layout, const std::string& path, const std::string& parameter,
                         const SourceLocation& place) {
    std::vector<std::string> known;
    std::string list;
    constexpr std::size_t mostListed = 12;
    for (const StructMember& member : layout.members) {
        if (known.size() < mostListed) list += (list.empty() ? "" : ", ") + member.path;
        if (known.size() == mostListed) list += ", ...";
        known.push_back(member.path);
    }
    const auto close = closestName(path, known);
    return fault(place, "launch.unknown-member", "the struct '" + parameter + "' has no number '" + path + "'",
                 (close.empty() ? "" : "did you mean '" + close + "'? ") + ("it has: " + list));
}

} // namespace

Result<std::vector<std::uint8_t>> structBytes(const StructArgument& argument, const StructLayout& layout,
                                              const std::string& parameter, const SourceLocation& place) {
    if (!argument.bytes.empty()) {
        if (argument.bytes.size() == layout.bytes) return argument.bytes;
        return fault(place, "launch.struct-size",
                     "the struct '" + parameter + "' has " + std::to_string(layout.bytes) +
                         " bytes, its argument " + std::to_string(argument.bytes.size()),
                     "give two hexadecimal digits for each byte, padding included, or its members: " +
                         parameter + " = { struct = { ... } }");
    }
    std::vector<std::uint8_t> result(layout.bytes);
    std::vector<bool> isSet(layout.bytes);
    for (const auto& [path, value] : argument.members) {
        std::string member = parameter;
        member.append(".").append(path);
        const auto found = findMember(layout, path);
        if (!found) return unknownMember(layout, path, parameter, place);
        const auto bits = bitsOf(value, found->type);
        if (!bits)
            return fault(place, "launch.member-value",
                         "the value of '" + member + "' does not fit " + name(ValueType{found->type, 1}),
                         "use another value");
        const auto size = static_cast<std::uint64_t>(bytes(found->type));
        for (int i = 0; i < found->components; ++i)
            for (std::uint64_t b = 0; b < size; ++b) {
                const std::uint64_t at = found->offset + static_cast<std::uint64_t>(i) * size + b;
                if (at >= layout.bytes) continue;
                if (isSet[at])
                    return fault(place, "launch.member-twice",
                                 "'" + member + "' lies where another member was given",
                                 "of the members of a union, give one");
                isSet[at] = true;
                result[at] = static_cast<std::uint8_t>(*bits >> (8 * b));
            }
    }
    return result;
}

std::string hexText(const std::vector<std::uint8_t>& bytes) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes.size());
    for (const std::uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::optional<std::vector<std::uint8_t>> bytesOfHex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    const auto digit = [](char c) {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        if (c >= 'A' && c <= 'F') return c - 'A' + 10;
        return -1;
    };
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = digit(text[i]), low = digit(text[i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes.push_back(static_cast<std::uint8_t>(16 * high + low));
    }
    return bytes;
}

ScalarArgument scalarAt(const std::vector<std::uint8_t>& bytes, std::uint64_t offset, ScalarType type) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + offset, static_cast<std::size_t>(warpstring::bytes(type)));
    ScalarArgument scalar{{type, 1}, true, std::int64_t{0}};
    switch (type) {
    case ScalarType::Half: scalar.value = halfValue(static_cast<std::uint16_t>(bits)); break;
    case ScalarType::Float:
        scalar.value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        break;
    case ScalarType::Double: scalar.value = std::bit_cast<double>(bits); break;
    default: {
        const int unused = 64 - 8 * warpstring::bytes(type);
        scalar.value = static_cast<std::int64_t>(bits << unused) >> unused;
    }
    }
    return scalar;
}

} // namespace warpstring::records
