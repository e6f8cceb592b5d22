// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/footprint.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

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

/// What pieces touch that move by the same distances, at their first place.
struct Moved {
    AddressSet once;
    std::vector<std::uint64_t> counts; ///< by distance
};

/// Pieces that move by the same distances lie side by side; others are taken to lie apart.
using MovedSets = std::map<std::vector<std::int64_t>, Moved>;

MovedSets movedSets(const evaluation::Evaluation& evaluation, const std::vector<AccessId>& accesses,
                    const std::vector<int>& accessBytes, const GroupWindow& window) {
    MovedSets sets;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const auto& access = evaluation.accesses[accesses[i]];
        double points = 0;
        for (const auto& piece : access.pieces) points = std::max(points, piece.box.points());
        for (const auto& piece : access.pieces) {
            if (piece.box.points() < points * smallPiece) continue;
            std::vector<std::pair<std::int64_t, std::uint64_t>> moves;
            for (const auto& term : piece.offset.terms) {
                std::uint64_t count = piece.box.variables[term.variable].count;
                if (term.variable < 3) count = std::min(count, window.groups[term.variable]);
                if (count > 1) moves.emplace_back(std::llabs(term.coefficient), count);
            }
            std::sort(moves.begin(), moves.end());
            std::vector<std::int64_t> distances;
            for (const auto& [distance, count] : moves) distances.push_back(distance);
            Moved& moved = sets[distances];
            moved.counts.resize(distances.size(), 1);
            for (std::size_t d = 0; d < moves.size(); ++d)
                moved.counts[d] = std::max(moved.counts[d], moves[d].second);
            for (int item = 0; item < evaluation.launch.groupSize; ++item) {
                if (!piece.active.contains(item)) continue;
                const std::int64_t at = piece.offset.lowAt(static_cast<std::size_t>(item));
                moved.once.insert(at, at + accessBytes[i]);
            }
        }
    }
    return sets;
}

} // namespace

void AddressSet::insert(std::int64_t first, std::int64_t end) {
    // Lanes mostly come in the order of their addresses.
    if (!intervals_.empty() && intervals_.back().first <= first && first <= intervals_.back().second)
        intervals_.back().second = std::max(intervals_.back().second, end);
    else
        intervals_.emplace_back(first, end);
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

double touchedBytes(const evaluation::Evaluation& evaluation, const std::vector<AccessId>& accesses,
                    const std::vector<int>& accessBytes, const GroupWindow& window, std::int64_t granule,
                    double objectBytes, const HardwareSpec::GlobalMemory& memory) {
    const auto launchGroups = static_cast<double>(evaluation.launch.range.groupCount());
    const MovedSets sets = movedSets(evaluation, accesses, accessBytes, window);
    double sum = 0;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const auto& access = evaluation.accesses[accesses[i]];
        if (!access.pieces.empty()) continue;
        const double times = evaluation.warps * window.count() / launchGroups * window.part;
        const Granules moved = granulesOf(access, granule, accessBytes[i], memory);
        if (access.isDrawn)
            sum += moved.bytes * evaluation::expectedDistinct(objectBytes / moved.bytes, moved.count * times);
        else
            sum += moved.bytes * moved.count * times;
    }
    for (const auto& [distances, moved] : sets) {
        AddressSet all = moved.once;
        for (std::size_t d = 0; d < distances.size(); ++d) all.repeat(distances[d], moved.counts[d], granule);
        sum += all.bytes(granule);
    }
    return objectBytes > 0 ? std::min(sum, objectBytes) : sum;
}

bool isOnePattern(const evaluation::Evaluation& evaluation, const std::vector<AccessId>& accesses,
                  const GroupWindow& window, double objectBytes) {
    const auto isKept = [&](AccessId id) { return !evaluation.accesses[id].pieces.empty(); };
    if (std::all_of(accesses.begin(), accesses.end(), isKept))
        return movedSets(evaluation, accesses, std::vector<int>(accesses.size(), 1), window).size() == 1;
    if (accesses.size() != 1) return false;
    const auto& access = evaluation.accesses[accesses.front()];
    // Few come back to a sector.
    return access.isDrawn || access.bytes.value * evaluation.warps <= 1.5 * objectBytes;
}

} // namespace warpstring::timeline
