// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/random_rows.h"

#include "core/random/random_launch.h"
#include "study/validation/row_json.h"

namespace warpstring::validation {

namespace {

constexpr const char* randomRowSchema = "warpstring.validate-row/1";

std::optional<ValidationRow> randomRowOf(std::string_view line, std::uint64_t index) {
    const auto json = rowJson(line, randomRowSchema, index);
    if (!json) return std::nullopt;
    ValidationRow row;
    row.seed = (*json)["seed"].size();
    row.index = index;
    row.launch = (*json)["launch"].text();
    row.fingerprint = (*json)["fingerprint"].text();
    row.features = textsOf((*json)["features"]);
    row.predictedUs = predictedOf(*json);
    row.boundBy = (*json)["bound_by"].text();
    row.diagnostics = diagnosticsOf(*json);
    return row;
}

} // namespace

Result<batch::RowPlan> rowPlanOf(const RandomKernels& kernels, const HardwareSpec& spec, ModelChoice model) {
    return planOfKernels(randomRowSchema, kernels.count, spec,
                         {{"kernels", std::to_string(kernels.count)},
                          {"seed", std::to_string(kernels.seed)},
                          {"most work-groups", std::to_string(kernels.mostGroups)},
                          {"model", batch::wordOf(model)}});
}

std::string RandomRowMaker::beginning(std::uint64_t index) const {
    return batch::jsonRowBeginning(randomRowSchema, index, random_kernels::nameOf(kernels_.seed, index),
                                   spec_.name);
}

std::optional<batch::EncodedRows> RandomRowMaker::make(std::size_t, batch::RowRange rows) {
    batch::EncodedRows made;
    for (std::uint64_t index = rows.first; index < rows.end; ++index) {
        const Cancellation cancellation(options_.cancel, options_.timeLimit);
        const ValidationRow row = simulateRandomKernel(kernels_, index, spec_, options_.model, cancellation);
        if (cancellation.reason() == StopReason::Interrupted) return std::nullopt;
        Json json;
        json.set("seed", row.seed);
        json.set("fingerprint", row.fingerprint);
        json.set("bound_by", row.boundBy);
        addOutcome(json, row.features, row.predictedUs, row.diagnostics);
        appendRow(made, beginning(index), !row.predictedUs, json);
    }
    return made;
}

Result<std::vector<ValidationRow>> readRandomRows(const std::filesystem::path& path,
                                                  const batch::RowPlan& plan) {
    return readRows(path, plan, randomRowOf);
}

} // namespace warpstring::validation
