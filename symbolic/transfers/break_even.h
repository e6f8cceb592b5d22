// SPDX-License-Identifier: GPL-3.0-or-later
// The size from which a launch with its transfers takes no longer than a processor does.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/result.h"

namespace warpstring::transfers {

/// Times at a size, in microseconds.
struct SizeTimes {
    std::int64_t size = 0;
    double deviceUs = 0, cpuUs = 0;

    [[nodiscard]] bool pays() const { return deviceUs <= cpuUs; }
};

struct BreakEven {
    std::optional<std::int64_t> size; ///< the least from which the device pays; absent: at none that was tried
    std::vector<SizeTimes> tried;     ///< by size
    bool isFromStart = false;         ///< it pays at the least size already
};

/// Sizes are multiples of `step`, 1 or more: doubled from `step` on up to `most` until the device pays, then
/// halved in between. `timesAt` fails for sizes that the launch does not take: small ones are passed over, and
/// none above the first that fails after others did not is tried. Fails as `timesAt` does where no size can be
/// told.
[[nodiscard]] Result<BreakEven> findBreakEven(std::int64_t step, std::int64_t most,
                                              const std::function<Result<SizeTimes>(std::int64_t)>& timesAt);

} // namespace warpstring::transfers
