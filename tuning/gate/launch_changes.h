// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two launches of one kernel.
#pragma once

#include <string>

#include "core/launch.h"

namespace warpstring::gate {

struct LaunchChanges {
    std::string text;            ///< "local 64 -> 128; n 64 -> 128"; empty: the same launch
    bool isOtherProblem = false; ///< scalars, buffers, images or samplers are others: another amount of work
};

/// Both as keptLaunch() makes them. Names and places of files are no difference.
[[nodiscard]] LaunchChanges launchChanges(const Launch& before, const Launch& now);

} // namespace warpstring::gate
