// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/footprint.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ranges>
#include <set>
#include <utility>

#include "pdg/evaluation/random_access.h"

namespace warpstring::timeline {

namespace {

/// Intervals up to which pieces are put where they lie.
constexpr std::size_t mostUnited = 1 << 14;

/// Pieces of an access with fewer points than this part of its largest are borders of the launch: what they
/// touch lies beside what the largest one does. Where they are more than this part together, they are not.
constexpr double smallPiece = 0.05, smallPieces = 0.25;

/// Those before it are the dimensions of groups.
constexpr evaluation::BoxVariable firstLoopVariable = 3;

double groupsOf(const evaluation::Evaluation& evaluation) {
    return static_cast<double>(evaluation.launch.range.groupCount());
}

/// More than any number of groups, and far from an overflow.
constexpr std::uint64_t everyGroup = std::uint64_t{1} << 62;

/// Values of a progression, by their numbers.
struct Part {
    std::uint64_t first = 0, count = 0;
};

/// Those of first, first + step, ... that are not below `within.first` and less than `within.count` beyond it.
Part partWithin(std::uint64_t first, std::uint64_t step, std::uint64_t count, const Part& within) {
    const std::uint64_t end = within.first + within.count;
    if (count <= 1 || step == 0) return {0, first >= within.first && first < end ? count : 0};
    const auto numberOf = [&](std::uint64_t value) {
        return value <= first ? 0 : std::min(count, (value - first + step - 1) / step);
    };
    return {numberOf(within.first), numberOf(end) - numberOf(within.first)};
}

/// Where a window lies among the groups of a dimension: far from what is different at the launch's borders.
Part middle(const NDRange& range, std::size_t dimension, const GroupWindow& window) {
    const std::uint64_t groups = range.groups(static_cast<int>(dimension));
    const std::uint64_t wide = window.groups[dimension];
    return wide >= groups ? Part{0, everyGroup} : Part{(groups - wide) / 2, wide};
}

using Repeats = std::vector<std::pair<std::int64_t, std::uint64_t>>; ///< distances and copies

/// Of `trips` of the loops around an access, from the innermost on, those of one loop, in the middle of its
/// own. `points`: a variable, its first value, step and count, the innermost loop's last.
Part tripsOf(const std::vector<std::array<std::uint64_t, 4>>& points, std::uint64_t variable, double trips) {
    for (const auto& point : std::views::reverse(points)) {
        const std::uint64_t count = point[3];
        const auto taken = static_cast<std::uint64_t>(
            std::clamp(trips, 1.0, static_cast<double>(std::max<std::uint64_t>(1, count))));
        if (point[0] == variable) return {(count - taken) / 2, taken};
        if (point[0] >= firstLoopVariable) trips /= static_cast<double>(taken);
    }
    return {0, 1};
}

/// The same places by fewer repeats: copies that lie where others do are one row with them.
Repeats inRows(Repeats repeats) {
    std::sort(repeats.begin(), repeats.end());
    Repeats rows;
    for (const auto& [distance, count] : repeats) {
        if (!rows.empty() && distance % rows.back().first == 0) {
            const auto apart = static_cast<std::uint64_t>(distance / rows.back().first);
            if (apart <= rows.back().second) {
                rows.back().second += apart * (count - 1);
                continue;
            }
        }
        rows.emplace_back(distance, count);
    }
    return rows;
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
                     std::vector<int> accessBytes, const HardwareSpec::GlobalMemory& memory,
                     FollowedGroups* followed, std::vector<double> extents)
    : evaluation_(evaluation), accesses_(std::move(accesses)), accessBytes_(std::move(accessBytes)),
      memory_(memory), followed_(followed), extents_(std::move(extents)) {}

void Footprint::layOut() const {
    if (isLaidOut_) return;
    isLaidOut_ = true;
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
        const auto& access = evaluation_.accesses[accesses_[i]];
        double most = 0, all = 0, ofSmall = 0;
        for (const auto& piece : access.pieces) most = std::max(most, piece.box.points());
        const auto isSmall = [&](const auto& piece) { return piece.box.points() < most * smallPiece; };
        for (const auto& piece : access.pieces) {
            all += piece.box.points();
            ofSmall += isSmall(piece) ? piece.box.points() : 0;
        }
        const bool areBorders = ofSmall <= all * smallPieces;
        for (const auto& piece : access.pieces) {
            Placement placement;
            for (evaluation::BoxVariable v = 0; v < piece.box.variables.size(); ++v) {
                const auto term = std::find_if(piece.offset.terms.begin(), piece.offset.terms.end(),
                                               [&](const auto& t) { return t.variable == v; });
                const auto& [first, step, count] = piece.box.variables[v];
                if (term != piece.offset.terms.end() && count > 1)
                    placement.moves.push_back({term->coefficient, v});
                else if (v >= firstLoopVariable)
                    continue; // touches the same in every trip
                placement.points.push_back(
                    {v, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(step), count});
            }
            AddressSet& once = sets_[{std::move(placement), areBorders && isSmall(piece)}];
            for (int item = 0; item < evaluation_.launch.groupSize; ++item) {
                if (!piece.active.contains(item)) continue;
                const std::int64_t at = piece.offset.lowAt(static_cast<std::size_t>(item));
                once.insert(at, at + accessBytes_[i]);
            }
        }
    }
    // Two ways to count must not make one window or granule differ from another one.
    isSeparate_ = !unitedBytes(windowOf(evaluation_.launch.range, groupsOf(evaluation_)), 1);
}

/// None where too many intervals come of it.
std::optional<double> Footprint::unitedBytes(const GroupWindow& window, std::int64_t granule) const {
    AddressSet all;
    std::size_t intervals = 0;
    for (const auto& [key, once] : sets_) {
        const auto& [moves, points] = key.first;
        AddressSet set = once;
        bool isHere = true;
        Repeats repeats;
        for (const auto& [variable, first, step, count] : points) {
            Part part{0, count};
            if (variable < firstLoopVariable)
                part = partWithin(first, step, count, middle(evaluation_.launch.range, variable, window));
            else if (window.trips > 0)
                part = tripsOf(points, variable, window.trips);
            isHere = isHere && part.count > 0;
            for (const auto& move : moves)
                if (move.variable == variable && part.count > 0) {
                    const std::uint64_t lowest = move.distance < 0 ? part.first + part.count - 1 : part.first;
                    set.shift(move.distance * static_cast<std::int64_t>(lowest));
                    repeats.emplace_back(std::llabs(move.distance), part.count);
                }
        }
        if (!isHere) continue;
        for (const auto& [distance, count] : inRows(repeats)) set.repeat(distance, count, granule);
        intervals += set.size();
        if (!set.isWrittenOut() || intervals > mostUnited) return std::nullopt;
        all.unite(set);
    }
    return all.bytes(granule);
}

/// Pieces that move by the same distances lie side by side; others are taken to lie apart.
double Footprint::separateBytes(const GroupWindow& window, std::int64_t granule) const {
    struct Moved {
        AddressSet once;
        std::vector<std::uint64_t> counts;
    };
    std::map<std::vector<std::int64_t>, Moved> byDistances;
    for (const auto& [key, once] : sets_) {
        if (key.second) continue;
        const auto& [moves, points] = key.first;
        Repeats repeats;
        for (const auto& [variable, first, step, count] : points)
            for (const auto& move : moves) {
                if (move.variable != variable) continue;
                const bool isGroup = variable < firstLoopVariable;
                if (isGroup && window.groups[variable] <= 1) continue;
                const std::uint64_t most = isGroup            ? window.groups[variable]
                                           : window.trips > 0 ? tripsOf(points, variable, window.trips).count
                                                              : count;
                repeats.emplace_back(std::llabs(move.distance), std::min(count, most));
            }
        std::sort(repeats.begin(), repeats.end());
        std::vector<std::int64_t> distances;
        for (const auto& repeat : repeats) distances.push_back(repeat.first);
        Moved& moved = byDistances[distances];
        moved.once.unite(once);
        moved.counts.resize(repeats.size(), 1);
        for (std::size_t i = 0; i < repeats.size(); ++i)
            moved.counts[i] = std::max(moved.counts[i], repeats[i].second);
    }
    double sum = 0;
    for (auto& [distances, moved] : byDistances) {
        for (std::size_t d = 0; d < distances.size(); ++d)
            moved.once.repeat(distances[d], moved.counts[d], granule);
        sum += moved.once.bytes(granule);
    }
    return sum;
}

std::vector<AccessId> Footprint::diverse() const {
    std::vector<AccessId> diverse;
    for (const auto id : accesses_)
        if (evaluation_.accesses[id].pieces.empty()) diverse.push_back(id);
    return diverse;
}

double Footprint::diverseBytes(const GroupWindow& window, std::int64_t granule, double objectBytes) const {
    const std::vector<AccessId> accesses = diverse();
    if (accesses.empty()) return 0;
    const double held = window.count() * window.part;
    if (followed_ != nullptr)
        if (const auto known = followed_->bytes(accesses, held, granule)) return *known;
    double sum = 0;
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
        const auto& access = evaluation_.accesses[accesses_[i]];
        if (!access.pieces.empty()) continue;
        const double times = evaluation_.warps * held / groupsOf(evaluation_);
        const Granules moved = granulesOf(access, granule, accessBytes_[i], memory_);
        const double extent =
            extents_.empty() || extents_[i] <= 0 ? (access.isDrawn ? objectBytes : 0) : extents_[i];
        if (extent > 0)
            sum += moved.bytes * evaluation::expectedDistinct(extent / moved.bytes, moved.count * times);
        else
            sum += moved.bytes * moved.count * times;
    }
    return sum;
}

double Footprint::bytes(const GroupWindow& window, std::int64_t granule, double objectBytes) const {
    const auto [known, isNew] = known_.try_emplace({window.groups, window.part, granule, objectBytes}, 0);
    if (!isNew) return known->second;
    layOut();
    const auto united = isSeparate_ ? std::nullopt : unitedBytes(window, granule);
    const double sum =
        diverseBytes(window, granule, objectBytes) + (united ? *united : separateBytes(window, granule));
    known->second = objectBytes > 0 ? std::min(sum, objectBytes) : sum;
    return known->second;
}

std::optional<double> Footprint::bytesOfTrips(GroupWindow window, double trips, std::int64_t granule) const {
    window.trips = std::max(1.0, trips);
    const std::vector<AccessId> accesses = diverse();
    double bytes = 0;
    if (!accesses.empty()) {
        const auto known = followed_ != nullptr
                               ? followed_->bytes(accesses, window.count(), granule, window.trips)
                               : std::nullopt;
        if (!known) return std::nullopt;
        bytes = *known;
    }
    layOut();
    const auto united = unitedBytes(window, granule);
    return bytes + (united ? *united : separateBytes(window, granule));
}

double Footprint::leftOut(const GroupWindow& window, std::int64_t granule, double objectBytes) const {
    if (diverse().empty()) {
        layOut();
        std::set<std::vector<std::int64_t>> distances;
        for (const auto& [key, once] : sets_) {
            if (key.second) continue;
            std::vector<std::int64_t> own;
            for (const auto& move : key.first.moves)
                if (move.variable >= firstLoopVariable || window.groups[move.variable] > 1)
                    own.push_back(std::llabs(move.distance));
            std::sort(own.begin(), own.end());
            distances.insert(std::move(own));
        }
        return distances.size() == 1 ? 1 : 0;
    }
    return objectBytes > 0 ? std::max(0.0, 1 - bytes(window, granule, objectBytes) / objectBytes) : 1;
}

double touchedBytes(const evaluation::Evaluation& evaluation, const std::vector<AccessId>& accesses,
                    const std::vector<int>& accessBytes, const GroupWindow& window, std::int64_t granule,
                    double objectBytes, const HardwareSpec::GlobalMemory& memory) {
    return Footprint(evaluation, accesses, accessBytes, memory).bytes(window, granule, objectBytes);
}

} // namespace warpstring::timeline
