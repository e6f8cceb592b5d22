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

/// Granules that a warp's executions of an access touch, request by request: how many, and of how many bytes.
struct Granules {
    double count = 0, bytes = 0;
};

Granules granulesOf(const evaluation::AccessEvaluation& access, std::int64_t granule, int accessBytes,
                    const HardwareSpec::GlobalMemory& memory) {
    const auto bytes = static_cast<double>(granule);
    const auto& touched = access.touched;
    if (granule < memory.minTransactionBytes && touched.asked > 0) {
        const double each = std::max(bytes, static_cast<double>(accessBytes));
        return {std::min(touched.asked, access.bytes.value) / each, each};
    }
    if (granule == memory.fetchBytes && touched.fetches > 0) return {touched.fetches, bytes};
    if (granule == memory.spanBytes && touched.spans > 0) {
        // Of spans that a request touches several pieces of, another touches the rest.
        const bool isScattered = touched.fetches < 1.5 * touched.spans;
        return {isScattered ? touched.spans : touched.fetches * memory.fetchBytes / bytes, bytes};
    }
    return {access.bytes.value / bytes, bytes};
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

void AddressSet::repeat(std::int64_t distance, std::uint64_t count, std::int64_t granule) {
    normalise();
    if (intervals_.empty() || count <= 1 || distance == 0) return;
    const std::int64_t step = std::llabs(distance);
    const std::int64_t extent = intervals_.back().second - intervals_.front().first + beyond_;
    const auto copies = static_cast<std::int64_t>(count);
    std::int64_t shortest = INT64_MAX;
    for (const auto& [first, end] : intervals_) shortest = std::min(shortest, end - first);
    if (times_ == 1 && step < shortest + granule) { // gapless
        for (auto& interval : intervals_) interval.second += step * (copies - 1);
        normalise();
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
                     std::vector<int> accessBytes, const HardwareSpec::GlobalMemory& memory)
    : evaluation_(evaluation), accesses_(std::move(accesses)), accessBytes_(std::move(accessBytes)),
      memory_(memory) {}

void Footprint::layOut(const GroupWindow& window) const {
    const Spread spread{window.groups[0] > 1, window.groups[1] > 1, window.groups[2] > 1};
    if (laidOutFor_ == spread) return;
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
    const auto launchGroups = static_cast<double>(evaluation_.launch.range.groupCount());
    double sum = 0;
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
        const auto& access = evaluation_.accesses[accesses_[i]];
        if (!access.pieces.empty()) continue;
        const double times = evaluation_.warps * window.count() / launchGroups * window.part;
        const Granules moved = granulesOf(access, granule, accessBytes_[i], memory_);
        if (access.isDrawn)
            sum += moved.bytes * evaluation::expectedDistinct(objectBytes / moved.bytes, moved.count * times);
        else
            sum += moved.bytes * moved.count * times;
    }
    layOut(window);
    for (const auto& [distances, moved] : sets_) {
        std::vector<std::uint64_t> counts(distances.size(), 1);
        for (const std::vector<Move>& moves : moved.moves) {
            std::vector<std::pair<std::int64_t, std::uint64_t>> limited;
            limited.reserve(moves.size());
            for (const auto& [distance, count, dimension] : moves)
                limited.emplace_back(distance, dimension < window.groups.size()
                                                   ? std::min(count, window.groups[dimension])
                                                   : count);
            std::sort(limited.begin(), limited.end());
            for (std::size_t d = 0; d < limited.size(); ++d) counts[d] = std::max(counts[d], limited[d].second);
        }
        AddressSet all = moved.once;
        for (std::size_t d = 0; d < distances.size(); ++d) all.repeat(distances[d], counts[d], granule);
        sum += all.bytes(granule);
    }
    return objectBytes > 0 ? std::min(sum, objectBytes) : sum;
}

bool Footprint::isOnePattern(const GroupWindow& window, double objectBytes) const {
    const auto isKept = [&](AccessId id) { return !evaluation_.accesses[id].pieces.empty(); };
    if (std::all_of(accesses_.begin(), accesses_.end(), isKept)) {
        layOut(window);
        return sets_.size() == 1;
    }
    if (accesses_.size() != 1) return false;
    const auto& access = evaluation_.accesses[accesses_.front()];
    // Few come back to a sector.
    return access.isDrawn || access.bytes.value * evaluation_.warps <= 1.5 * objectBytes;
}

double touchedBytes(const evaluation::Evaluation& evaluation, const std::vector<AccessId>& accesses,
                    const std::vector<int>& accessBytes, const GroupWindow& window, std::int64_t granule,
                    double objectBytes, const HardwareSpec::GlobalMemory& memory) {
    return Footprint(evaluation, accesses, accessBytes, memory).bytes(window, granule, objectBytes);
}

} // namespace warpstring::timeline
