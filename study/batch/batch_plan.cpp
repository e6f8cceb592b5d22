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

BatchPlan::Place BatchPlan::placeOf(std::uint64_t row) const {
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), row);
    const std::uint64_t inFile = row - (end == ends_.begin() ? 0 : *std::prev(end));
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
