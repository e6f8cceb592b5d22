// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/text_rows.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include "study/batch/plan_record.h"
#include "study/batch/row_sink.h"
#include "study/batch/text_records.h"

namespace warpstring::batch {

namespace {

struct KeptRows {
    std::uint64_t bytes = 0; ///< the header included
    std::uint64_t rows = 0;
    std::uint64_t errors = 0;
};

/// Reads the rows that a file holds and compares what they begin with to what the plan says.
class KeptRowsReader {
public:
    KeptRowsReader(const OutputFile& file, const TextRows& rows, std::string name)
        : records_([&file](std::uint64_t offset, std::size_t most) { return file.read(offset, most); },
                   rows.format),
          rows_(rows), name_(std::move(name)) {}

    Result<KeptRows> run() {
        for (;;) {
            const auto record = records_.next();
            if (!record) return record.diagnostics();
            if (!*record) break;
            if (!take(**record)) return otherRows();
        }
        // What is left is torn. It is cut off only if it can be the beginning of what would stand there.
        if (!records_.rest().empty() && !beginsLike(records_.rest(), expected())) return otherRows();
        return kept_;
    }

private:
    /// The next record's beginning.
    std::string expected() {
        if (kept_.bytes < rows_.header.size()) return rows_.header;
        return kept_.rows < rows_.count ? rows_.beginning(kept_.rows) : "";
    }

    static bool beginsLike(std::string_view text, std::string_view beginning) {
        const std::size_t shorter = std::min(text.size(), beginning.size());
        return !beginning.empty() && text.substr(0, shorter) == beginning.substr(0, shorter);
    }

    bool take(std::string_view record) {
        const std::string beginning = expected();
        const bool isHeader = kept_.bytes < rows_.header.size();
        if (beginning.empty() || !record.starts_with(beginning) || !record.ends_with(rows_.format.lineEnd))
            return false;
        const std::string_view row = record.substr(0, record.size() - rows_.format.lineEnd.size());
        if (rows_.format.closing != 0 && !row.ends_with(rows_.format.closing)) return false;
        kept_.bytes += record.size();
        if (isHeader) return true;
        ++kept_.rows;
        if (record.substr(beginning.size()).starts_with(statusText(true))) ++kept_.errors;
        return true;
    }

    Diagnostic otherRows() const {
        return {"batch.other-rows",
                Severity::Error,
                {name_, 0, 0},
                name_ + " does not hold the rows of this batch: row " + std::to_string(kept_.rows) +
                    " is another one",
                "give the file of the batch to resume; --force replaces this one"};
    }

    TextRecords records_;
    const TextRows& rows_;
    std::string name_;
    KeptRows kept_;
};

/// What differs from the plan that the rows are of; nothing where it does not lie beside them.
std::optional<Diagnostics> comparePlans(const std::filesystem::path& path, const std::string& record) {
    std::ifstream file(planPath(path), std::ios::binary);
    if (!file) return std::nullopt;
    const std::string kept{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return planDifferences(kept, record, path.string());
}

Diagnostic noPlan(const std::filesystem::path& path) {
    return {"batch.not-resumable",
            Severity::Error,
            {path.string(), 0, 0},
            "there is no " + planPath(path).string() + ", which says what the rows are of",
            "put it back beside the rows, or start again with --force"};
}

/// Why rows cannot be gone on with: `found` are those that were read, as far as they could be.
Diagnostics whyNotResumed(const Result<KeptRows>& found, const std::optional<Diagnostics>& differences,
                          const std::filesystem::path& path) {
    // Another plan explains other rows: it says what changed.
    if (differences && !differences->empty()) return *differences;
    if (!found) return found.diagnostics();
    return differences ? Diagnostics{} : Diagnostics{noPlan(path)};
}

} // namespace

Result<OpenedText> openTextRows(const std::filesystem::path& path, OutputMode mode, const TextRows& rows,
                                const std::string& record) {
    auto file = OutputFile::open(path, mode);
    if (!file) return file.diagnostics();
    KeptRows kept;
    if (mode == OutputMode::Resume) {
        const auto found = KeptRowsReader(*file, rows, path.string()).run();
        if (!found || found->rows > 0)
            if (auto faults = whyNotResumed(found, comparePlans(path, record), path); !faults.empty())
                return faults;
        kept = *found;
        if (kept.rows == 0) kept = {};
        if (auto faults = file->truncate(kept.bytes); !faults.empty()) return faults;
    }
    if (kept.rows == 0) {
        if (auto faults = replaceFile(planPath(path), record); !faults.empty()) return faults;
        if (auto faults = file->write(rows.header); !faults.empty()) return faults;
    }
    return OpenedText{std::move(*file), kept.rows, kept.errors};
}

} // namespace warpstring::batch
