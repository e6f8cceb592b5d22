// SPDX-License-Identifier: GPL-3.0-or-later
// Processes by their IDs.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace warpstring::test {

/// The process ID that a file holds, once it is there; 0 when it does not come.
[[nodiscard]] pid_t pidIn(const std::filesystem::path& file);

/// Whether the process ends, if only as one that nobody waited for. Gives it some seconds.
[[nodiscard]] bool isGone(pid_t process);

} // namespace warpstring::test
