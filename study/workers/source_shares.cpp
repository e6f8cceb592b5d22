// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/workers/source_shares.h"

#include <algorithm>

#include "study/batch/plan_sources.h"

namespace warpstring::workers {

SourceShares::SourceShares(const batch::BatchPlan& plan, batch::RowRange rows, std::size_t workers) {
    const std::vector<std::size_t> sources = batch::sourcesOf(plan);
    for (const auto& [file, all] : plan.rowsByFile()) {
        const batch::RowRange left{std::max(all.first, rows.first), std::min(all.end, rows.end)};
        if (left.first >= left.end) continue;
        const std::size_t source = sources[file];
        if (!stretches_.empty() && stretches_.back().source == source)
            stretches_.back().left.end = left.end;
        else
            stretches_.push_back({left, source});
    }
    begun_.assign(plan.files().size(), std::vector<bool>(workers));
}

SourceShares::Stretch* SourceShares::chosen(std::size_t worker, std::uint64_t end) {
    Stretch* fresh = nullptr;
    Stretch* longest = nullptr;
    for (std::size_t i = firstOpen_; i < stretches_.size() && stretches_[i].left.first < end; ++i) {
        Stretch& stretch = stretches_[i];
        if (stretch.left.first == stretch.left.end) continue;
        const std::vector<bool>& by = begun_[stretch.source];
        if (by[worker]) return &stretch;
        if (fresh == nullptr && std::find(by.begin(), by.end(), true) == by.end()) fresh = &stretch;
        const auto rowsOf = [](const Stretch& some) { return some.left.end - some.left.first; };
        if (longest == nullptr || rowsOf(stretch) > rowsOf(*longest)) longest = &stretch;
    }
    return fresh != nullptr ? fresh : longest;
}

std::optional<batch::RowRange> SourceShares::take(std::size_t worker, std::uint64_t end, std::uint64_t most) {
    Stretch* stretch = chosen(worker, end);
    if (stretch == nullptr) return std::nullopt;
    if (!begun_[stretch->source][worker]) most = 1;
    begun_[stretch->source][worker] = true;
    const batch::RowRange share{stretch->left.first,
                                std::min({stretch->left.first + most, stretch->left.end, end})};
    stretch->left.first = share.end;
    while (firstOpen_ < stretches_.size() &&
           stretches_[firstOpen_].left.first == stretches_[firstOpen_].left.end)
        ++firstOpen_;
    return share;
}

} // namespace warpstring::workers
