// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/batch_plan.h"

#include <algorithm>

namespace warpstring::batch {

BatchPlan::BatchPlan(std::vector<files::LaunchSweep> files, std::vector<HardwareSpec> specs,
                     BatchSettings settings)
    : files_(std::move(files)), specs_(std::move(specs)), settings_(std::move(settings)) {
    std::uint64_t end = 0;
    for (const files::LaunchSweep& file : files_) ends_.push_back(end += file.count() * specs_.size());
}

void BatchPlan::restrictTo(PlanPart part) {
    std::vector<std::uint64_t>& ends = partEnds_.emplace();
    std::uint64_t end = 0;
    for (const RowRange& range : part.rows) ends.push_back(end += range.end - range.first);
    part_ = std::move(part);
}

std::uint64_t BatchPlan::indexOf(std::uint64_t row) const {
    if (!part_) return row;
    const auto range = static_cast<std::size_t>(std::upper_bound(partEnds_->begin(), partEnds_->end(), row) -
                                                partEnds_->begin());
    return part_->rows[range].end - ((*partEnds_)[range] - row);
}

std::vector<BatchPlan::FileRows> BatchPlan::rowsByFile() const {
    std::vector<FileRows> all;
    std::uint64_t row = 0;
    while (row < rows()) {
        const std::uint64_t index = indexOf(row);
        const std::size_t file = placeOf(row).file;
        const std::uint64_t inRange =
            part_ ? *std::upper_bound(partEnds_->begin(), partEnds_->end(), row) - row : rows() - row;
        const std::uint64_t count = std::min(inRange, ends_[file] - index);
        all.push_back({file, {row, row + count}});
        row += count;
    }
    return all;
}

BatchPlan::Place BatchPlan::placeOf(std::uint64_t row) const {
    const std::uint64_t index = indexOf(row);
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), index);
    const std::uint64_t inFile = index - (end == ends_.begin() ? 0 : *std::prev(end));
    return {static_cast<std::size_t>(end - ends_.begin()), inFile / specs_.size(),
            static_cast<std::size_t>(inFile % specs_.size())};
}

void BatchPlan::setEditedSources(std::map<std::filesystem::path, std::string> texts) {
    editedSources_.clear();
    std::error_code ignored;
    for (auto& [path, text] : texts)
        editedSources_.emplace(std::filesystem::weakly_canonical(path, ignored), std::move(text));
}

const std::string* BatchPlan::editedSource(const std::filesystem::path& source) const {
    if (editedSources_.empty()) return nullptr;
    std::error_code ignored;
    const auto found = editedSources_.find(std::filesystem::weakly_canonical(source, ignored));
    return found == editedSources_.end() ? nullptr : &found->second;
}

RowNames::Names RowNames::at(std::uint64_t row) {
    const auto place = plan_.placeOf(row);
    const bool sameFile = !file_.empty() && place.file == fileIndex_;
    if (!sameFile) {
        file_.clear();
        file_.push_back(plan_.files()[place.file]);
        fileIndex_ = place.file;
    }
    if (!sameFile || place.launch != launch_) {
        name_ = file_.front().nameOf(place.launch);
        launch_ = place.launch;
    }
    return {name_, plan_.specs()[place.spec].name};
}

} // namespace warpstring::batch
