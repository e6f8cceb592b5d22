// SPDX-License-Identifier: GPL-3.0-or-later
// What symbolic evaluation over work-item IDs says of a graph under a launch (Baghsorkhi et al. 2009,
// section 3.1): how often the regions are executed, by how many warps, and what their accesses ask of memory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cancellation.h"
#include "core/hardware_spec.h"
#include "pdg/evaluation/cells.h"
#include "pdg/evaluation/lane_value.h"
#include "pdg/evaluation/launch_binding.h"
#include "pdg/evaluation/memory_rules.h"

namespace warpstring::evaluation {

/// A figure with the bounds between which the truth lies; all equal when it is known.
struct Bounded {
    double lower = 0;
    double value = 0;
    double upper = 0;
    [[nodiscard]] bool isExact() const { return lower == upper; }
};

struct RegionEvaluation {
    std::vector<Cell> cells;
    Bounded executions;        ///< by a warp, averaged over all warps of the launch
    ConditionReport condition; ///< Branch regions
    /// Entry n: steps of work-groups at which n warps are active, over the whole launch.
    std::vector<double> activeWarps;

    /// Nobody ever executes it.
    [[nodiscard]] bool isDead() const { return executions.upper == 0; }
};

struct LoopEvaluation {
    Bounded trips; ///< of a warp per entry, averaged
    Certainty certainty = Certainty::Exact;
    std::string reason;
};

/// Where an access goes at the points of a box.
struct AccessPiece {
    Box box;
    ActiveSet active;
    LaneValue offset; ///< exact; bytes from the object's start
};

/// Sums over the executions of a warp, averaged over all warps of the launch.
struct AccessEvaluation {
    Bounded transactions;  ///< global, constant and private memory
    Bounded bytes;         ///< moved by them
    TouchedMemory touched; ///< by them
    Bounded sharedCycles;  ///< shared memory: cycles to resolve all bank conflicts
    int worstWays = 1;     ///< of bank conflicts
    /// Bytes from the object's start, the last one excluded, as far as addresses are known.
    std::optional<Extent> reach;
    std::vector<AccessPiece> pieces; ///< all of its addresses; empty where they are not known, or too diverse
    bool isDrawn = false; ///< some addresses are not known: their figures are those of random ones on average
    bool isOfSomeGroups = false; ///< more work-groups differ than could be evaluated one by one
    Certainty certainty = Certainty::Exact;
    std::string reason;
};

/// A work-group that was evaluated in place of others.
struct DrawnGroup {
    std::array<std::int64_t, 3> place{};
    double share = 1; ///< groups that it stands for, itself among them
};

struct Evaluation {
    LaunchBinding launch;
    int warpSize = 32;
    double warps = 0;              ///< of the launch
    std::vector<DrawnGroup> drawn; ///< empty: all were evaluated
    /// Where something was drawn: the work-groups that the drawn ones stand for, by dimension. All others
    /// execute the entry region alone.
    std::array<Progression, 3> drawnFrom;
    std::vector<RegionEvaluation> regions;  ///< by RegionId
    std::vector<LoopEvaluation> loops;      ///< by LoopId
    std::vector<AccessEvaluation> accesses; ///< by AccessId
    std::vector<std::string> assumptions;
    Diagnostics diagnostics;
    double laneEvaluations = 0; ///< cost spent
    double workUnits = 0;       ///< of the budget, all attempts together
};

/// An access leaves its object. The answer stands, with the access brought back to the object's ends.
inline constexpr std::string_view outOfRangeCode = "evaluate.out-of-range";

/// Lane evaluations after which a share of them asks its token: about a millisecond.
inline constexpr double unitsBetweenPolls = 1 << 18;

/// Work-items that try an atomic operation on one word at the same time, by loop that tries it again.
using Contenders = std::map<LoopId, double>;

struct EvaluationOptions {
    /// Lane evaluations that one condition may cost before it is bounded instead: the paper's cost threshold.
    double threshold = 1 << 22;
    /// Work-groups evaluated one by one where data decides and the launch supplies it.
    std::uint64_t sampledGroups = 16;
    /// Lane evaluations, and what counts like them, that the attempt at all work-groups may take, and the
    /// attempts at fewer of them together. In the last of them what is not known by then is bounded.
    double budget = 1 << 29;
    Contenders contenders; ///< without an entry: those of a warp alone are counted
    /// Asked all the time; stopped, the evaluation is refused. May be null.
    const Cancellation* cancellation = nullptr;
};

[[nodiscard]] Result<Evaluation> evaluate(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                          const EvaluationOptions& options = {});

/// One work-group of the launch by itself: executions and traffic are of its warps alone. `group` counts with
/// dimension 0 fastest.
[[nodiscard]] Result<Evaluation> evaluateGroup(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                               std::uint64_t group, const EvaluationOptions& options = {});

} // namespace warpstring::evaluation
