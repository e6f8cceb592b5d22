// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and termination as a flag, for work that should end in good order.
#pragma once

#include <atomic>

namespace warpstring::cli {

/// From now on the first SIGINT or SIGTERM sets the returned flag; the next one ends the program as usual. What
/// does not hear of the flag (code of a library that runs away) ends with the program `mostSeconds` after it,
/// with exitInterrupted and a word on stderr. `mostSeconds` is at least 1.
[[nodiscard]] const std::atomic<bool>& catchInterruptions(unsigned mostSeconds = 5);

} // namespace warpstring::cli
