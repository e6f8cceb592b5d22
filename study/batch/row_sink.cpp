// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/row_sink.h"

#include "study/batch/row_text.h"
#include "study/batch/sqlite_sink.h"
#include "study/batch/text_sink.h"

namespace warpstring::batch {

std::optional<RowFileFormat> rowFileFormat(const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    if (extension == ".jsonl") return RowFileFormat::JsonLines;
    if (extension == ".csv") return RowFileFormat::Csv;
    if (extension == ".sqlite" || extension == ".sqlite3" || extension == ".db") return RowFileFormat::Sqlite;
    return std::nullopt;
}

std::filesystem::path planPath(const std::filesystem::path& output) { return output.string() + ".plan"; }

Result<OpenedSink> openSink(const std::filesystem::path& path, RowFileFormat format, OutputMode mode,
                            const BatchPlan& plan, const std::string& record) {
    switch (format) {
    case RowFileFormat::JsonLines: return openTextSink(path, jsonLines(), mode, plan, record);
    case RowFileFormat::Csv: return openTextSink(path, csv(), mode, plan, record);
    case RowFileFormat::Sqlite: break;
    }
    return openSqliteSink(path, mode, plan, record);
}

OpenedSink standardOutputSink(const BatchPlan& plan) {
    return {std::make_unique<TextSink>(OutputFile::standardOutput(), jsonLines(), plan.settings().withStrings),
            0, 0};
}

} // namespace warpstring::batch
