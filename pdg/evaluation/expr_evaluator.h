// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of a graph on all work-items of a group and all points of a box.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/work_share.h"
#include "pdg/evaluation/active_set.h"
#include "pdg/evaluation/known_values.h"
#include "pdg/evaluation/lane_value.h"
#include "pdg/evaluation/launch_binding.h"

namespace warpstring::evaluation {

/// Entries of LoopTrips::trips that are no counts: the loop never ends, or was not followed to its end.
inline constexpr std::int64_t endlessTrips = -1;
inline constexpr std::int64_t unknownTrips = -2;

/// Why something is unknown once the share of an evaluation is used up.
inline constexpr std::string_view spentReason = "the budget of lane evaluations is used up";

/// How often each work-item executes a loop's body per entry, at every point of a box.
struct LoopTrips {
    bool known = false;
    bool infinite = false;           ///< some work-item never leaves, or was not seen leaving
    std::vector<std::int64_t> trips; ///< one entry, or one per work-item
    std::vector<std::int64_t>
        fewest;                   ///< where not known: the work-item's trips lie between; empty: no upper bound
    std::vector<SplitHint> hints; ///< not known on this box, but perhaps on parts of it
    std::string reason;           ///< why not known: for diagnostics

    /// Whether nobody of `items` was given up on.
    [[nodiscard]] bool isFollowedFor(const ActiveSet& items, int groupSize) const;
};

/// What is made of values that the launch does not tell, as data of buffers that the kernel writes.
enum class Untold : std::uint8_t {
    Unknown,
    Random ///< memory holds random numbers, the same ones wherever they are looked up
};

class ExprEvaluator {
public:
    /// `share` is what all evaluations together may spend, in lane evaluations; none: no limit.
    ExprEvaluator(const Pdg& pdg, const LaunchBinding& launch, double stepLimit, WorkShare* share = nullptr,
                  Untold untold = Untold::Unknown)
        : pdg_(pdg), launch_(launch), stepLimit_(stepLimit), untold_(untold), share_(share),
          laneOnly_(pdg.exprs.size()) {}

    /// Moves to another box; what depends on nothing of it stays known.
    void enter(const Box& box);
    [[nodiscard]] const Box& box() const { return box_; }
    [[nodiscard]] const LaneValue& value(ExprId id);
    /// Collected while evaluating since the last call.
    [[nodiscard]] std::vector<SplitHint> takeHints();
    [[nodiscard]] LoopTrips trips(LoopId loop, const Box& box);
    [[nodiscard]] const Pdg& pdg() const { return pdg_; }
    [[nodiscard]] const LaunchBinding& launch() const { return launch_; }
    /// Lane values computed so far: the cost of the evaluation.
    [[nodiscard]] double work() const { return work_; }
    [[nodiscard]] double stepLimit() const { return stepLimit_; }
    void countWork(double steps) { work_ += steps; }
    /// Whether the value hangs on something that the launch does not tell.
    [[nodiscard]] bool isUntold(ExprId id);
    /// Untold::Random: other numbers from now on.
    void drawAnew(std::uint64_t seed);
    /// For work besides that of values, in lane evaluations. When it is spent, values that are not known yet
    /// stay unknown.
    [[nodiscard]] WorkShare& share() { return share_ != nullptr ? *share_ : unlimited_; }
    [[nodiscard]] bool isSpent() const { return share_ != nullptr && share_->isSpent(); }

private:
    class Elsewhere;

    /// Successive values of a recurrence, by iteration; those between others may have been dropped.
    using Series = std::map<std::size_t, LaneValue>;

    void forgetWhereMuchIsKept();
    void thinSeries();
    [[nodiscard]] Box relevantPart(ExprId id, const Box& box);
    LaneValue compute(ExprId id);
    LaneValue leaf(const Expr& expr);
    LaneValue load(const Expr& expr);
    LaneValue recurrence(ExprId id, const Expr& expr);
    std::optional<LaneValue> evenRecurrence(ExprId id, const Expr& expr);
    LaneValue final(ExprId id, const Expr& expr);
    LaneValue shiftOrPower(const Expr& expr, const LaneValue& a, const LaneValue& b);
    LaneValue evaluated(ExprId id, const Expr& expr);
    [[nodiscard]] bool isTold(const MemoryAccess& access, int bits) const;
    void findUntold();
    LaneValue drawn(ExprId id, const Expr& expr, const LaneValue& known);
    LaneValue contents(const MemoryAccess& access, int byteOffset, const LaneValue& offset, int bits) const;
    LaneValue withinLimit(const Expr& expr, const LaneValue& value, const LaneValue& limit) const;

    const Pdg& pdg_;
    const LaunchBinding& launch_;
    double stepLimit_;
    Untold untold_;
    std::uint64_t seed_ = 0;
    double work_ = 0;
    WorkShare unlimited_;
    WorkShare* share_;
    Box box_;
    std::vector<std::optional<LaneValue>> laneOnly_;
    KnownValues known_;
    std::vector<KnownValues> spare_; ///< empty ones, for other boxes
    std::vector<SplitHint> hints_;
    /// What values change with, by ExprId: unlike the graph's own masks, through the addresses of loads as
    /// well.
    std::vector<DependenceMask> reach_;
    std::vector<bool> isUntold_; ///< by ExprId, once somebody asks
    // Kept from box to box, by the part of the box that matters.
    std::map<std::pair<std::uint32_t, Box>, Series> series_; ///< by the box around the loop
    double seriesBytes_ = 0, thinBytes_ = 0; ///< held by them; of them after they were thinned last
    std::map<std::pair<std::uint32_t, Box>, LaneValue> finals_;
    std::map<std::pair<LoopId, Box>, LoopTrips> trips_;
    int depth_ = 0;
};

} // namespace warpstring::evaluation
