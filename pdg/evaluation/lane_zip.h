// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>

namespace warpstring::evaluation::lanes {

/// fold(x, y) of every work-item, where an operand of one entry is the same for all: a loop for each shape,
/// which leaves nothing to ask inside.
template <class Result, class Operand, class Fold>
[[nodiscard]] Result zipped(const Operand& a, const Operand& b, Fold fold) {
    Result out(std::max(a.size(), b.size()));
    const std::size_t width = out.size();
    auto* const to = out.data();
    const auto* const x = a.data();
    const auto* const y = b.data();
    if (a.size() == b.size()) {
        for (std::size_t i = 0; i < width; ++i) to[i] = fold(x[i], y[i]);
    } else if (a.size() == 1) {
        for (std::size_t i = 0; i < width; ++i) to[i] = fold(x[0], y[i]);
    } else {
        for (std::size_t i = 0; i < width; ++i) to[i] = fold(x[i], y[0]);
    }
    return out;
}

} // namespace warpstring::evaluation::lanes
