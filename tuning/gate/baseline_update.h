// SPDX-License-Identifier: GPL-3.0-or-later
// A baseline with launches as they are now.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tuning/gate/comparison.h"

namespace warpstring::gate {

struct BaselineUpdate {
    Baseline baseline; ///< launches without times: first those of `written`
    std::vector<CurrentLaunch> written;
    std::size_t added = 0, changed = 0;
    std::size_t kept = 0;    ///< of the old baseline, since nobody asked for them
    std::size_t dropped = 0; ///< of the old baseline, since they are gone
    Diagnostics faults;      ///< of launches that cannot be read: they stay as they were, or out
};

/// `isGone` is asked of launches of the old baseline that are not among `launches`. Version and specs are still
/// to be set.
[[nodiscard]] BaselineUpdate updated(const Baseline& old, std::vector<CurrentLaunch> launches,
                                     const std::function<bool(const BaselineLaunch&)>& isGone);

} // namespace warpstring::gate
