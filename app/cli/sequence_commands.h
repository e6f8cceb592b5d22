// SPDX-License-Identifier: GPL-3.0-or-later
// What commands do where they are given a sequence in place of a launch.
#pragma once

#include "app/cli/launch_options.h"

namespace warpstring::cli {

struct SequenceTextOptions {
    bool details = false; ///< everything about each step too
    bool ascii = false;   ///< TextStyle::ascii
};

/// Simulates the sequence that the options name on their specs, and prints it.
int simulateSequence(const LaunchOptions& options, const SequenceTextOptions& text);

} // namespace warpstring::cli
