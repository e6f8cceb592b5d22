// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics for the person at a terminal.
#pragma once

#include "app/common/exit_code.h"
#include "core/diagnostic.h"

namespace warpstring::cli {

/// Prints each on standard error, coloured by its severity where a terminal shows it.
void printDiagnostics(const Diagnostics& diagnostics);

/// What the two have printed so far, in order: standard error, too, is one of a process.
[[nodiscard]] const Diagnostics& printedDiagnostics();

/// Prints why nothing could be done, and tells how the program ends.
[[nodiscard]] ExitCode fail(const Diagnostics& faults);

} // namespace warpstring::cli
