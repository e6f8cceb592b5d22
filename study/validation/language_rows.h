// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that use the language broadly as rows of a file: "warpstring.language-row/1", described in
// docs/json.md.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "study/batch/row_lines.h"
#include "study/validation/language_check.h"

namespace warpstring::validation {

/// See rowPlanOf() of random kernels.
[[nodiscard]] Result<batch::RowPlan> languageRowPlan(const LanguageCheckOptions& options,
                                                     const HardwareSpec& spec);

/// Rows have no processor time: it is another one each time. Of the options the jobs and what is told of
/// progress are not used.
class LanguageRowMaker : public batch::RowMaker {
public:
    /// The spec outlives this.
    LanguageRowMaker(LanguageCheckOptions options, const HardwareSpec& spec)
        : options_(std::move(options)), spec_(spec) {}

    [[nodiscard]] std::string beginning(std::uint64_t index) const override;
    [[nodiscard]] std::optional<batch::EncodedRows> make(std::size_t thread, batch::RowRange rows) override;

private:
    LanguageCheckOptions options_;
    const HardwareSpec& spec_;
};

/// The rows of a whole file, as checkLanguage() gives them but for the time. Fails with batch.other-rows.
[[nodiscard]] Result<std::vector<LanguageRow>> readLanguageRows(const std::filesystem::path& path,
                                                                const batch::RowPlan& plan);

} // namespace warpstring::validation
