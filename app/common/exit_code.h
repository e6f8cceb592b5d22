// SPDX-License-Identifier: GPL-3.0-or-later
// How the programs end.
#pragma once

#include "core/diagnostic.h"

namespace warpstring::cli {

/// Exit codes (design contract): results that hold errors are printed and end with 1.
// NOLINTBEGIN(readability-identifier-naming): numbers that programs return, written like constants
enum ExitCode : int {
    exitOk = 0,
    exitResultHasErrors = 1,
    exitUsage = 2,
    exitBadInput = 3,
    exitInterrupted = 130
};
// NOLINTEND(readability-identifier-naming)

/// Of what could not be done at all.
[[nodiscard]] inline ExitCode exitCodeOf(const Diagnostics& faults) {
    return isFromSurroundings(faults) ? exitResultHasErrors : exitBadInput;
}

} // namespace warpstring::cli
