// SPDX-License-Identifier: GPL-3.0-or-later
// Which launches on which specs: what comparisons and batches of the program begin with.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "study/batch/batch_plan.h"

namespace warpstring::gui {

struct PlanRequest {
    std::vector<std::filesystem::path> launches; ///< files and folders
    std::vector<std::string> specs;              ///< names and files
    std::string specFolder;                      ///< where names are looked up first; may be empty
    batch::BatchSettings settings;
    int jobs = 0; ///< threads that compute; 0: one less than there are cores
};

/// What can be opened, and why the rest cannot.
struct OpenedPlan {
    batch::BatchPlan plan;
    Diagnostics diagnostics;
    std::map<std::string, double> clockMhz; ///< by the name that the spec has in results
};

[[nodiscard]] OpenedPlan openPlan(const PlanRequest& request);
[[nodiscard]] int jobsOf(const PlanRequest& request);
/// " LAUNCHES -s SPEC ... --spec-dir FOLDER -O OPTIONS", as a shell reads them.
[[nodiscard]] std::string planArguments(const PlanRequest& request);

} // namespace warpstring::gui
