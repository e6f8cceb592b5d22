// SPDX-License-Identifier: GPL-3.0-or-later
// How long a launch may be simulated: beyond it is refused by name, never answered otherwise.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <optional>

namespace warpstring::cli {

using TimeLimit = std::optional<std::chrono::duration<double>>;

/// Adds --time-limit, in seconds. `limit` lives as long as the command.
void addTimeLimit(CLI::App& command, TimeLimit& limit);

} // namespace warpstring::cli
