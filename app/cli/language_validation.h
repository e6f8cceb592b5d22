// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring validate --language`: kernels that use the language broadly.
#pragma once

#include <string>

#include "app/cli/row_file.h"
#include "core/hardware_spec.h"
#include "study/validation/language_check.h"

namespace warpstring::cli {

struct LanguageValidation {
    validation::LanguageCheckOptions check;
    std::string keep; ///< a folder for launch files of those that are refused or faulty; empty: none
    bool quiet = false;
};

/// The exit code.
[[nodiscard]] int runLanguageValidation(const LanguageValidation& options, const HardwareSpec& spec);

/// The same by way of a file of rows.
[[nodiscard]] int runLanguageRows(const LanguageValidation& options, const HardwareSpec& spec,
                                  const RowFileRun& run);

/// Ends with a newline.
[[nodiscard]] std::string languageText(const std::vector<validation::LanguageRow>& rows, std::uint64_t seed,
                                       const std::string& spec);

} // namespace warpstring::cli
