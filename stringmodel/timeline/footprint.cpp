// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/footprint.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "pdg/evaluation/random_access.h"

namespace warpstring::timeline {

namespace {

/// Intervals beyond which copies are counted rather than written out.
constexpr std::size_t mostIntervals = 4096;

/// Pieces of an access with fewer points than this part of its largest are borders of the launch: what they
/// touch lies beside what the largest one does.
constexpr double smallPiece = 0.05;

std::int64_t floorTo(std::int64_t value, std::int64_t granule) {
    const std::int64_t rest = ((value % granule) + granule) % granule;
    return value - rest;
}

} // namespace

void AddressSet::insert(std::int64_t first, std::int64_t end) {
    // Lanes mostly come in the order of their addresses.
    if (!intervals_.empty() && intervals_.back().first <= first && first <= intervals_.back().second)
        intervals_.back().second = std::max(intervals_.back().second, end);
    else
        intervals_.emplace_back(first, end);
    if (intervals_.size() >= unitedAt_) {
        normalise();
        unitedAt_ = std::max(unitedAt_, 2 * intervals_.size());
    }
}

void AddressSet::normalise() {
    if (!std::is_sorted(intervals_.begin(), intervals_.end())) std::sort(intervals_.begin(), intervals_.end());
    std::size_t kept = 0;
    for (const auto& interval : intervals_) {
        if (kept > 0 && interval.first <= intervals_[kept - 1].second)
            intervals_[kept - 1].second = std::max(intervals_[kept - 1].second, interval.second);
        else
            intervals_[kept++] = interval;
    }
    intervals_.resize(kept);
}

void AddressSet::repeat(std::int64_t distance, std::uint64_t count) {
    normalise();
    if (intervals_.empty() || count <= 1 || distance == 0) return;
    const std::int64_t step = std::llabs(distance);
    const std::int64_t extent = intervals_.back().second - intervals_.front().first + beyond_;
    const auto copies = static_cast<std::int64_t>(count);
    if (times_ == 1 && intervals_.size() == 1 && step <= extent) {
        intervals_[0].second += step * (copies - 1); // gapless
        return;
    }
    if (times_ == 1 && intervals_.size() * count <= mostIntervals) {
        const auto once = intervals_;
        for (std::int64_t copy = 1; copy < copies; ++copy)
            for (const auto& [first, end] : once)
                intervals_.emplace_back(first + step * copy, end + step * copy);
        normalise();
        return;
    }
    double held = 0;
    for (const auto& [first, end] : intervals_) held += static_cast<double>(end - first);
    const double grown =
        static_cast<double>(extent) + static_cast<double>(step) * static_cast<double>(copies - 1);
    // Apart, all copies count; interleaved, they cannot fill more than the space that they cover.
    times_ *= step >= extent ? static_cast<double>(count)
                             : std::min(static_cast<double>(count), std::max(1.0, grown / (held * times_)));
    beyond_ += step * (copies - 1);
}

double AddressSet::bytes(std::int64_t granule) const {
    AddressSet whole;
    for (const auto& [first, end] : intervals_)
        whole.insert(floorTo(first, granule), floorTo(end - 1, granule) + granule);
    whole.normalise();
    double sum = 0;
    for (const auto& [first, end] : whole.intervals_) sum += static_cast<double>(end - first);
    // Copies within one granule count once: never more than the space from the first to the last.
    const double space =
        whole.intervals_.empty()
            ? 0
            : static_cast<double>(whole.intervals_.back().second - whole.intervals_.front().first +
                                  floorTo(beyond_ + granule - 1, granule));
    return std::min(sum * times_, space);
}

GroupWindow windowOf(const NDRange& range, double count) {
    GroupWindow window;
    double left = std::max(1.0, count);
    for (std::size_t d = 0; d < 3; ++d) {
        const auto groups = static_cast<double>(range.groups(static_cast<int>(d)));
        window.groups[d] = static_cast<std::uint64_t>(std::min(groups, std::ceil(left)));
        left /= groups;
        if (left <= 1) break;
    }
    return window;
}

Footprint::Footprint(const evaluation::Evaluation& evaluation, std::vector<AccessId> accesses,
                     std::vector<int> accessBytes)
    : evaluation_(evaluation), accesses_(std::move(accesses)), accessBytes_(std::move(accessBytes)) {}

void Footprint::layOut(Spread spread) const {
    sets_.clear();
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
        const auto& access = evaluation_.accesses[accesses_[i]];
        double points = 0;
        for (const auto& piece : access.pieces) points = std::max(points, piece.box.points());
        for (const auto& piece : access.pieces) {
            if (piece.box.points() < points * smallPiece) continue;
            std::vector<Move> moves;
            std::vector<std::int64_t> distances;
            for (const auto& term : piece.offset.terms) {
                const std::uint64_t count = piece.box.variables[term.variable].count;
                const std::size_t dimension = std::min<std::size_t>(term.variable, spread.size());
                if (count <= 1 || (dimension < spread.size() && !spread[dimension])) continue;
                moves.push_back({std::llabs(term.coefficient), count, dimension});
                distances.push_back(moves.back().distance);
            }
            std::sort(distances.begin(), distances.end());
            std::sort(moves.begin(), moves.end());
            Moved& moved = sets_[distances];
            moved.moves.insert(std::move(moves));
            for (int item = 0; item < evaluation_.launch.groupSize; ++item) {
                if (!piece.active.contains(item)) continue;
                const std::int64_t at = piece.offset.lowAt(static_cast<std::size_t>(item));
                moved.once.insert(at, at + accessBytes_[i]);
            }
        }
    }
    laidOutFor_ = spread;
}

double Footprint::bytes(const GroupWindow& window, std::int64_t granule, double objectBytes) const {
    const double launchGroups = static_cast<double>(evaluation_.launch.range.groupCount());
    double sum = 0, drawn = 0;
    for (const AccessId id : accesses_) {
        const auto& access = evaluation_.accesses[id];
        if (access.pieces.empty())
            (access.isDrawn ? drawn : sum) +=
                access.bytes.value * evaluation_.warps * window.count() / launchGroups;
    }
    const Spread spread{window.groups[0] > 1, window.groups[1] > 1, window.groups[2] > 1};
    if (laidOutFor_ != spread) layOut(spread);
    for (const auto& [distances, moved] : sets_) {
        std::vector<std::uint64_t> counts(distances.size(), 1);
        for (const std::vector<Move>& moves : moved.moves) {
            std::vector<std::pair<std::int64_t, std::uint64_t>> limited;
            for (const auto& [distance, count, dimension] : moves)
                limited.emplace_back(
                    distance, dimension < spread.size() ? std::min(count, window.groups[dimension]) : count);
            std::sort(limited.begin(), limited.end());
            for (std::size_t d = 0; d < limited.size(); ++d) counts[d] = std::max(counts[d], limited[d].second);
        }
        AddressSet all = moved.once;
        for (std::size_t d = 0; d < distances.size(); ++d) all.repeat(distances[d], counts[d]);
        sum += all.bytes(granule);
    }
    const auto each = static_cast<double>(granule);
    sum += each * evaluation::expectedDistinct(objectBytes / each, drawn / each);
    return objectBytes > 0 ? std::min(sum, objectBytes) : sum;
}

double touchedBytes(const evaluation::Evaluation& evaluation, const std::vector<AccessId>& accesses,
                    const std::vector<int>& accessBytes, const GroupWindow& window, std::int64_t granule,
                    double objectBytes) {
    return Footprint(evaluation, accesses, accessBytes).bytes(window, granule, objectBytes);
}

} // namespace warpstring::timeline
