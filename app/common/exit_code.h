// SPDX-License-Identifier: GPL-3.0-or-later
// How the programs end.
#pragma once

#include <algorithm>

#include "core/diagnostic.h"
#include "pdg/evaluation/evaluation.h"

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

/// Of a result that is there: with an access beyond its object it is of another program than was meant.
[[nodiscard]] inline ExitCode exitCodeOfResult(const Diagnostics& diagnostics) {
    const bool isBeyond = std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& found) {
        return found.code == evaluation::outOfRangeCode;
    });
    return isBeyond || hasErrors(diagnostics) ? exitResultHasErrors : exitOk;
}

/// Of what could not be done at all.
[[nodiscard]] inline ExitCode exitCodeOf(const Diagnostics& faults) {
    return isFromSurroundings(faults) ? exitResultHasErrors : exitBadInput;
}

} // namespace warpstring::cli
