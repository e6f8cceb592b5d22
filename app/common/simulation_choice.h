// SPDX-License-Identifier: GPL-3.0-or-later
// What a command simulates with: the hardware specs that names mean, and the model.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/register_request.h"
#include "stringmodel/simulation.h"

namespace warpstring::cli {

/// The names with "all" replaced by every spec in the folders, each name once.
[[nodiscard]] std::vector<std::string> namedSpecs(const std::vector<std::string>& names,
                                                  const std::vector<std::filesystem::path>& folders);

/// Adds --model: which model gives the reported time.
void addModel(CLI::App& command, ModelChoice& model);

/// Adds --registers: what a kernel is simulated with instead of what its launch file says.
void addRegisters(CLI::App& command, std::optional<RegisterRequest>& registers);

} // namespace warpstring::cli
