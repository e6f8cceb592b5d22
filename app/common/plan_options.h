// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command that simulates many launches, and the plan that they make.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/common/choice_options.h"
#include "app/common/time_limit.h"
#include "study/batch/batch_plan.h"

namespace warpstring::cli {

struct PlanOptions {
    std::vector<std::string> launches;
    std::vector<std::string> specs{"nvidia-h200"}; ///< never by the machine
    std::string specFolder;
    ChoiceOptions choice;
    int jobs = 1; ///< set to the number of cores by addTo
    bool quiet = false;
    batch::BatchSettings settings;
    TimeLimit timeLimit;

    void addTo(CLI::App& command);
};

/// Opens specs and launch files; reports the faults of both.
[[nodiscard]] Result<batch::BatchPlan> makePlan(const PlanOptions& options);

} // namespace warpstring::cli
