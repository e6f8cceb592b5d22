// SPDX-License-Identifier: GPL-3.0-or-later
// Where the members of a struct lie: what a compiler knows and a launch file speaks of by name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/value_type.h"

namespace warpstring {

/// A member that is a number or a vector, of the struct itself, of a struct in it or of an array's element.
struct StructMember {
    std::string path; ///< "n", "inner.x", "rows[2].first"
    std::uint64_t offset = 0;
    ValueType type;

    friend bool operator==(const StructMember&, const StructMember&) = default;
};

struct StructLayout {
    std::uint64_t bytes = 0; ///< 0: no struct, or one that nothing is known of
    std::vector<StructMember> members;

    friend bool operator==(const StructLayout&, const StructLayout&) = default;
};

} // namespace warpstring
