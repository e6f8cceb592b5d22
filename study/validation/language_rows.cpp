// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/language_rows.h"

#include "core/random/language_kernel.h"
#include "study/validation/row_json.h"

namespace warpstring::validation {

namespace {

constexpr const char* languageRowSchema = "warpstring.language-row/1";

std::optional<LanguageRow> languageRowOf(std::string_view line, std::uint64_t index) {
    const auto json = rowJson(line, languageRowSchema, index);
    if (!json) return std::nullopt;
    LanguageRow row;
    row.index = index;
    row.launch = (*json)["launch"].text();
    row.features = textsOf((*json)["features"]);
    row.predictedUs = predictedOf(*json);
    row.diagnostics = diagnosticsOf(*json);
    row.marks = static_cast<int>((*json)["marks"].integer());
    row.exactMarks = static_cast<int>((*json)["exact_marks"].integer());
    row.wrong = textsOf((*json)["wrong"]);
    return row;
}

} // namespace

Result<batch::RowPlan> languageRowPlan(const LanguageCheckOptions& options, const HardwareSpec& spec) {
    return planOfKernels(languageRowSchema, options.count, spec,
                         {{"kernels", std::to_string(options.count)}, {"seed", std::to_string(options.seed)}});
}

std::string LanguageRowMaker::beginning(std::uint64_t index) const {
    return batch::jsonRowBeginning(languageRowSchema, index,
                                   random_kernels::languageNameOf(options_.seed, index), spec_.name);
}

std::optional<batch::EncodedRows> LanguageRowMaker::make(std::size_t, batch::RowRange rows) {
    batch::EncodedRows made;
    for (std::uint64_t index = rows.first; index < rows.end; ++index) {
        const Cancellation cancellation(options_.cancel, options_.timeLimit);
        const LanguageRow row = checkLanguageKernel(options_.seed, index, spec_, &cancellation);
        if (cancellation.reason() == StopReason::Interrupted) return std::nullopt;
        Json json;
        json.set("marks", row.marks);
        json.set("exact_marks", row.exactMarks);
        json.set("wrong", Json::arrayOf(row.wrong));
        addOutcome(json, row.features, row.predictedUs, row.diagnostics);
        appendRow(made, beginning(index), !row.predictedUs, json);
    }
    return made;
}

Result<std::vector<LanguageRow>> readLanguageRows(const std::filesystem::path& path,
                                                  const batch::RowPlan& plan) {
    return readRows(path, plan, languageRowOf);
}

} // namespace warpstring::validation
