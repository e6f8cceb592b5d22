// SPDX-License-Identifier: GPL-3.0-or-later
// How commands that write rows end.
#pragma once

#include <cstdint>
#include <iostream>
#include <string>

#include "app/common/exit_code.h"

namespace warpstring::cli {

/// Says what was done, unless `quiet`, and how many rows have errors; the exit code.
[[nodiscard]] inline int tellRows(const std::string& done, std::uint64_t errors, bool quiet) {
    if (!quiet)
        std::cerr << done
                  << (errors > 0 ? ", " + std::to_string(errors) + " with errors: see their diagnostics" : "")
                  << "\n";
    return errors > 0 ? exitResultHasErrors : exitOk;
}

} // namespace warpstring::cli
