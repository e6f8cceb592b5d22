// SPDX-License-Identifier: GPL-3.0-or-later
// A file of rows that are text, begun or gone on with: those that it holds are held against those that are due.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "core/result.h"
#include "study/batch/output_file.h"
#include "study/batch/row_text.h"

namespace warpstring::batch {

/// The rows that a file is to have.
struct TextRows {
    const RowFormat& format;
    std::string header; ///< empty: none
    std::uint64_t count = 0;
    std::function<std::string(std::uint64_t row)> beginning; ///< up to its status; asked in order
};

struct OpenedText {
    OutputFile file;
    std::uint64_t rows = 0;   ///< that were there already and stay
    std::uint64_t errors = 0; ///< among them
};

/// `record` describes the rows, and is written beside them. Faults as of openSink().
[[nodiscard]] Result<OpenedText> openTextRows(const std::filesystem::path& path, OutputMode mode,
                                              const TextRows& rows, const std::string& record);

} // namespace warpstring::batch
