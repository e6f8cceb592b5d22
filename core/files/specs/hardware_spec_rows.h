// SPDX-License-Identifier: GPL-3.0-or-later
// How the table of hardware spec keys is written down: the type of a key is that of the member that keeps it.
#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/files/specs/hardware_spec_keys.h"

namespace warpstring::files {

/// A key that is kept in `Part` of a HardwareSpec; its path lacks the table.
template <typename Part>
struct SpecRow {
    SpecKey key;
    std::function<SpecField(Part&)> field;
};

/// What a numeric value may be, both ends included.
struct SpecRange {
    double least, most;
};

template <typename Value>
constexpr SpecKey::Type specTypeOf() {
    using Type = SpecKey::Type;
    if (std::is_same_v<Value, int>) return Type::Integer;
    if (std::is_same_v<Value, double>) return Type::Number;
    if (std::is_same_v<Value, std::array<int, 3>>) return Type::IntegerTriple;
    if (std::is_same_v<Value, bool>) return Type::Boolean;
    return std::is_enum_v<Value> ? Type::Choice : Type::Text;
}

template <typename Part, typename Value>
SpecRow<Part> specRow(SpecKey key, Value Part::* member) {
    key.type = specTypeOf<Value>();
    return {std::move(key), [member](Part& part) { return SpecField(&(part.*member)); }};
}

/// An integer, a number or a triple.
template <typename Part, typename Value>
SpecRow<Part> row(const char* name, Value Part::* member, const char* unit, SpecRange range,
                  const char* meaning) {
    static_assert(std::is_same_v<Value, int> || std::is_same_v<Value, double> ||
                  std::is_same_v<Value, std::array<int, 3>>);
    return specRow({name, {}, unit, range.least, range.most, {}, true, meaning}, member);
}

/// A text or a switch.
template <typename Part, typename Value>
SpecRow<Part> row(const char* name, Value Part::* member, const char* meaning) {
    static_assert(std::is_same_v<Value, std::string> || std::is_same_v<Value, bool>);
    return specRow({name, {}, "", 0, 0, {}, true, meaning}, member);
}

/// `choices` in the order of the enumerators.
template <typename Part, typename Enumeration>
SpecRow<Part> row(const char* name, Enumeration Part::* member, std::vector<std::string> choices,
                  const char* meaning) {
    static_assert(std::is_enum_v<Enumeration>);
    return specRow({name, {}, "", 0, 0, std::move(choices), true, meaning}, member);
}

template <typename Part>
SpecRow<Part> optional(SpecRow<Part> row) {
    row.key.required = false;
    return row;
}

/// The keys of a table of the file whose values are kept in one part of a HardwareSpec.
template <typename Part>
std::vector<SpecKey> specTable(const std::string& name, Part HardwareSpec::* part,
                               std::initializer_list<SpecRow<Part>> rows) {
    std::vector<SpecKey> keys;
    for (const SpecRow<Part>& row : rows) {
        keys.push_back(row.key);
        keys.back().path = name + "." + row.key.path;
        keys.back().field = [part, field = row.field](HardwareSpec& spec) { return field(spec.*part); };
    }
    return keys;
}

} // namespace warpstring::files
