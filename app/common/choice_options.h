// SPDX-License-Identifier: GPL-3.0-or-later
// Options that say what a launch file would: --kernel, --global, --arg and their like.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "study/drafting/launch_choice.h"

namespace warpstring::cli {

/// The choice is complete once the command line is parsed. Copies share it.
class ChoiceOptions {
public:
    /// A value that cannot be read is wrong usage, told as CLI11 tells it.
    void addTo(CLI::App& command);

    [[nodiscard]] const drafting::LaunchChoice& operator*() const { return *choice_; }

private:
    std::shared_ptr<drafting::LaunchChoice> choice_ = std::make_shared<drafting::LaunchChoice>();
};

} // namespace warpstring::cli
