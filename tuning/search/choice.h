// SPDX-License-Identifier: GPL-3.0-or-later
// A combination of a search space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstring::search {

/// For each axis of the space which of its values, counted from 0.
using Choice = std::vector<std::size_t>;
/// The same as one number: combinations are counted with the last axis varying fastest.
using VariantId = std::uint64_t;

} // namespace warpstring::search
