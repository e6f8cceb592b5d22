// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/text_sink.h"

#include "study/batch/text_rows.h"

namespace warpstring::batch {

void TextSink::encode(BatchRow row, EncodedRows& into) const {
    format_.append(into.text, row, columns_);
    into.errors += row.isError() ? 1 : 0;
    ++into.count;
}

Result<OpenedSink> openTextSink(const std::filesystem::path& path, const RowFormat& format, OutputMode mode,
                                const BatchPlan& plan, const std::string& record) {
    const bool withStrings = plan.settings().withStrings;
    RowNames names(plan);
    const auto beginning = [&](std::uint64_t row) {
        const auto at = names.at(row);
        return format.beginning(plan.indexOf(row), at.launch, at.spec);
    };
    auto opened = openTextRows(
        path, mode, {format, format.header(rowColumns(withStrings)), plan.rows(), beginning}, record);
    if (!opened) return opened.diagnostics();
    return OpenedSink{std::make_unique<TextSink>(std::move(opened->file), format, withStrings), opened->rows,
                      opened->errors};
}

} // namespace warpstring::batch
