// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/shards/shard_cut.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "study/batch/plan_sources.h"

namespace warpstring::shards {

namespace {

using batch::RowRange;

std::uint64_t rowsOf(const std::vector<RowRange>& ranges) {
    std::uint64_t rows = 0;
    for (const RowRange& range : ranges) rows += range.end - range.first;
    return rows;
}

void append(std::vector<RowRange>& ranges, const RowRange& next) {
    if (!ranges.empty() && ranges.back().end == next.first)
        ranges.back().end = next.end;
    else
        ranges.push_back(next);
}

/// The rows from the `first`-th to before the `end`-th of ranges.
std::vector<RowRange> slice(const std::vector<RowRange>& ranges, std::uint64_t first, std::uint64_t end) {
    std::vector<RowRange> part;
    std::uint64_t before = 0;
    for (const RowRange& range : ranges) {
        const std::uint64_t count = range.end - range.first;
        const std::uint64_t from = std::max(first, before), to = std::min(end, before + count);
        if (from < to) part.push_back({range.first + (from - before), range.first + (to - before)});
        before += count;
    }
    return part;
}

std::vector<std::vector<RowRange>> pieces(const CutRows& whole, std::uint64_t share) {
    std::vector<std::vector<RowRange>> all;
    for (const auto& source : whole.sources) {
        const std::uint64_t rows = rowsOf(source);
        const std::uint64_t count = (rows + share - 1) / share;
        // Not rows * i / count, which may be beyond 64 bits.
        for (std::uint64_t i = 0, first = 0; i < count; ++i) {
            const std::uint64_t end = first + rows / count + (i < rows % count ? 1 : 0);
            all.push_back(slice(source, first, end));
            first = end;
        }
    }
    return all;
}

/// 0 where the text is no number.
std::uint64_t numberOf(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

} // namespace

CutRows::CutRows(const batch::BatchPlan& plan) : count(plan.allRows()) {
    const auto numbers = batch::sourcesOf(plan);
    for (const auto& [file, rows] : plan.rowsByFile()) {
        if (numbers[file] >= sources.size()) sources.resize(numbers[file] + 1);
        append(sources[numbers[file]], rows);
    }
}

Result<Shard> parseShard(std::string_view text) {
    const std::string_view number = text.substr(0, text.find('/'));
    const std::string_view total = text.substr(std::min(text.size(), number.size() + 1));
    const Shard shard{numberOf(number), numberOf(total)};
    if (shard.number < 1 || shard.number > shard.total || shard.total > mostShards)
        return Diagnostic{"shard.bad-name",
                          Severity::Error,
                          {},
                          "'" + std::string(text) + "' names no shard",
                          "1/4 is the first of four; there may be " + std::to_string(mostShards)};
    return shard;
}

std::string toText(const Shard& shard) {
    return std::to_string(shard.number) + "/" + std::to_string(shard.total);
}

std::vector<batch::PlanPart> partsOf(const CutRows& rows, std::uint64_t total) {
    std::vector<batch::PlanPart> parts;
    parts.reserve(total);
    for (std::uint64_t number = 1; number <= total; ++number) parts.push_back({number, total, {}});
    if (rows.count == 0) return parts;
    auto all = pieces(rows, (rows.count + total - 1) / total);
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& one, const auto& other) { return rowsOf(one) > rowsOf(other); });
    using Load = std::pair<std::uint64_t, std::size_t>; // rows, place of the part
    std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
    for (std::size_t i = 0; i < parts.size(); ++i) loads.emplace(0, i);
    for (const auto& piece : all) {
        const auto [load, place] = loads.top();
        loads.pop();
        loads.emplace(load + rowsOf(piece), place);
        parts[place].rows.insert(parts[place].rows.end(), piece.begin(), piece.end());
    }
    for (batch::PlanPart& part : parts) {
        std::sort(part.rows.begin(), part.rows.end(),
                  [](const auto& one, const auto& other) { return one.first < other.first; });
        std::vector<RowRange> joined;
        for (const RowRange& range : part.rows) append(joined, range);
        part.rows = std::move(joined);
    }
    return parts;
}

batch::PlanPart partOf(const CutRows& rows, const Shard& shard) {
    return std::move(partsOf(rows, shard.total)[shard.number - 1]);
}

std::string numbersText(const std::vector<std::uint64_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
        const std::size_t next = end - i > 2 ? end : i + 1;
        text += (i == 0 ? "" : next == numbers.size() ? " and " : ", ") + std::to_string(numbers[i]);
        if (end - i > 2) text += " to " + std::to_string(numbers[end - 1]);
        i = next;
    }
    return text;
}

} // namespace warpstring::shards
