// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/row_lines.h"

#include <algorithm>
#include <fstream>

#include "study/batch/row_threads.h"
#include "study/batch/text_records.h"
#include "study/batch/text_sink.h"

namespace warpstring::batch {

namespace {

/// Hands out the units of a plan one after another; asked by one thread at a time.
class Units {
public:
    Units(const RowPlan& plan, const RowMaker& maker, std::uint64_t first)
        : plan_(plan), maker_(maker), rows_(plan.rows()), next_(first) {}

    std::optional<RowRange> take(std::uint64_t end) {
        if (next_ >= std::min(rows_, end)) return std::nullopt;
        const RowRange indices = plan_.rangeFrom(next_);
        const std::uint64_t count = std::min(indices.end, maker_.unitEnd(indices.first)) - indices.first;
        const RowRange rows{next_, std::min(next_ + count, end)};
        next_ = rows.end;
        return rows;
    }

private:
    const RowPlan& plan_;
    const RowMaker& maker_;
    std::uint64_t rows_, next_;
};

} // namespace

Result<OpenedText> openRowLines(const std::filesystem::path& path, OutputMode mode, const RowPlan& plan,
                                const RowMaker& maker, const std::string& record) {
    const auto beginning = [&](std::uint64_t row) { return maker.beginning(plan.indexOf(row)); };
    return openTextRows(path, mode, {jsonLines(), "", plan.rows(), beginning}, record);
}

BatchOutcome writeRowLines(OpenedText file, const RowPlan& plan, RowMaker& maker, const BatchOptions& options) {
    constexpr std::uint64_t rowsOfThread = 4096;
    const auto jobs = static_cast<std::uint64_t>(std::max(1, options.jobs));
    TextSink sink(std::move(file.file), jsonLines(), false);
    Units units(plan, maker, options.first);
    return runRowThreads(plan.rows(), sink, options, rowsOfThread * jobs,
                         [&](std::size_t thread, OrderedDelivery& delivery) -> Diagnostics {
                             for (;;) {
                                 if (options.cancel != nullptr && *options.cancel) delivery.stop();
                                 const auto rows =
                                     delivery.take([&](std::uint64_t end) { return units.take(end); });
                                 if (!rows) return {};
                                 const std::uint64_t index = plan.indexOf(rows->first);
                                 auto made = maker.make(thread, {index, index + (rows->end - rows->first)});
                                 if (!made) {
                                     delivery.stop();
                                     return {};
                                 }
                                 made->first = rows->first;
                                 delivery.deliver(std::move(*made));
                             }
                         });
}

Diagnostics readRowLines(const std::filesystem::path& path, const RowPlan& plan,
                         const std::function<bool(std::uint64_t index, std::string_view line)>& visit) {
    std::ifstream file(path, std::ios::binary);
    TextRecords records(
        [&](std::uint64_t, std::size_t most) -> Result<std::string> {
            std::string block(most, '\0');
            file.read(block.data(), static_cast<std::streamsize>(most));
            block.resize(static_cast<std::size_t>(file.gcount()));
            return block;
        },
        jsonLines());
    for (std::uint64_t index = 0; index < plan.allRows; ++index) {
        const auto line = records.next();
        if (!line) return line.diagnostics();
        if (!*line || !visit(index, **line))
            return {{"batch.other-rows",
                     Severity::Error,
                     {path.string(), static_cast<int>(index + 1), 0},
                     path.string() + (*line ? " holds another row where row " : " ends where row ") +
                         std::to_string(index) + " is due",
                     "compute the rows again with --force"}};
    }
    return {};
}

} // namespace warpstring::batch
