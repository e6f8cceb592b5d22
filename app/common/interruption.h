// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and termination as a flag, for work that should end in good order.
#pragma once

#include <atomic>

namespace warpstring::cli {

/// From now on the first SIGINT or SIGTERM sets the returned flag; the next one ends the program as usual.
[[nodiscard]] const std::atomic<bool>& catchInterruptions();

} // namespace warpstring::cli
