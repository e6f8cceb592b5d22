// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/times_table.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "core/text/csv.h"
#include "tuning/search/measured_variants.h"

namespace warpstring::search {

namespace {

constexpr double nsOfUs = 1e3;
const std::string timeColumn = "kernel_us";

Diagnostic bad(const std::string& file, int line, const std::string& message) {
    return {"tune.bad-times",
            Severity::Error,
            {file, line, 0},
            message,
            "a table of times has a column for each name of the space and one called " + timeColumn};
}

/// A table line by line, comments left out.
class Lines {
public:
    explicit Lines(const std::string& text) : in_(text) {}
    /// False at the end.
    bool next() {
        while (std::getline(in_, line_)) {
            ++number_;
            if (line_.empty() || line_ == "\r") continue;
            if (line_.front() != '#') return true;
            if (comment_.empty()) comment_ = line_;
        }
        return false;
    }
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] std::vector<std::string> cells() const { return csvCells(line_); }
    /// "NVIDIA H200" of "# NVIDIA H200, driver 580"
    [[nodiscard]] std::string device() const {
        const auto begin = comment_.find_first_not_of("# ");
        if (begin == std::string::npos) return "";
        return comment_.substr(begin, comment_.find(',') - begin);
    }

private:
    std::istringstream in_;
    std::string line_, comment_;
    int number_ = 0;
};

std::optional<std::size_t> placeOf(const std::vector<std::string>& words, const std::string& word) {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) return std::nullopt;
    return static_cast<std::size_t>(found - words.begin());
}

std::optional<double> timeOf(const std::string& cell) {
    char* end = nullptr;
    const double time = std::strtod(cell.c_str(), &end);
    if (cell.empty() || *end != 0 || !std::isfinite(time) || time <= 0) return std::nullopt;
    return time;
}

} // namespace

bool isTimesTable(const std::string& text) {
    Lines lines(text);
    return lines.next() && placeOf(lines.cells(), timeColumn).has_value();
}

Result<std::vector<records::Measurement>> recordsOfTimes(const std::string& text, const std::string& file,
                                                         VariantTextCache& texts) {
    Lines lines(text);
    if (!lines.next()) return bad(file, 0, "the table is empty");
    const auto head = lines.cells();
    const auto time = placeOf(head, timeColumn);
    if (!time) return bad(file, lines.number(), "there is no column " + timeColumn);
    std::vector<std::size_t> columns;
    for (const SpaceAxis& axis : texts.space().axes()) {
        const auto column = placeOf(head, axis.name);
        if (!column) return bad(file, lines.number(), "there is no column of \"" + axis.name + "\"");
        columns.push_back(*column);
    }
    std::vector<records::Measurement> all;
    VariantMaker maker(texts);
    while (lines.next()) {
        const auto cells = lines.cells();
        if (cells.size() != head.size())
            return bad(file, lines.number(),
                       std::to_string(cells.size()) + " cells below a head of " + std::to_string(head.size()));
        const auto us = timeOf(cells[*time]);
        if (!us) return bad(file, lines.number(), "\"" + cells[*time] + "\" is no time");
        Choice choice;
        for (std::size_t axis = 0; axis < columns.size(); ++axis)
            if (const auto value = placeOf(texts.space().axes()[axis].words, cells[columns[axis]]))
                choice.push_back(*value);
        if (choice.size() != columns.size()) continue;
        const auto variant = maker.make(texts.space().idOf(choice));
        if (!variant) continue;
        all.push_back(recordOf(*variant, lines.device(), {*us * nsOfUs}));
    }
    return all;
}

} // namespace warpstring::search
