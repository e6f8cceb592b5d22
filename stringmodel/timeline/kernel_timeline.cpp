// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/kernel_timeline.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "stringmodel/timeline/atomic_contention.h"
#include "stringmodel/timeline/footprint.h"
#include "stringmodel/timeline/last_wave.h"
#include "stringmodel/timeline/latency_by_work.h"
#include "stringmodel/timeline/multiprocessor_groups.h"
#include "stringmodel/timeline/multiprocessor_share.h"
#include "stringmodel/timeline/run_figures.h"

namespace warpstring::timeline {

namespace {

/// What the farthest of 132 multiprocessors waits for L2 beyond the mean, in units of the spread of L2's lines:
/// 20 cycles on an H200 (docs/model.md, section 9.5).
constexpr double farthestBySpread = 1.1;

/// After so many waves of work-groups what passes L1 is steady.
constexpr double wavesForFractions = 8;

/// Waves up to which it matters that the last one crowds: of more a wave is a small part, and groups come
/// apart.
constexpr double mostWaves = 8;

/// About a millisecond.
constexpr double operationsBetweenPolls = 1 << 13;

/// Every server by how long it is busy, the busiest first.
std::vector<ResourceUse> resourcesOf(const MultiprocessorRun& sample) {
    std::vector<ResourceUse> resources;
    const auto use = [&](std::string_view name, double busy) {
        if (busy > 0) resources.push_back({std::string(name), busy / sample.cycles});
    };
    use(resource::issue, sample.issueBusy);
    for (std::size_t p = 0; p < pipeCount; ++p) use(resource::ofPipe(p), sample.pipeBusy[p]);
    use(resource::dataPath, sample.dataBusy);
    use("constant cache", sample.constantBusy);
    use(resource::groupStart, sample.dispatchBusy);
    use(resource::l2, sample.l2Busy);
    use(resource::dram, sample.dramBusy);
    use("atomic operations in L2", sample.atomicBusy);
    std::stable_sort(resources.begin(), resources.end(),
                     [](const auto& a, const auto& b) { return a.fraction > b.fraction; });
    return resources;
}

/// The busiest resource, or what warps wait for most.
std::string boundBy(const std::vector<ResourceUse>& resources, const MultiprocessorRun& sample) {
    if (!resources.empty() && resources.front().fraction > 0.7) return resources.front().name;
    StallCycles all{};
    for (const auto& stalls : sample.stalls)
        for (std::size_t s = 0; s < stallCount; ++s) all[s] += stalls[s];
    const auto worst = std::max_element(all.begin() + 1, all.end()) - all.begin();
    return std::string("waiting: ") + name(static_cast<Stall>(worst));
}

struct Floor {
    std::string resource;
    double cycles = 0;
};

/// What a launch asks of a resource in all, spread evenly over the device: no schedule takes less.
Floor floorOf(const Pdg& pdg, const machine::MachineProgram& program, const std::vector<MemoryTraffic>& traffic,
              double warps, const HardwareSpec& spec) {
    Floor floor;
    const auto atLeast = [&](std::string_view name, double cycles) {
        if (cycles > floor.cycles) floor = {std::string(name), cycles};
    };
    const auto& execution = spec.execution;
    const double multiprocessors = execution.multiprocessors;
    atLeast(resource::issue, (program.instructionsPerWarp - program.instructionsBesidePerWarp) * warps *
                                 execution.issueCycles / multiprocessors);
    for (std::size_t p = 0; p < pipeCount; ++p)
        if (spec.pipeLanes[p] > 0)
            atLeast(resource::ofPipe(p), program.pipeInstructionsPerWarp[p] * warps * execution.warpSize /
                                             (multiprocessors * spec.pipeLanes[p]));
    double dramBytes = 0, wavefronts = 0;
    for (std::size_t id = 0; id < traffic.size(); ++id) {
        dramBytes += traffic[id].dramBytes();
        if (pdg.accesses[AccessId{static_cast<std::uint32_t>(id)}].space != MemorySpace::Constant)
            wavefronts += traffic[id].wavefronts;
    }
    if (spec.caches.l1BytesPerCycle > 0)
        atLeast(resource::dataPath,
                wavefronts * spec.caches.l1LineBytes / (multiprocessors * spec.caches.l1BytesPerCycle));
    if (spec.globalMemory.bandwidthGBs > 0)
        atLeast(resource::dram, dramBytes * execution.clockMhz / (spec.globalMemory.bandwidthGBs * 1e3));
    return floor;
}

/// The sample's spread around its mean, put around `mean`.
WarpSpread spreadOf(std::vector<double> warps, double mean) {
    if (warps.empty()) return {};
    std::sort(warps.begin(), warps.end());
    const double sum = std::accumulate(warps.begin(), warps.end(), 0.0);
    const double scale = sum > 0 ? mean * static_cast<double>(warps.size()) / sum : 0;
    const auto at = [&](double fraction) {
        return scale *
               warps[static_cast<std::size_t>(std::lround(fraction * static_cast<double>(warps.size() - 1)))];
    };
    return {at(0.5), at(0.9), at(1)};
}

/// The sample's traffic as that of the whole launch.
std::vector<MemoryTraffic> trafficOfLaunch(std::vector<MemoryTraffic> ofSample, const Pdg& pdg,
                                           const evaluation::Evaluation& evaluation) {
    for (const auto& access : pdg.accesses) {
        auto& traffic = ofSample[access.id];
        if (traffic.requests <= 0) continue;
        const double executions = evaluation.regions[pdg.statements[access.statement].region].executions.value;
        const double scale = executions * evaluation.warps / traffic.requests;
        for (double* figure : {&traffic.requests, &traffic.wavefronts, &traffic.l1Sectors, &traffic.l1Misses,
                               &traffic.storedBytes, &traffic.l2ReadBytes, &traffic.l2WriteBytes,
                               &traffic.l2Packets, &traffic.dramReadBytes, &traffic.dramWriteBytes})
            *figure *= scale;
    }
    return ofSample;
}

bool reachesDram(const BufferTraffic& buffer) { return buffer.dramReadBytes > 0 || buffer.dramWriteBytes > 0; }

/// Simulates samples of a launch on one multiprocessor and extrapolates from them.
class Estimator {
public:
    Estimator(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
              const machine::Occupancy& occupancy, const TimelineOptions& options,
              machine::MachineProgram program)
        : pdg_(pdg), evaluation_(evaluation), spec_(spec), occupancy_(occupancy), options_(options),
          allGroups_(static_cast<double>(evaluation.launch.range.groupCount())),
          groups_(pdg, evaluation, spec, static_cast<std::uint64_t>(occupancy.groups),
                  options.without.alikeGroups ? MultiprocessorGroups::ofAlikeGroups : options.multiprocessor),
          groupsHere_(static_cast<double>(groups_.count())),
          resident_(std::min(groupsHere_, static_cast<double>(occupancy.groups))),
          points_(options.pointBudget, WorkShare::Beyond::Finish, options.cancellation,
                  evaluation::unitsBetweenPolls),
          activity_(pdg, evaluation, options.without),
          patterns_(pdg, evaluation, spec, options.without, &points_), loops_(pdg, evaluation, program.unroll),
          sizes_(chooseSampleSizes(loops_, groupsHere_, resident_, occupancy.warpsPerGroup,
                                   options.mostOperations)),
          task_(shareOfDevice(spec, occupancy,
                              std::ceil(allGroups_ / spec.execution.multiprocessors) / allGroups_, resident_)),
          share_(options.budget, WorkShare::Beyond::GiveUp, options.cancellation, operationsBetweenPolls) {
        task_.share = &share_;
        result_.program = std::move(program);
        machine::spare(result_.program, options_.without);
    }

    KernelTimeline run() {
        if (isOver()) return unfinished();
        result_.device = deviceTraffic(pdg_, evaluation_, spec_,
                                       std::min(allGroups_, spec_.execution.multiprocessors * resident_),
                                       options_.warm, options_.without.coalesced, &points_);
        task_.atomics =
            atomicTargets(pdg_, evaluation_, spec_,
                          std::min(allGroups_, spec_.execution.multiprocessors * resident_), &points_);
        for (const auto id : options_.without.uncontended) task_.atomics[id].slices = spec_.caches.l2Slices;
        findFractions();
        if (findOwnLines()) findFractions();
        if (isOver()) return unfinished();
        extrapolate();
        if (isOver()) return unfinished();
        takeLastGroups();
        if (isOver()) return unfinished();
        waitForHeaviestGroup();
        if (isOver()) return unfinished();
        finish();
        return std::move(result_);
    }

private:
    [[nodiscard]] bool isOver() const { return share_.isSpent() || points_.isStopped(); }

    KernelTimeline unfinished() {
        result_.isComplete = false;
        return std::move(result_);
    }

    std::vector<MultiprocessorRun> simulate(const std::vector<SampleSize>& sizes) {
        double most = 0;
        for (const auto& size : sizes) most = std::max(most, size.groups);
        return simulate(sizes, groups_.first(static_cast<std::uint64_t>(most)));
    }

    std::vector<MultiprocessorRun> simulate(const std::vector<SampleSize>& sizes,
                                            std::vector<std::uint64_t> groups) {
        std::vector<RunSize> runs;
        runs.reserve(sizes.size());
        for (const auto& size : sizes)
            runs.push_back(
                {static_cast<std::size_t>(size.groups), [this, size](LoopId loop, std::int64_t trips) {
                     return loops_.tripsOf(loop, trips, size.loops);
                 }});
        task_.groups = std::move(groups);
        auto sized =
            runMultiprocessor(pdg_, evaluation_, spec_, result_.program, activity_, patterns_, task_, runs);
        result_.simulatedOperations += sized.simulatedOperations;
        return std::move(sized.runs);
    }

    /// A run of groups that find everything in L2.
    const MultiprocessorRun& firstGroups() {
        const double some = std::min(sizes_.smallGroups, wavesForFractions * resident_);
        if (!firstGroups_) firstGroups_ = simulate({{some, sizes_.smallLoops}}).front();
        return *firstGroups_;
    }

    /// Groups come to stand at different trips of their loops. Where they touch more between them than L1
    /// holds, they find nothing of each other there, though they seem to in the few trips that are simulated.
    /// Whether it is so.
    bool findOwnLines() {
        if (sizes_.largeLoops.areWhole() || resident_ < 2) return false;
        const auto isCut = [&](AccessId id) {
            for (RegionId at = pdg_.statements[pdg_.accesses[id].statement].region; at != none;
                 at = pdg_.regions[at].parent)
                if (pdg_.regions[at].kind == Region::Kind::LoopBody &&
                    loops_.isCut(pdg_.regions[at].loop, sizes_.largeLoops))
                    return true;
            return false;
        };
        std::vector<AccessId> all;
        double touched = 0;
        for (const auto& buffer : result_.device.buffers) {
            std::vector<AccessId> reads;
            std::copy_if(buffer.reads.begin(), buffer.reads.end(), std::back_inserter(reads), isCut);
            if (reads.empty()) continue;
            std::vector<int> bytes;
            bytes.reserve(reads.size());
            for (const auto id : reads) bytes.push_back(pdg_.accesses[id].bytes);
            touched +=
                touchedBytes(evaluation_, reads, bytes, windowOf(evaluation_.launch.range, 1),
                             std::llround(spec_.globalMemory.minTransactionBytes), 0, spec_.globalMemory);
            all.insert(all.end(), reads.begin(), reads.end());
        }
        if (touched <= task_.l1Bytes) return false;
        if (touched * spreadOfFirst(firstGroups()) <= task_.l1Bytes / 2) return false;
        firstGroups_.reset();
        task_.isOwn.assign(pdg_.accesses.size(), false);
        for (const auto id : all) task_.isOwn[id] = true;
        return true;
    }

    /// How far the groups that start at once have come apart when they end, of the time that they take.
    [[nodiscard]] double spreadOfFirst(const MultiprocessorRun& run) const {
        std::vector<GroupRun> groups = run.groups;
        std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
        groups.resize(std::min(groups.size(), static_cast<std::size_t>(resident_)));
        if (groups.empty()) return 0;
        const auto [first, last] = std::minmax_element(
            groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.end < b.end; });
        return (last->end - first->end) / last->end;
    }

    /// What reaches DRAM is known for the launch; what passes L2 follows from L1, which a first run tells.
    void findFractions() {
        const std::size_t count = pdg_.accesses.size();
        task_.dramReadFraction.assign(count, spec_.caches.l2Bytes > 0 ? 0 : 1);
        task_.dramWriteFraction.assign(count, spec_.caches.l2Bytes > 0 ? 0 : 1);
        task_.dramExtra.assign(count, {});
        if (spec_.caches.l2Bytes <= 0) return;
        // Of a launch that finds everything in L2 it is known without a run.
        if (std::none_of(result_.device.buffers.begin(), result_.device.buffers.end(), reachesDram)) return;
        const auto& run = firstGroups();
        // The whole launch's requests, from the evaluation, times the part of them that misses L1.
        for (const auto& buffer : result_.device.buffers) {
            double reads = 0, writes = 0;
            for (const auto id : buffer.reads) reads += l2Bytes(run, id, false);
            for (const auto id : buffer.writes) writes += l2Bytes(run, id, true);
            // What comes once more does so for a request that finds nothing else in L2.
            const double first = reads > 0 ? std::min(1.0, buffer.dramReadBytes / reads) : 0;
            const double sectors =
                static_cast<double>(spec_.globalMemory.fetchBytes) / static_cast<double>(sectorBytes(spec_));
            const double again =
                std::min(first * buffer.fetchedFactor * buffer.readAgain, (1 - first) * sectors);
            for (const auto id : buffer.reads)
                task_.dramReadFraction[id] = first * buffer.fetchedFactor + again;
            const double written = writes > 0 ? std::min(1.0, buffer.dramWriteBytes / writes) : 0;
            const DramExtra extra{buffer.readGapFactor, buffer.writeGapFactor, buffer.filledFactor};
            for (const auto* accesses : {&buffer.reads, &buffer.writes})
                for (const auto id : *accesses) task_.dramExtra[id] = extra;
            for (const auto id : buffer.writes)
                task_.dramWriteFraction[id] = std::min(1.0, written * (1 + buffer.writtenAgain));
        }
    }

    [[nodiscard]] double l2Bytes(const MultiprocessorRun& run, AccessId id, bool write) const {
        const auto& traffic = run.traffic[id];
        const double all = evaluation_.accesses[id].bytes.value * evaluation_.warps;
        if (pdg_.accesses[id].kind == AccessKind::Atomic) return all;
        if (write) return traffic.storedBytes > 0 ? all * traffic.l2WriteBytes / traffic.storedBytes : all;
        return traffic.l1Sectors > 0 ? all * traffic.l1Misses / traffic.l1Sectors : all;
    }

    void extrapolate() {
        task_.mostSpans = options_.mostSpans;
        auto runs = simulate(sizes_.all());
        task_.mostSpans = 0;
        const SampledFigures figures(sizes_, runs);
        if (mayCrowd()) findEnds(runs, figures.weights(sizes_.largeGroups));
        const RunFigures large = figures.ofGroups(sizes_.largeGroups);
        result_.cycles = large[run_figure::Cycles] + farthest() * large[run_figure::FarWaits];
        findLatency(figures, runs.front());
        result_.tailCycles = std::clamp(large[run_figure::Tail], 0.0, std::max(0.0, result_.cycles));
        result_.ofWarp =
            cyclesOfWarp(result_.program, runs, figures.weights(sizes_.largeGroups), occupancy_.warpsPerGroup,
                         spec_.execution.warpStartCycles, result_.warpCycles);
        result_.sample = std::move(runs.front()); // the largest size of all
        if (sizes_.smallGroups < sizes_.largeGroups) {
            // A wave takes what it adds, and at least for as long as it keeps its busiest server busy. When the
            // very last group of a sample ends is more of a chance than when all places have become empty.
            const RunFigures small = figures.ofGroups(sizes_.smallGroups);
            const auto end = groups_.areInOrder() ? run_figure::PlacesEnd : run_figure::Cycles;
            double wave = large[end] - small[end];
            for (std::size_t f = run_figure::Issue; f < large.size(); ++f)
                wave = std::max(wave, large[f] - small[f]);
            result_.cycles += groups_.rest(sizes_.smallGroups, sizes_.largeGroups, groupsHere_) * wave;
        }
        result_.extrapolation = sizes_.smallGroups < sizes_.largeGroups ? "work-groups" : "";
        if (!sizes_.largeLoops.areWhole())
            result_.extrapolation += result_.extrapolation.empty() ? "loops" : " and loops";
    }

    /// Whether some groups of equal work start when others have ended, in few waves.
    [[nodiscard]] bool mayCrowd() const {
        return groups_.areInOrder() && groupsHere_ > resident_ && groupsHere_ <= mostWaves * resident_;
    }

    /// When the groups of the largest size end with all trips, ascending.
    void findEnds(const std::vector<MultiprocessorRun>& runs, const std::vector<double>& weights) {
        ends_.assign(static_cast<std::size_t>(sizes_.largeGroups), 0);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (weights[i] == 0 || runs[i].groups.size() < ends_.size()) continue;
            std::vector<double> ends;
            ends.reserve(runs[i].groups.size());
            for (const auto& group : runs[i].groups) ends.push_back(group.end);
            std::sort(ends.begin(), ends.end());
            for (std::size_t k = 0; k < ends_.size(); ++k) ends_[k] += weights[i] * ends[k];
        }
        std::sort(ends_.begin(), ends_.end());
    }

    /// Where a multiprocessor's groups end together, one that is ahead of the others takes as many of the
    /// launch's last ones as it has places, and the launch waits for it.
    void takeLastGroups() {
        if (!mayCrowd()) return;
        const auto multiprocessors = static_cast<std::uint64_t>(spec_.execution.multiprocessors);
        const double leftOut = groupsHere_ - sizes_.largeGroups;
        const double sampled = allGroups_ - static_cast<double>(multiprocessors) * leftOut;
        const double most =
            leftOut + static_cast<double>(mostGroupsOfOne({static_cast<std::uint64_t>(sampled), multiprocessors,
                                                           static_cast<std::uint64_t>(resident_), ends_}));
        if (most <= groupsHere_) return;
        const double even = result_.cycles;
        groupsHere_ = most;
        sizes_ = chooseSampleSizes(loops_, groupsHere_, resident_, occupancy_.warpsPerGroup,
                                   options_.mostOperations);
        takeShare(task_, spec_, groupsHere_ / allGroups_);
        extrapolate();
        result_.cycles = std::max(even, result_.cycles * (1 - fasterAtMost));
    }

    void findLatency(const SampledFigures& figures, const MultiprocessorRun& sample) {
        if (groups_.areInOrder()) {
            result_.warpCycles = warpLatency(figures);
            result_.warps = spreadOf(sample.warpCycles, result_.warpCycles);
            return;
        }
        auto latencies =
            latenciesOfLaunch(sample, figures.ofGroups(sizes_.largeGroups)[run_figure::WarpLatency]);
        const double sum = std::accumulate(latencies.begin(), latencies.end(), 0.0);
        result_.warpCycles = sum / static_cast<double>(latencies.size());
        result_.warps = spreadOf(std::move(latencies), result_.warpCycles);
    }

    /// The first warps of a launch take less, since they start together and are the oldest: of those that are
    /// left out each takes as long as those that a larger sample adds to a smaller one.
    [[nodiscard]] double warpLatency(const SampledFigures& figures) const {
        const double large = figures.ofGroups(sizes_.largeGroups)[run_figure::WarpLatency] * sizes_.largeGroups;
        if (sizes_.smallGroups >= sizes_.largeGroups) return large / sizes_.largeGroups;
        const double small = figures.ofGroups(sizes_.smallGroups)[run_figure::WarpLatency] * sizes_.smallGroups;
        const double added = (large - small) / (sizes_.largeGroups - sizes_.smallGroups);
        return (large + added * (groupsHere_ - sizes_.largeGroups)) / groupsHere_;
    }

    /// Of groups that differ in work those of this multiprocessor that have most are simulated. Each of the
    /// launch takes as long as its like among them; `mean` is their latency with all trips.
    [[nodiscard]] std::vector<double> latenciesOfLaunch(const MultiprocessorRun& run, double mean) {
        if (run.groups.empty()) return {mean};
        const double scale = mean / figuresOf(run)[run_figure::WarpLatency];
        LatencyByWork byWork;
        for (const auto& group : run.groups)
            byWork.add(groups_.workOf(group.group), scale * group.meanWarpCycles);
        const auto launched = groups_.ofLaunch(options_.latencyStride);
        const auto lightest =
            *std::min_element(launched.begin(), launched.end(), [&](std::uint64_t a, std::uint64_t b) {
                return groups_.workOf(a) < groups_.workOf(b);
            });
        if (const double work = groups_.workOf(lightest); work < byWork.leastWork())
            byWork.add(work, figuresOfOne(lightest)[run_figure::WarpLatency]);
        std::vector<double> latencies;
        latencies.reserve(launched.size());
        for (const auto group : launched) latencies.push_back(byWork.at(groups_.workOf(group)));
        return latencies;
    }

    /// Of a group that has a multiprocessor for itself.
    [[nodiscard]] RunFigures figuresOfOne(std::uint64_t group) {
        SampleSizes alone = sizes_;
        alone.largeGroups = alone.smallGroups = 1;
        return SampledFigures(alone, simulate(alone.all(), {group})).ofGroups(1);
    }

    /// The multiprocessor that is simulated is one in the middle; the one that is farthest from L2 waits so
    /// much longer each time, and a launch ends with it.
    [[nodiscard]] double farthest() const {
        return allGroups_ < spec_.execution.multiprocessors ? 0
                                                            : farthestBySpread * spec_.caches.l2LatencySpread;
    }

    /// A launch takes as long as its longest group, whoever runs it.
    void waitForHeaviestGroup() {
        const auto group = groups_.heaviestBeyond(static_cast<std::uint64_t>(sizes_.smallGroups));
        if (!group) return;
        const RunFigures heaviest = figuresOfOne(*group);
        const double longer = std::max(0.0, heaviest[run_figure::Cycles] - result_.cycles);
        result_.tailCycles += longer; // this multiprocessor has ended before
        result_.cycles = std::max(result_.cycles, heaviest[run_figure::Cycles]);
    }

    /// Of the cycles those that are lost because the last wave leaves places empty, here or elsewhere.
    [[nodiscard]] double cyclesOfEmptyPlaces() const {
        if (groupsHere_ <= resident_) return 0;
        const double idle = emptyShare(result_.sample) * result_.tailCycles;
        const double busiest = std::min(1.0, resourcesOf(result_.sample).front().fraction);
        // As many multiprocessors have a group less as the launch leaves of the last ones.
        const double elsewhere = (result_.cycles - result_.tailCycles) *
                                 (1 - allGroups_ / (spec_.execution.multiprocessors * groupsHere_));
        return std::max(0.0, elsewhere) + idle * (1 - busiest);
    }

    void finish() {
        const auto& ofSample = result_.sample;
        if (options_.without.fullWaves) {
            const double lost = cyclesOfEmptyPlaces();
            result_.cycles -= lost;
            result_.tailCycles = std::max(0.0, result_.tailCycles - lost);
        }
        result_.traffic = trafficOfLaunch(ofSample.traffic, pdg_, evaluation_);
        const Floor floor = floorOf(pdg_, result_.program, result_.traffic, evaluation_.warps, spec_);
        const bool isBelow = result_.cycles < floor.cycles;
        result_.cycles = std::max(result_.cycles, floor.cycles);
        result_.timeUs = result_.cycles / spec_.execution.clockMhz + spec_.host.kernelStartUs;
        result_.resources = resourcesOf(ofSample);
        result_.isAveraged = points_.isSpent();
        result_.boundBy = isBelow ? floor.resource : boundBy(result_.resources, ofSample);
    }

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    const HardwareSpec& spec_;
    const machine::Occupancy& occupancy_;
    const TimelineOptions& options_;
    double allGroups_; ///< of the launch
    MultiprocessorGroups groups_;
    double groupsHere_, resident_; ///< of this multiprocessor, and at a time
    WorkShare points_;             ///< of lane evaluations
    Activity activity_;
    AccessPatterns patterns_;
    LongLoops loops_;
    SampleSizes sizes_;
    MultiprocessorTask task_;
    WorkShare share_; ///< of operations
    std::optional<MultiprocessorRun> firstGroups_;
    std::vector<double> ends_; ///< of the groups that are simulated, with all trips, in cycles
    KernelTimeline result_;
};

} // namespace

KernelTimeline kernelTimeline(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                              const HardwareSpec& spec, const machine::Occupancy& occupancy,
                              const TimelineOptions& options) {
    return Estimator(pdg, evaluation, spec, occupancy, options,
                     machine::lower(pdg, evaluation, spec, occupancy.spilledRegisters))
        .run();
}

} // namespace warpstring::timeline
