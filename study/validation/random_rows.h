// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated kernels as rows of a file: "warpstring.validate-row/1", described in docs/json.md.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "study/batch/row_lines.h"
#include "study/validation/random_simulation.h"

namespace warpstring::validation {

/// All of them, each a source of its own; any even cut parses each once. Fails with batch.unreadable-input.
[[nodiscard]] Result<batch::RowPlan> rowPlanOf(const RandomKernels& kernels, const HardwareSpec& spec,
                                               ModelChoice model);

/// Of the options the jobs and what is told of progress are not used.
class RandomRowMaker : public batch::RowMaker {
public:
    /// The spec outlives this.
    RandomRowMaker(RandomKernels kernels, const HardwareSpec& spec, RandomSimulationOptions options)
        : kernels_(kernels), spec_(spec), options_(std::move(options)) {}

    [[nodiscard]] std::string beginning(std::uint64_t index) const override;
    [[nodiscard]] std::optional<batch::EncodedRows> make(std::size_t thread, batch::RowRange rows) override;

private:
    RandomKernels kernels_;
    const HardwareSpec& spec_;
    RandomSimulationOptions options_;
};

/// The rows of a whole file, as simulateRandom() gives them. Fails with batch.other-rows.
[[nodiscard]] Result<std::vector<ValidationRow>> readRandomRows(const std::filesystem::path& path,
                                                                const batch::RowPlan& plan);

} // namespace warpstring::validation
