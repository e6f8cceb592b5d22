// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/value_type.h"

#include <array>

namespace warpstring {

namespace {

struct ScalarFacts {
    std::string_view name;
    int bytes;
    bool isFloating;
    bool isSigned;
};

/// In the order of ScalarType.
constexpr std::array<ScalarFacts, 11> facts{{{"char", 1, false, true},
                                             {"uchar", 1, false, false},
                                             {"short", 2, false, true},
                                             {"ushort", 2, false, false},
                                             {"int", 4, false, true},
                                             {"uint", 4, false, false},
                                             {"long", 8, false, true},
                                             {"ulong", 8, false, false},
                                             {"half", 2, true, true},
                                             {"float", 4, true, true},
                                             {"double", 8, true, true}}};
static_assert(facts.size() == static_cast<std::size_t>(ScalarType::Double) + 1);

const ScalarFacts& factsOf(ScalarType type) { return facts[static_cast<std::size_t>(type)]; }

} // namespace

int bytes(ScalarType type) { return factsOf(type).bytes; }

int bytes(ValueType type) { return bytes(type.scalar) * (type.width == 3 ? 4 : type.width); }

bool isFloating(ScalarType type) { return factsOf(type).isFloating; }

bool isSigned(ScalarType type) { return factsOf(type).isSigned; }

std::optional<ValueType> parseValueType(std::string_view text) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (!text.starts_with(facts[i].name)) continue;
        const ValueType scalar{static_cast<ScalarType>(i), 1};
        const std::string_view width = text.substr(facts[i].name.size());
        if (width.empty()) return scalar;
        for (const int candidate : {2, 3, 4, 8, 16})
            if (width == std::to_string(candidate)) return ValueType{scalar.scalar, candidate};
    }
    return std::nullopt;
}

std::string name(ValueType type) {
    std::string text(factsOf(type.scalar).name);
    if (type.width > 1) text += std::to_string(type.width);
    return text;
}

} // namespace warpstring
