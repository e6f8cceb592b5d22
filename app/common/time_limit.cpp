// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/time_limit.h"

namespace warpstring::cli {

void addTimeLimit(CLI::App& command, TimeLimit& limit) {
    command
        .add_option_function<double>(
            "--time-limit", [&limit](double seconds) { limit = std::chrono::duration<double>(seconds); },
            "seconds that a launch may take to be simulated; one that takes longer is refused by name")
        ->option_text("S")
        ->check(CLI::PositiveNumber);
}

} // namespace warpstring::cli
