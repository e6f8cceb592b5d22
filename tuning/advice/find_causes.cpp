// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/find_causes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "pdg/evaluation/group_work.h"
#include "stringmodel/machine/counterfactual.h"
#include "stringmodel/machine/machine_operation.h"

namespace warpstring::advice {

namespace {

/// Of a figure over what it would be at best, from which on it is a sign.
constexpr double excess = 1.05;
/// Of a warp's cycles, or of the time for which a server is busy.
constexpr double leastWaiting = 0.01, leastBusy = 0.3;
/// Of an operation that counts as costly.
constexpr double manyInstructions = 4;
/// Work-items of a warp that execute a region, in those that execute what is around it.
constexpr double mostFull = 0.97;

bool isLessOf(const CodePlace& a, const CodePlace& b) {
    return std::tie(a.at, a.inlinedAt) < std::tie(b.at, b.inlinedAt);
}

class Finder {
public:
    explicit Finder(const Situation& situation)
        : pdg_(situation.pdg), spec_(situation.spec), simulation_(situation.simulation),
          evaluation_(situation.simulation.evaluation), range_(situation.launch.range) {}

    std::vector<Cause> run() {
        waits_ = waitsByAccess();
        for (const auto& access : pdg_.accesses) ofAccess(access);
        divergence();
        barriers();
        costlyOperations();
        occupancy();
        groups();
        servers();
        std::stable_sort(causes_.begin(), causes_.end(), [](const Cause& a, const Cause& b) {
            return a.kind != b.kind ? a.kind < b.kind : isLessOf(a.place, b.place);
        });
        return std::move(causes_);
    }

private:
    [[nodiscard]] double executionsOf(const MemoryAccess& access) const {
        return evaluation_.regions[pdg_.statements[access.statement].region].executions.value;
    }

    void add(CauseKind kind, const MemoryAccess& access) {
        const Statement& statement = pdg_.statements[access.statement];
        join({kind, statement.place, statement.text, {access.id}, {}, {}, 0});
    }

    /// Cycles of a warp that wait for each load, in all of them; by the closed form nothing is told apart.
    [[nodiscard]] std::map<AccessId, double> waitsByAccess() const {
        std::map<AccessId, double> waits;
        if (!simulation_.timeline) return waits;
        const auto& timeline = *simulation_.timeline;
        for (const auto& wait : timeline.ofWarp.loadWaits)
            if (wait.load != none && timeline.warpCycles > 0)
                waits[pdg_.statements[wait.load].access] += wait.cycles / timeline.warpCycles;
        return waits;
    }

    [[nodiscard]] double shareOf(timeline::Stall stall) const {
        if (!simulation_.timeline || simulation_.timeline->warpCycles <= 0) return 1;
        return simulation_.timeline->ofWarp.byReason()[static_cast<std::size_t>(stall)] /
               simulation_.timeline->warpCycles;
    }

    void ofAccess(const MemoryAccess& access) {
        const double executions = executionsOf(access);
        if (executions <= 0) return;
        const auto& figures = evaluation_.accesses[access.id];
        const bool isGlobal = access.space == MemorySpace::Global || access.space == MemorySpace::Unknown;
        if (access.kind == AccessKind::Atomic) add(CauseKind::AtomicContention, access);
        if (access.space == MemorySpace::Shared && access.kind != AccessKind::Atomic &&
            figures.sharedCycles.value > excess * executions * machine::conflictFreeCycles(spec_, access.bytes))
            add(CauseKind::BankConflicts, access);
        if (machine::passesConstantCache(access, spec_) && access.offset &&
            (pdg_.exprs.dependence(access.offset) & (localDependence | dataDependence)) != 0)
            add(CauseKind::ScatteredConstants, access);
        if (isGlobal && access.kind != AccessKind::Atomic && isScattered(access, executions))
            add(CauseKind::ScatteredAccess, access);
        if (access.kind != AccessKind::Store && isWaitedFor(access)) add(CauseKind::LoadLatency, access);
    }

    [[nodiscard]] bool isScattered(const MemoryAccess& access, double executions) const {
        const auto& figures = evaluation_.accesses[access.id];
        return figures.bytes.value > excess * machine::coalescedBytes(figures, access, executions, spec_);
    }

    [[nodiscard]] bool isWaitedFor(const MemoryAccess& access) const {
        if (access.space == MemorySpace::Shared)
            return simulation_.timeline && shareOf(timeline::Stall::Shared) >= leastWaiting;
        if (!simulation_.timeline) return true;
        const auto wait = waits_.find(access.id);
        return wait != waits_.end() && wait->second >= leastWaiting;
    }

    void divergence() {
        machine::Counterfactual all;
        for (const auto& region : pdg_.regions)
            if (region.kind != Region::Kind::Entry) all.converged.insert(region.id);
        const auto shares = machine::convergedShares(pdg_, evaluation_, all);
        const auto isDivergent = [&](RegionId region) {
            return region != none && shares[region] < mostFull &&
                   evaluation_.regions[region].executions.value > 0;
        };
        for (const auto& predicate : pdg_.predicates) {
            if (predicate.closesLoop || predicate.free) continue; // a free one chooses an object, not a way
            Cause cause{CauseKind::Divergence, predicate.place, "the condition", {}, {}, {}, 0};
            for (const auto& region : pdg_.regions)
                if (region.kind == Region::Kind::Branch && isDivergent(region.id) &&
                    std::any_of(region.controlParents.begin(), region.controlParents.end(),
                                [&](const ControlParent& parent) { return parent.predicate == predicate.id; }))
                    cause.regions.push_back(region.id);
            if (!cause.regions.empty()) join(std::move(cause));
        }
        for (const auto& loop : pdg_.loops) {
            if (isDivergent(loop.region))
                join({CauseKind::Divergence, loop.place, "the loop's trips", {}, {loop.region}, {}, 0});
        }
    }

    /// Unrolled copies of one are one.
    void join(Cause cause) {
        const auto same = std::find_if(causes_.begin(), causes_.end(), [&](const Cause& other) {
            return other.kind == cause.kind && other.subject == cause.subject &&
                   other.place.at == cause.place.at && other.place.inlinedAt == cause.place.inlinedAt;
        });
        if (same == causes_.end()) {
            causes_.push_back(std::move(cause));
            return;
        }
        const auto append = [](auto& all, const auto& more) {
            all.insert(all.end(), more.begin(), more.end());
        };
        append(same->accesses, cause.accesses);
        append(same->regions, cause.regions);
        append(same->statements, cause.statements);
    }

    void barriers() {
        if (shareOf(timeline::Stall::Barrier) < leastWaiting) return;
        for (const auto& statement : pdg_.statements) {
            if (statement.kind != StatementKind::Barrier ||
                evaluation_.regions[statement.region].executions.value <= 0)
                continue;
            join({CauseKind::Barrier, statement.place, "", {}, {}, {statement.id}, 0});
        }
    }

    void costlyOperations() {
        for (const auto& statement : pdg_.statements) {
            if (statement.kind != StatementKind::Compute ||
                evaluation_.regions[statement.region].executions.value <= 0)
                continue;
            if (const auto* cost = spec_.findCost(statement.operation);
                cost != nullptr && cost->instructions >= manyInstructions)
                join({CauseKind::CostlyOperation,
                      statement.place,
                      std::string(name(statement.operation)),
                      {},
                      {},
                      {statement.id},
                      0});
        }
    }

    void whole(CauseKind kind, std::string subject = "", std::size_t pipe = 0) {
        causes_.push_back({kind, {}, std::move(subject), {}, {}, {}, pipe});
    }

    void occupancy() {
        const auto& occupancy = simulation_.occupancy;
        const double groupsEach =
            std::ceil(static_cast<double>(range_.groupCount()) / spec_.execution.multiprocessors);
        if (occupancy.spilledRegisters > 0 ||
            ((occupancy.limiter == "registers" || occupancy.limiter == "scalar registers") &&
             groupsEach > occupancy.groups))
            whole(CauseKind::RegisterLimit);
        if (groupsEach <= occupancy.groups) return; // all of them are there at once
        if (occupancy.limiter == "shared memory") whole(CauseKind::LocalMemoryLimit);
        const bool isFull = occupancy.warps + occupancy.warpsPerGroup > spec_.occupancy.warps &&
                            occupancy.warps == spec_.occupancy.warps;
        if ((occupancy.limiter == "groups" || occupancy.limiter == "warps" ||
             occupancy.limiter == "work-items") &&
            !isFull)
            whole(CauseKind::GroupSizeLimit);
    }

    void groups() {
        if (evaluation::GroupWork(pdg_, evaluation_).isUneven()) whole(CauseKind::UnevenGroups);
        const double multiprocessors = spec_.execution.multiprocessors;
        const double waves = static_cast<double>(range_.groupCount()) /
                             (multiprocessors * std::max(1, simulation_.occupancy.groups));
        if (waves > 1 && waves < 100) whole(CauseKind::Tail);
    }

    void servers() {
        if (!simulation_.timeline) {
            whole(CauseKind::DramBandwidth);
            return;
        }
        double dram = 0, missed = 0;
        for (const auto& traffic : simulation_.timeline->traffic) {
            dram += traffic.dramBytes();
            missed += traffic.l1Misses;
        }
        if (missed > 0) whole(CauseKind::L1Capacity);
        if (dram > 0) whole(CauseKind::L2Capacity);
        for (const auto& use : simulation_.timeline->resources) {
            if (use.fraction < leastBusy) continue;
            if (use.name == timeline::resource::dram) whole(CauseKind::DramBandwidth);
            if (use.name == timeline::resource::l2) whole(CauseKind::L2Bandwidth);
            if (use.name == timeline::resource::groupStart) whole(CauseKind::GroupStart);
            if (use.name == timeline::resource::dataPath) whole(CauseKind::DataPath);
            if (use.name == timeline::resource::issue) whole(CauseKind::InstructionIssue);
            for (std::size_t pipe = 0; pipe < pipeCount; ++pipe)
                if (const std::string of = timeline::resource::ofPipe(pipe); use.name == of)
                    whole(CauseKind::Pipe, "the " + of, pipe);
        }
    }

    const Pdg& pdg_;
    const HardwareSpec& spec_;
    const Simulation& simulation_;
    const evaluation::Evaluation& evaluation_;
    const NDRange& range_;
    std::map<AccessId, double> waits_;
    std::vector<Cause> causes_;
};

} // namespace

std::vector<Cause> findCauses(const Situation& situation) { return Finder(situation).run(); }

} // namespace warpstring::advice
