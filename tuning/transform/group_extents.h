// SPDX-License-Identifier: GPL-3.0-or-later
// The size of a work-group as a kernel's text may say it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

struct Extent {
    std::string text;         ///< "16", or the macro of the launch file that is the size
    std::uint64_t number = 1; ///< the most of all launches
    bool isName = false;

    /// More than one work-item, now or by another value of the macro.
    [[nodiscard]] bool isWide() const { return isName || number > 1; }
};

/// One for each dimension. transform.swept-size where no text holds for all launches.
[[nodiscard]] Result<std::array<Extent, 3>> groupExtents(const Scene& scene);

/// "16 * WG"; of numbers alone their product where `isMultiplied`.
[[nodiscard]] std::string productText(const std::vector<Extent>& extents, bool isMultiplied = false);

/// "get_local_id(1) * 16 + get_local_id(0)".
[[nodiscard]] std::string linearIdText(const std::array<Extent, 3>& extents);

} // namespace warpstring::transform
