// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands share: exit codes, how diagnostics are printed, which specs are meant.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/common/program_paths.h"
#include "core/files/launches/launch_file.h"
#include "core/hardware_spec.h"
#include "stringmodel/simulation.h"

namespace warpstring::cli {

/// Exit codes (design contract): results that hold errors are printed and end with 1.
enum ExitCode : int {
    exitOk = 0,
    exitResultHasErrors = 1,
    exitUsage = 2,
    exitBadInput = 3,
    exitInterrupted = 130
};

void printDiagnostics(const Diagnostics& diagnostics);

/// The names with "all" replaced by every spec in the folders, each name once.
[[nodiscard]] std::vector<std::string> namedSpecs(const std::vector<std::string>& names,
                                                  const std::vector<std::filesystem::path>& folders);

/// --model: which model gives the reported time.
void addModel(CLI::App& command, ModelChoice& model);

} // namespace warpstring::cli
