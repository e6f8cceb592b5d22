// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of any bytes in a stream of them: their length before each.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpstring::process {

/// `payload` with its length before it. Below 4 GiB.
[[nodiscard]] std::string framed(std::string_view payload);
/// Takes the first message from the front of what was received; nothing while it is not there as a whole.
[[nodiscard]] std::optional<std::string> takeMessage(std::string& received);

/// The next message of a file; waits for it. Nothing at its end, after a signal, or where it breaks off.
[[nodiscard]] std::optional<std::string> readMessage(int file);
/// Whether it was written as a whole.
[[nodiscard]] bool writeMessage(int file, std::string_view payload);

} // namespace warpstring::process
