// SPDX-License-Identifier: GPL-3.0-or-later
// Rows as lines of text: JSON Lines and CSV.
#pragma once

#include "study/batch/row_sink.h"
#include "study/batch/row_text.h"

namespace warpstring::batch {

class TextSink : public RowSink {
public:
    TextSink(OutputFile file, const RowFormat& format, bool withStrings)
        : file_(std::move(file)), format_(format), columns_(rowColumns(withStrings)) {}

    void encode(BatchRow row, EncodedRows& into) const override;
    [[nodiscard]] Diagnostics write(EncodedRows rows) override { return file_.write(rows.text); }
    [[nodiscard]] Diagnostics finish(bool) override { return {}; }

private:
    OutputFile file_;
    const RowFormat& format_;
    const std::vector<RowColumn>& columns_;
};

/// See openSink().
[[nodiscard]] Result<OpenedSink> openTextSink(const std::filesystem::path& path, const RowFormat& format,
                                              OutputMode mode, const BatchPlan& plan,
                                              const std::string& record);

} // namespace warpstring::batch
