// SPDX-License-Identifier: GPL-3.0-or-later
// How the programs end.
#pragma once

namespace warpstring::cli {

/// Exit codes (design contract): results that hold errors are printed and end with 1.
enum ExitCode : int {
    exitOk = 0,
    exitResultHasErrors = 1,
    exitUsage = 2,
    exitBadInput = 3,
    exitInterrupted = 130
};

} // namespace warpstring::cli
