// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/kernel_timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "pdg/evaluation/group_work.h"

namespace warpstring {

namespace {

/// Trips of a loop that show its steady state: two spans of them, in whole cache lines of floats where a trip
/// is short. A long body passes its own beginning and end more often.
constexpr double mostTrips = 32, fewestTrips = 4;
/// Groups of a multiprocessor that are put in the order of their work.
constexpr std::uint64_t mostSortedGroups = 1u << 16;
/// Operations of a warp that they should be, within these bounds.
constexpr double steadyOperations = 512;

class Estimator {
public:
    Estimator(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
              const Occupancy& occupancy, const TimelineOptions& options)
        : pdg_(pdg), evaluation_(evaluation), spec_(spec), occupancy_(occupancy), options_(options),
          activity_(pdg, evaluation), patterns_(pdg, evaluation, spec), work_(pdg, evaluation) {}

    KernelTimeline run() {
        result_.program = lower(pdg_, evaluation_, spec_);
        const auto groups = static_cast<double>(evaluation_.launch.range.groupCount());
        const double multiprocessors = spec_.execution.multiprocessors;
        groupsHere_ = std::ceil(groups / multiprocessors);
        resident_ = std::min(groupsHere_, static_cast<double>(occupancy_.groups));
        result_.device = deviceTraffic(pdg_, evaluation_, spec_, std::min(groups, multiprocessors * resident_),
                                       options_.warm);
        prepareTask(groups);
        chooseGroups();
        describeLoops();
        chooseSizes();
        findFractions();
        extrapolate();
        waitForHeaviestGroup();
        finish();
        return std::move(result_);
    }

private:
    struct Size {
        double groups = 1;
        double outer = 1, inner = 1; ///< fraction of the trips of long loops
        friend bool operator==(const Size&, const Size&) = default;
    };

    /// The device's bandwidths are shared by the multiprocessors that have work: this one has `groupsHere_` of
    /// all groups.
    void prepareTask(double groups) {
        const double cyclesPerSecond = spec_.execution.clockMhz * 1e6;
        const double share = groupsHere_ / groups;
        task_.residentGroups = static_cast<int>(resident_);
        const auto perCycle = [&](double gbPerSecond) { return gbPerSecond * 1e9 / cyclesPerSecond; };
        task_.dramBytesPerCycle =
            perCycle(spec_.globalMemory.bandwidthGBs * spec_.globalMemory.attainedFraction) * share;
        const auto least = [](double all, double one) {
            return all > 0 && one > 0 ? std::min(all, one) : std::max(all, one);
        };
        const auto& caches = spec_.caches;
        task_.l2BytesPerCycle = least(perCycle(caches.l2BandwidthGBs) * share, caches.l2BytesPerCycle);
        const double writes = least(perCycle(caches.l2WriteBandwidthGBs) * share, caches.l2WriteBytesPerCycle);
        task_.l2WriteBytesPerCycle = writes > 0 ? writes : task_.l2BytesPerCycle;
        const double one = caches.l2BytesPerCycle;
        const double shared = resident_ * occupancy_.sharedBytesPerGroup;
        task_.l1Bytes = std::max(0.0, spec_.caches.l1Bytes - (spec_.caches.l1HoldsShared ? shared : 0));
        if (one > 0 && task_.dramBytesPerCycle > one) task_.dramBytesPerCycle = one;
    }

    /// The groups of the multiprocessor with most work, in the order of the launch; where groups differ much,
    /// those with most work first, so that what is extrapolated is the rest.
    void chooseGroups() {
        const std::uint64_t all = evaluation_.launch.range.groupCount();
        const auto count = static_cast<std::uint64_t>(groupsHere_);
        first_ = options_.multiprocessor >= 0
                     ? std::min<std::uint64_t>(static_cast<std::uint64_t>(options_.multiprocessor), all - 1)
                     : work_.busiestMultiprocessor(static_cast<std::uint64_t>(spec_.execution.multiprocessors),
                                                   count);
        isByWork_ = work_.isUneven() && count <= mostSortedGroups;
        if (!isByWork_) return;
        listGroups(count);
        std::stable_sort(groups_.begin(), groups_.end(),
                         [&](auto a, auto b) { return work_.of(a) > work_.of(b); });
    }

    /// So many at least, the further ones in the order of the launch.
    void listGroups(std::uint64_t count) {
        const std::uint64_t all = evaluation_.launch.range.groupCount();
        const auto apart = static_cast<std::uint64_t>(spec_.execution.multiprocessors);
        for (std::uint64_t i = groups_.size(); i < count; ++i) groups_.push_back((first_ + i * apart) % all);
    }

    /// Of the groups from number `from` to before number `to`.
    [[nodiscard]] double workOf(double from, double to) const {
        double sum = 0;
        for (auto i = static_cast<std::size_t>(from); i < static_cast<std::size_t>(to); ++i)
            sum += work_.of(groups_[i]);
        return sum;
    }

    // --- what to simulate --------------------------------------------------------------------------------

    struct LongLoop {
        LoopId loop;
        double trips;
        bool isInner;  ///< within another long loop
        double steady; ///< trips that show its steady state
    };

    void describeLoops() {
        for (const auto& loop : pdg_.loops) {
            const double trips = evaluation_.loops[loop.id].trips.value;
            const double steady = steadyTrips(loop.id);
            if (trips < 2 * steady) continue;
            bool inner = false;
            for (LoopId around = loop.parent; around != none; around = pdg_.loops[around].parent)
                inner = inner || evaluation_.loops[around].trips.value >= 4;
            long_.push_back({loop.id, trips, inner, steady});
        }
        // Around a long inner loop, every loop counts as long.
        for (const auto& loop : pdg_.loops) {
            const bool known =
                std::any_of(long_.begin(), long_.end(), [&](const auto& l) { return l.loop == loop.id; });
            const bool around = std::any_of(long_.begin(), long_.end(), [&](const auto& l) {
                for (LoopId at = pdg_.loops[l.loop].parent; at != none; at = pdg_.loops[at].parent)
                    if (at == loop.id) return true;
                return false;
            });
            if (!known && around && evaluation_.loops[loop.id].trips.value >= 4)
                long_.push_back({loop.id, evaluation_.loops[loop.id].trips.value, false, mostTrips});
        }
    }

    [[nodiscard]] double steadyTrips(LoopId loop) const {
        double operations = 0;
        for (const auto& region : pdg_.regions) {
            double times = 1;
            RegionId at = region.id;
            while (at != none &&
                   (pdg_.regions[at].kind != Region::Kind::LoopBody || pdg_.regions[at].loop != loop)) {
                if (pdg_.regions[at].kind == Region::Kind::LoopBody)
                    times *= evaluation_.loops[pdg_.regions[at].loop].trips.value;
                at = pdg_.regions[at].parent;
            }
            if (at != none) operations += times * static_cast<double>(region.children.size());
        }
        return std::clamp(std::floor(steadyOperations / std::max(1.0, operations)), fewestTrips, mostTrips);
    }

    /// Operations of one group with a part of the trips.
    [[nodiscard]] double groupOperations(double outer, double inner) const {
        double sum = 0;
        for (const auto& region : pdg_.regions) {
            double times = evaluation_.regions[region.id].executions.value;
            for (RegionId at = region.id; at != none; at = pdg_.regions[at].parent) {
                if (pdg_.regions[at].kind != Region::Kind::LoopBody) continue;
                for (const auto& loop : long_)
                    if (loop.loop == pdg_.regions[at].loop) times *= loop.isInner ? inner : outer;
            }
            sum += times * static_cast<double>(region.children.size());
        }
        return sum * occupancy_.warpsPerGroup;
    }

    void chooseSizes() {
        // Groups: all, or some waves and half of them, whose difference is steady; the last wave as large as in
        // the launch. Short kernels get more waves: latencies differ from group to group.
        const double rest = std::fmod(groupsHere_, resident_);
        const double waveOperations = std::max(1.0, resident_ * groupOperations(1, 1));
        const double waves = std::clamp(std::floor(options_.mostOperations / waveOperations), 2.0, 64.0);
        largeGroups_ = groupsHere_;
        smallGroups_ = groupsHere_;
        if (groupsHere_ > (waves + 1) * resident_ &&
            groupsHere_ * groupOperations(1, 1) > options_.mostOperations) {
            smallGroups_ = std::floor(waves / 2) * resident_ + rest;
            largeGroups_ = waves * resident_ + rest;
        }
        outerLarge_ = outerSmall_ = innerLarge_ = innerSmall_ = 1;
        const bool hasInner = std::any_of(long_.begin(), long_.end(), [](const auto& l) { return l.isInner; });
        const bool hasOuter = std::any_of(long_.begin(), long_.end(), [](const auto& l) { return !l.isInner; });
        const auto fits = [&] {
            return largeGroups_ * groupOperations(outerLarge_, innerLarge_) <= options_.mostOperations;
        };
        const auto least = [&](bool inner, double atMost) {
            double fraction = 1;
            for (const auto& loop : long_)
                if (loop.isInner == inner)
                    fraction = std::min(fraction, std::min(atMost, 2 * loop.steady) / loop.trips);
            return fraction;
        };
        if (!fits() && hasInner) innerLarge_ = std::min(1.0, least(true, 2 * mostTrips));
        if (!fits() && hasOuter) {
            const double fewest = hasInner ? 4 : 2 * mostTrips;
            const double bottom = least(false, fewest);
            double fraction = 1;
            while (!fits() && fraction > bottom) {
                fraction = std::max(bottom, fraction / 2);
                outerLarge_ = fraction;
            }
        }
        if (innerLarge_ < 1) innerSmall_ = innerLarge_ / 2;
        if (outerLarge_ < 1) outerSmall_ = outerLarge_ / 2;
    }

    [[nodiscard]] std::int64_t tripsAt(LoopId id, std::int64_t trips, double outer, double inner) const {
        for (const auto& loop : long_) {
            if (loop.loop != id) continue;
            const double fraction = loop.isInner ? inner : outer;
            if (fraction >= 1) return trips;
            return std::clamp<std::int64_t>(std::llround(static_cast<double>(trips) * fraction),
                                            trips > 0 ? 1 : 0, trips);
        }
        return trips;
    }

    std::vector<MultiprocessorRun> simulate(const std::vector<Size>& sizes) {
        double most = 0;
        std::vector<RunSize> runs;
        for (const auto& size : sizes) {
            most = std::max(most, size.groups);
            runs.push_back(
                {static_cast<std::size_t>(size.groups), [this, size](LoopId loop, std::int64_t trips) {
                     return tripsAt(loop, trips, size.outer, size.inner);
                 }});
        }
        listGroups(static_cast<std::uint64_t>(most));
        task_.groups.assign(groups_.begin(), groups_.begin() + static_cast<std::ptrdiff_t>(most));
        auto sized =
            runMultiprocessor(pdg_, evaluation_, spec_, result_.program, activity_, patterns_, task_, runs);
        result_.simulatedOperations += sized.simulatedOperations;
        return std::move(sized.runs);
    }

    /// What reaches DRAM is known for the launch; what passes L2 follows from L1, which a first run tells.
    void findFractions() {
        const std::size_t count = pdg_.accesses.size();
        task_.dramReadFraction.assign(count, spec_.caches.l2Bytes > 0 ? 0 : 1);
        task_.dramWriteFraction.assign(count, spec_.caches.l2Bytes > 0 ? 0 : 1);
        if (spec_.caches.l2Bytes <= 0) return;
        const Size size{smallGroups_, outerSmall_, innerSmall_};
        auto run = simulate({size}).front();
        // The whole launch's requests, from the evaluation, times the part of them that misses L1.
        for (const auto& buffer : result_.device.buffers) {
            double reads = 0, writes = 0;
            for (const auto id : buffer.reads) reads += l2Bytes(run, id, false);
            for (const auto id : buffer.writes) writes += l2Bytes(run, id, true);
            for (const auto id : buffer.reads)
                task_.dramReadFraction[id] = reads > 0 ? std::min(1.0, buffer.dramReadBytes / reads) : 0;
            for (const auto id : buffer.writes)
                task_.dramWriteFraction[id] = writes > 0 ? std::min(1.0, buffer.dramWriteBytes / writes) : 0;
        }
    }

    [[nodiscard]] double l2Bytes(const MultiprocessorRun& run, AccessId id, bool write) const {
        const auto& traffic = run.traffic[id];
        const double all = evaluation_.accesses[id].bytes.value * evaluation_.warps;
        if (write || pdg_.accesses[id].kind == AccessKind::Atomic) return all;
        return traffic.l1Sectors > 0 ? all * traffic.l1Misses / traffic.l1Sectors : all;
    }

    // --- from runs to the launch -------------------------------------------------------------------------

    /// What a run tells: its cycles, the mean latency of its warps, and for how long each server is busy.
    enum Figure : std::size_t { Cycles, WarpLatency, Issue, Data, L2, Dram, Dispatch, FirstPipe };
    using Figures = std::array<double, FirstPipe + pipeCount>;

    static Figures figuresOf(const MultiprocessorRun& run) {
        Figures figures{};
        figures[Cycles] = run.cycles;
        figures[Issue] = run.issueBusy;
        figures[Data] = run.dataBusy;
        figures[L2] = run.l2Busy;
        figures[Dram] = run.dramBusy;
        figures[Dispatch] = run.dispatchBusy;
        std::copy(run.pipeBusy.begin(), run.pipeBusy.end(), figures.begin() + FirstPipe);
        for (const auto& group : run.groups) figures[WarpLatency] += group.meanWarpCycles;
        if (!run.groups.empty()) figures[WarpLatency] /= static_cast<double>(run.groups.size());
        return figures;
    }

    /// All sizes that the extrapolation wants, the sample first, in runs that share what they have in common.
    void simulateSizes() {
        for (const double groups : {largeGroups_, smallGroups_})
            for (const double outer : {outerLarge_, outerSmall_})
                for (const double inner : {innerLarge_, innerSmall_})
                    if (const Size size{groups, outer, inner};
                        std::find(sizes_.begin(), sizes_.end(), size) == sizes_.end())
                        sizes_.push_back(size);
        task_.mostSpans = options_.mostSpans;
        auto runs = simulate(sizes_);
        for (const auto& run : runs) figures_.push_back(figuresOf(run));
        result_.sample = std::move(runs.front());
    }

    [[nodiscard]] const Figures& figuresAt(const Size& size) const {
        return figures_[static_cast<std::size_t>(std::find(sizes_.begin(), sizes_.end(), size) -
                                                 sizes_.begin())];
    }

    /// Linear in the fractions of inner and outer loops: bilinear in both.
    [[nodiscard]] Figures figuresOfGroups(double groups) const {
        const auto along = [](double small, double large, const Figures& atSmall, const Figures& atLarge) {
            if (large >= 1 || large == small) return atLarge;
            const double more = (1 - large) / (large - small);
            Figures whole{};
            for (std::size_t f = 0; f < whole.size(); ++f)
                whole[f] = atLarge[f] + more * (atLarge[f] - atSmall[f]);
            return whole;
        };
        const auto inner = [&](double outer) {
            const Figures large = figuresAt({groups, outer, innerLarge_});
            return innerLarge_ < 1
                       ? along(innerSmall_, innerLarge_, figuresAt({groups, outer, innerSmall_}), large)
                       : large;
        };
        const Figures small = outerLarge_ < 1 ? inner(outerSmall_) : Figures{};
        return along(outerSmall_, outerLarge_, small, inner(outerLarge_));
    }

    void extrapolate() {
        simulateSizes();
        const Figures large = figuresOfGroups(largeGroups_);
        result_.cycles = large[Cycles];
        result_.warpCycles = large[WarpLatency];
        if (smallGroups_ < largeGroups_) {
            // A wave takes what it adds, and at least for as long as it keeps its busiest server busy.
            const Figures small = figuresOfGroups(smallGroups_);
            double wave = large[Cycles] - small[Cycles];
            for (std::size_t f = Issue; f < large.size(); ++f) wave = std::max(wave, large[f] - small[f]);
            result_.cycles += moreWork() * wave;
            result_.extrapolation = "work-groups";
        }
        if (outerLarge_ < 1 || innerLarge_ < 1)
            result_.extrapolation += result_.extrapolation.empty() ? "loops" : " and loops";
    }

    /// The work of the groups that were not simulated, in that of those by which the two samples differ.
    [[nodiscard]] double moreWork() const {
        const double byCount = (groupsHere_ - largeGroups_) / (largeGroups_ - smallGroups_);
        if (!isByWork_) return byCount;
        const double between = workOf(smallGroups_, largeGroups_);
        return between > 0 ? workOf(largeGroups_, groupsHere_) / between : byCount;
    }

    /// A launch takes as long as its longest group, whoever runs it.
    void waitForHeaviestGroup() {
        const std::uint64_t heaviest = work_.heaviestGroup();
        const auto simulated = groups_.begin() + static_cast<std::ptrdiff_t>(smallGroups_);
        if (!work_.isUneven() || std::find(groups_.begin(), simulated, heaviest) != simulated) return;
        groups_ = {heaviest};
        largeGroups_ = smallGroups_ = 1;
        sizes_.clear();
        figures_.clear();
        MultiprocessorRun sample = std::move(result_.sample);
        simulateSizes();
        result_.cycles = std::max(result_.cycles, figuresOfGroups(1)[Cycles]);
        result_.sample = std::move(sample);
    }

    /// The sample's stalls as a warp has them over the whole launch: loops were cut in the sample, so what
    /// stands in them counts for all of its executions.
    std::vector<StallCycles> wholeStalls(std::vector<StallCycles> stalls, double warps) const {
        const auto& operations = result_.program.operations;
        // The copies of an unrolled body share their statement's executions.
        struct Copies {
            double issued = 0; ///< in the sample, by all warps
            int count = 0;
        };
        std::map<std::pair<StatementId, PredicateId>, Copies> copies;
        const auto copiesOf = [&](const MachineOperation& operation) -> Copies& {
            return copies[{operation.statement, operation.predicate}];
        };
        for (std::size_t i = 0; i < stalls.size(); ++i) {
            const double cycles = stalls[i][static_cast<std::size_t>(Stall::None)];
            copiesOf(operations[i]).issued += cycles / operations[i].issueCycles;
            copiesOf(operations[i]).count += 1;
        }
        for (std::size_t i = 0; i < stalls.size(); ++i) {
            const Copies& own = copiesOf(operations[i]);
            const double sampled = own.issued / std::max(1.0, warps);
            const bool cut = outerLarge_ < 1 || innerLarge_ < 1;
            const double whole = cut ? executionsOf(operations[i], own.count).value_or(sampled) : sampled;
            const double scale = sampled > 0 ? whole / sampled : 0;
            for (double& cycles : stalls[i]) cycles *= scale / std::max(1.0, warps);
        }
        return stalls;
    }

    /// Of all copies by a warp, over the launch; nothing for what is no statement's.
    std::optional<double> executionsOf(const MachineOperation& operation, int copies) const {
        RegionId region = none;
        if (operation.statement != none) region = pdg_.statements[operation.statement].region;
        if (operation.predicate != none) region = pdg_.predicates[operation.predicate].region;
        if (region == none) return std::nullopt;
        // Under a predicate it is issued by every warp that gets there.
        if (operation.guard != none) region = pdg_.regions[operation.guard].parent;
        const LoopId loop = pdg_.regions[region].loop;
        const int unroll = loop != none ? result_.program.unroll[loop] : 1;
        const double executions = evaluation_.regions[region].executions.value;
        // One branch, or one address, may do for all iterations of an unrolled body; the last copy is for those
        // that are left over.
        return unroll == 1 ? executions : executions * (copies - 1) / unroll;
    }

    void finish() {
        result_.timeUs = result_.cycles / spec_.execution.clockMhz + spec_.host.kernelStartUs;
        const auto& sample = result_.sample;
        const auto use = [&](const std::string& name, double busy) {
            if (busy > 0) result_.resources.push_back({name, busy / sample.cycles});
        };
        use("instruction issue", sample.issueBusy);
        for (std::size_t p = 0; p < pipeCount; ++p)
            use(std::string(warpstring::name(static_cast<Pipe>(p))) + " pipe", sample.pipeBusy[p]);
        use("L1 and shared memory data path", sample.dataBusy);
        use("start of work-groups", sample.dispatchBusy);
        use("L2 bandwidth", sample.l2Busy);
        use("DRAM bandwidth", sample.dramBusy);
        std::stable_sort(result_.resources.begin(), result_.resources.end(),
                         [](const auto& a, const auto& b) { return a.fraction > b.fraction; });
        StallCycles all{};
        double warps = 0;
        for (const auto& stalls : sample.stalls)
            for (std::size_t s = 0; s < stallCount; ++s) all[s] += stalls[s];
        warps += static_cast<double>(sample.groups.size()) * occupancy_.warpsPerGroup;
        result_.stalls = wholeStalls(sample.stalls, warps);
        const auto worst = std::max_element(all.begin() + 1, all.end()) - all.begin();
        result_.boundBy = !result_.resources.empty() && result_.resources.front().fraction > 0.7
                              ? result_.resources.front().name
                              : std::string("waiting: ") + name(static_cast<Stall>(worst));
        result_.traffic = sample.traffic;
        for (const auto& access : pdg_.accesses) {
            auto& traffic = result_.traffic[access.id];
            if (traffic.requests <= 0) continue;
            const double executions =
                evaluation_.regions[pdg_.statements[access.statement].region].executions.value;
            const double scale = executions * evaluation_.warps / traffic.requests;
            for (double* figure :
                 {&traffic.requests, &traffic.wavefronts, &traffic.l1Sectors, &traffic.l1Misses,
                  &traffic.l2ReadBytes, &traffic.l2WriteBytes, &traffic.dramReadBytes, &traffic.dramWriteBytes})
                *figure *= scale;
        }
    }

    const Pdg& pdg_;
    const Evaluation& evaluation_;
    const HardwareSpec& spec_;
    const Occupancy& occupancy_;
    const TimelineOptions& options_;
    Activity activity_;
    AccessPatterns patterns_;
    GroupWork work_;
    MultiprocessorTask task_;
    std::uint64_t first_ = 0;           ///< of this multiprocessor's groups in the launch
    std::vector<std::uint64_t> groups_; ///< of this multiprocessor, in the order in which they start
    bool isByWork_ = false;             ///< which is that of their work: all are listed
    std::vector<LongLoop> long_;
    double groupsHere_ = 1, resident_ = 1;
    double smallGroups_ = 1, largeGroups_ = 1;
    double outerSmall_ = 1, outerLarge_ = 1, innerSmall_ = 1, innerLarge_ = 1;
    std::vector<Size> sizes_;      ///< that are simulated, the sample first
    std::vector<Figures> figures_; ///< of them
    KernelTimeline result_;
};

} // namespace

KernelTimeline kernelTimeline(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
                              const Occupancy& occupancy, const TimelineOptions& options) {
    return Estimator(pdg, evaluation, spec, occupancy, options).run();
}

} // namespace warpstring
