// SPDX-License-Identifier: GPL-3.0-or-later
// Why something was refused, in the words of one line.
#pragma once

#include <algorithm>
#include <string>

#include "core/diagnostic.h"

namespace warpstring {

/// The first error's words with its code; empty where there is none.
[[nodiscard]] inline std::string refusalOf(const Diagnostics& faults) {
    const auto fault = std::find_if(faults.begin(), faults.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Error;
    });
    return fault == faults.end() ? "" : fault->message + " [" + fault->code + "]";
}

} // namespace warpstring
