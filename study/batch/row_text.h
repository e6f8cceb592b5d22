// SPDX-License-Identifier: GPL-3.0-or-later
// A row as a JSON object on one line, and as a CSV record (RFC 4180).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/batch/row_columns.h"

namespace warpstring::batch {

/// Appends `text` as a JSON string; bytes that are not UTF-8 become U+FFFD.
void appendJsonText(std::string& out, std::string_view text);
/// Appends a field, in quotes where RFC 4180 asks for them.
void appendCsvField(std::string& out, std::string_view text);
/// The shortest decimal that reads back as the same number; nothing for infinities and NaN.
[[nodiscard]] std::string exactNumberText(double value);

/// What a row of this schema, index and names begins with as JSON, up to its status.
[[nodiscard]] std::string jsonRowBeginning(std::string_view schema, std::uint64_t index,
                                           std::string_view launch, std::string_view spec);

/// One of the formats that are text.
struct RowFormat {
    /// Appends a row with its line end.
    void (*append)(std::string& out, const BatchRow& row, const std::vector<RowColumn>& columns);
    /// Everything before the first row.
    std::string (*header)(const std::vector<RowColumn>& columns);
    /// What the row of this index and these names begins with, up to its status.
    std::string (*beginning)(std::uint64_t index, const std::string& launch, const std::string& spec);
    std::string_view lineEnd;
    char closing;        ///< the last character of a whole row, before its line end; 0: any
    bool quotedLineEnds; ///< line ends within quotes belong to a field
};

[[nodiscard]] const RowFormat& jsonLines();
[[nodiscard]] const RowFormat& csv();

} // namespace warpstring::batch
