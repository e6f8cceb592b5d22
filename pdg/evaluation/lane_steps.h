// SPDX-License-Identifier: GPL-3.0-or-later
// What the work-items of one group do at one step of a condition, a loop or an access: who is active, where
// each goes in memory, and how the device serves them. One step is found without those before it.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "core/result.h"
#include "pdg/evaluation/memory_rules.h"
#include "pdg/evaluation/step_subjects.h"

namespace warpstring::evaluation {

using GroupId = std::array<std::uint64_t, 3>;
/// Of loops around the one that is stepped through, the outermost first; 0 for those that are missing.
using Iterations = std::vector<std::uint64_t>;

/// How an access of one warp is served. Lanes are numbered within the warp.
struct WarpService {
    int warp = 0;
    std::vector<BankBatch> batches;              ///< shared memory
    std::vector<MemoryTransaction> transactions; ///< other memory; of each word where it is private
    int ways = 1;                                ///< of the worst bank conflict
    double cycles = 0;                           ///< to resolve the conflicts
    double transactionCount = 0, bytesMoved = 0, bytesUsed = 0;
};

struct LaneStep {
    GroupId group{};
    std::uint64_t step = 0;
    int groupSize = 1, warpSize = 32;
    ActiveSet active;    ///< for certain
    ActiveSet perhaps;   ///< `active` and those of which nobody knows
    int activeWarps = 0; ///< with at least one work-item of `perhaps`, as replays count them
    /// Access: bytes from the object's start by work-item, none where it is inactive or nobody knows. A private
    /// array's are where compilers interleave it.
    std::vector<std::optional<std::int64_t>> offsets;
    /// Access: warps with active work-items; none where an address is not known.
    std::vector<WarpService> warps;
    int ways = 0; ///< worst of the warps; 0: not known, or nobody is active
    double cycles = 0, transactionCount = 0, bytesMoved = 0, bytesUsed = 0;

    [[nodiscard]] int warpCount() const { return (groupSize + warpSize - 1) / warpSize; }
};

/// The steps of one subject. Keeps values between steps; `pdg` and `evaluation` must outlive it. Each call may
/// spend the budget of `options`: beyond it what is not known by then stays unknown.
class LaneSteps {
public:
    LaneSteps(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec, StepSubject subject,
              const EvaluationOptions& options = {});

    [[nodiscard]] const StepSubject& subject() const { return subject_; }
    /// The loops around the one that is stepped through, the outermost first.
    [[nodiscard]] const std::vector<LoopId>& around() const { return around_; }
    /// Iterations that the group makes of around()[depth], in those of the loops around that one.
    [[nodiscard]] std::uint64_t countAround(std::size_t depth, const GroupId& group,
                                            const Iterations& outer = {});
    /// 0 where the group never gets there, or does not exist.
    [[nodiscard]] std::uint64_t count(const GroupId& group, const Iterations& outer = {});
    /// Fails where the launch has no such group or the group no such step.
    [[nodiscard]] Result<LaneStep> at(const GroupId& group, std::uint64_t step, const Iterations& outer = {});

private:
    struct Activity {
        ActiveSet must, may;
    };
    void beginCall();
    [[nodiscard]] bool exists(const GroupId& group) const;
    /// The first `depth` of the loops around stand where `outer` says, everything within them at its beginning.
    [[nodiscard]] Box boxOf(const GroupId& group, const Iterations& outer, std::size_t depth) const;
    [[nodiscard]] std::uint64_t iterationsOf(LoopId loop, const Box& before);
    [[nodiscard]] std::optional<Activity> fromCells(const Box& box) const;
    [[nodiscard]] Activity evaluated(RegionId region, const Box& box);
    void serve(LaneStep& step, const LaneValue& offset) const;

    const Pdg& pdg_;
    const Evaluation& evaluation_;
    HardwareSpec::SharedMemory shared_;
    HardwareSpec::GlobalMemory global_;
    int warpSize_;
    StepSubject subject_;
    std::vector<LoopId> around_;
    double budget_;
    const Cancellation* cancellation_;
    std::unique_ptr<WorkShare> share_ = std::make_unique<WorkShare>(); ///< of the latest call
    ExprEvaluator evaluator_;
};

} // namespace warpstring::evaluation
