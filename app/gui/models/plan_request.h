// SPDX-License-Identifier: GPL-3.0-or-later
// Which launches on which specs: what comparisons and batches of the program begin with.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "study/batch/batch_plan.h"

namespace warpstring::gui {

/// What is being edited and stands in place of what is saved.
struct EditedInputs {
    std::map<std::filesystem::path, std::string> launchFiles, sources; ///< texts by their files
    std::map<std::string, std::shared_ptr<const HardwareSpec>> specs;  ///< by the names in PlanRequest::specs

    [[nodiscard]] bool empty() const { return launchFiles.empty() && sources.empty() && specs.empty(); }
    friend bool operator==(const EditedInputs&, const EditedInputs&) = default;
};

/// "scan.cl, scan-init.toml, nvidia-h200"
[[nodiscard]] std::string namesOf(const EditedInputs& edited);

struct PlanRequest {
    std::vector<std::filesystem::path> launches; ///< files and folders
    std::vector<std::string> specs;              ///< names and files
    std::string specFolder;                      ///< where names are looked up first; may be empty
    batch::BatchSettings settings;
    EditedInputs edited;
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
