// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/calibration/made_up_probes.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::test {

namespace {

class Maker {
public:
    Maker(const HardwareSpec& spec, double noise, unsigned seed)
        : spec_(spec), random_(seed), noise_(0.0, noise) {
        set_.device.name = "Made-up GPU";
        set_.device.vendor = "Nobody";
        set_.device.driver = "1.0";
        set_.device.type = records::DeviceType::Gpu;
        set_.device.addressBits = 64;
        set_.device.computeUnits = static_cast<std::uint64_t>(spec.execution.multiprocessors);
        set_.device.clockMhz = static_cast<std::uint64_t>(spec.execution.clockMhz);
        set_.device.localMemoryBytes = 49152;
        set_.device.mostGroupSize = 1024;
        set_.device.cacheBytes = static_cast<std::uint64_t>(spec.caches.l2Bytes);
        set_.warpMultiple = static_cast<std::uint64_t>(spec.execution.warpSize);
        set_.hasDouble = true;
        set_.takenAt = "2026-01-01T00:00:00Z";
    }

    records::ProbeSet make() {
        for (const auto& [operation, cost] : spec_.instructions) {
            if (isUnmeasured(operation)) continue;
            const std::string id(name(operation));
            const double cycles = cost.cycles + extra(operation, false),
                         latency = cost.latency + extra(operation, true);
            series("throughput/" + id, "throughput", id, 8 * units(), 128, 256, 1e4, cycles * 256 * 32);
            series("latency/" + id, "latency", id, 1, 32, 64, 500, latency * 64, true);
        }
        for (const std::uint64_t warps : {1, 2, 3, 4, 5, 6, 7, 8}) {
            const auto turns = std::ceil(static_cast<double>(warps) / spec_.execution.schedulers);
            series("warps/" + std::to_string(warps), "warps", "float_mad", 1, 32 * warps, 256, 500, 256 * turns,
                   true);
        }
        for (std::uint64_t period = 1; period < 256; period *= 2) {
            ways_ = period;
            series("divergence/" + std::to_string(period), "divergence", "float_mad", 4 * units(), 256, 32,
                   1000, period < 32 ? 512 : 256);
        }
        ways_ = 0;
        launches();
        memory();
        contention();
        spreads();
        predication();
        return set_;
    }

private:
    std::uint64_t units() const { return set_.device.computeUnits; }
    double cyclesPerNs() const { return spec_.execution.clockMhz / 1e3; }

    static bool isUnmeasured(OperationClass operation) {
        return operation == OperationClass::Move || operation == OperationClass::Branch ||
               operation == OperationClass::Select || operation == OperationClass::VoteOrShuffle ||
               operation == OperationClass::IndexedAddress;
    }
    double cost(OperationClass operation, bool latency) const {
        const InstructionCost& found = spec_.instructions.at(operation);
        return latency ? found.latency : found.cycles;
    }
    double extra(OperationClass operation, bool latency) const {
        switch (operation) {
        case OperationClass::IntegerRemainder: return cost(OperationClass::IntegerAdd, latency);
        case OperationClass::IntegerCompare:
        case OperationClass::FloatCompare: return cost(OperationClass::Logic, latency);
        case OperationClass::LongCompare: return (latency ? 1 : 2) * cost(OperationClass::Logic, latency);
        case OperationClass::IntegerMinMax: return cost(OperationClass::Logic, latency);
        case OperationClass::LongRemainder: return cost(OperationClass::LongAdd, latency);
        case OperationClass::LongMinMax: return cost(OperationClass::LongLogic, latency);
        case OperationClass::OtherMath: return cost(OperationClass::FloatAdd, latency);
        case OperationClass::DoubleCompare: return latency ? cost(OperationClass::Logic, true) : 0;
        default: return 0;
        }
    }

    records::ProbeRecord& add(const std::string& id, const std::string& family, const std::string& operation,
                              double cycles, bool byClock) {
        records::ProbeRecord record;
        record.id = id, record.family = family, record.operation = operation;
        const double scattered = cycles * (1 + noise_(random_));
        record.medianNs = scattered / cyclesPerNs();
        record.cycles = byClock ? scattered : 0;
        record.samples = 7;
        record.ways = ways_;
        record.chainLength = chainLength_;
        set_.probes.push_back(record);
        return set_.probes.back();
    }

    /// Three sizes; `perIteration` in cycles.
    void series(const std::string& id, const std::string& family, const std::string& operation,
                std::uint64_t groups, std::uint64_t groupSize, double operations, double start,
                double perIteration, bool byClock = false, double transactions = 0, double bytes = 0,
                std::uint64_t stride = 0, std::uint64_t footprint = 0, const std::string& level = "") {
        const double least = std::ceil(std::max(1.0, 1e5 / perIteration));
        for (const double times : {1.0, 2.0, 4.0}) {
            const double n = least * times;
            records::ProbeRecord& record = add(id, family, operation, start + n * perIteration, byClock);
            record.groups = groups, record.groupSize = groupSize,
            record.iterations = static_cast<std::uint64_t>(n);
            record.operations = operations * n, record.transactions = transactions * n,
            record.bytes = bytes * n;
            record.stride = stride, record.footprintBytes = footprint, record.level = level;
        }
    }

    void launches() {
        for (const std::uint64_t groups : {1, 4, 16, 64, 256, 1024}) {
            const double cycles = spec_.host.kernelStartUs * 1e3 * cyclesPerNs() +
                                  static_cast<double>(groups) * spec_.execution.groupStartCycles;
            records::ProbeRecord& record =
                add("empty/32/" + std::to_string(groups), "empty", "", cycles, false);
            record.groups = groups * units(), record.groupSize = 32;
            record.transactions = static_cast<double>(record.groups);
        }
        for (const std::uint64_t count : {1, 16, 64, 256}) {
            const double ns = 5000 + static_cast<double>(count) * spec_.host.launchOverheadUs * 1e3;
            add("launch-host/" + std::to_string(count), "launch-host", "", ns * cyclesPerNs(), false)
                .transactions = static_cast<double>(count);
        }
        for (std::uint64_t warps = 1; warps <= 32; warps *= 2)
            series("barrier/" + std::to_string(warps), "barrier", "barrier", units(), warps * 32, 0, 500,
                   8 * (spec_.execution.barrierLatency +
                        static_cast<double>(warps) * spec_.execution.barrierCycles),
                   true, 8);
    }

    double ways(std::uint64_t stride) const {
        const auto banks = static_cast<std::uint64_t>(spec_.sharedMemory.banks);
        std::vector<std::set<std::uint64_t>> words(banks);
        for (std::uint64_t lane = 0; lane < 32; ++lane) words[lane * stride % banks].insert(lane * stride);
        std::size_t most = 0;
        for (const auto& bank : words) most = std::max(most, bank.size());
        return static_cast<double>(most);
    }

    void memory() {
        const auto& shared = spec_.sharedMemory;
        const auto all = static_cast<double>(units());
        series("local-latency/1", "local-latency", "load", 1, 32, 16, 500, 16 * shared.latency, true, 16);
        for (const std::uint64_t stride : {0, 1, 2, 3, 4, 8, 16, 17, 32, 33, 64})
            series("local/" + std::to_string(stride), "local", "load", 8 * units(), 256, 16, 3000,
                   16 * 64 * shared.cyclesPerAccess * ways(stride), false, 16 * 64 * all, 0, stride);
        for (ways_ = 1; ways_ <= 32; ways_ *= 2)
            series("local-atomic/" + std::to_string(ways_), "local-atomic", "atomic", units(), 256, 8, 3000,
                   8 * 8 * (4 + shared.atomicCycles * static_cast<double>(ways_)), false, 8 * 8 * all);
        ways_ = 0;
        const auto& caches = spec_.caches;
        for (double bytes = 1024; bytes <= 268435456; bytes *= 2)
            for (const double footprint : {bytes, 1.5 * bytes}) {
                const double one = std::min(1.0, std::pow(caches.l1Bytes / footprint, 3)),
                             two = std::min(1.0, std::pow(caches.l2Bytes / footprint, 3));
                const double latency = caches.l1Latency * one + caches.l2Latency * (two - one) +
                                       spec_.globalMemory.latency * (1 - two);
                series("chase/" + std::to_string(footprint), "chase", "global", 1, 1, 16, 500, 16 * latency,
                       true, 0, 0, 32, static_cast<std::uint64_t>(footprint));
            }
        for (std::uint64_t bytes = 1U << 22U; bytes <= 1U << 29U; bytes *= 2) {
            const double rate = bytes < 3e7
                                    ? caches.l2BandwidthGBs
                                    : spec_.globalMemory.bandwidthGBs * spec_.globalMemory.attainedFraction;
            series("stream/" + std::to_string(bytes), "stream", "read_float4", 8 * units(), 256, 0, 3000,
                   1e6 / rate * cyclesPerNs(), false, 0, 1e6, 0, bytes);
        }
        series("stream/private", "stream", "private_float4", 4 * units(), 256, 0, 3000,
               1e4 / caches.l1BytesPerCycle, false, 0, 1e4 * all);
        for (const std::uint64_t stride : {1, 2, 4, 8, 16, 32}) {
            const double sectors = std::min<double>(32, 4.0 * static_cast<double>(stride));
            series("stride/" + std::to_string(stride), "stride", "strided_read", 8 * units(), 256, 4, 3000,
                   100 * 3 * sectors, false, 100 * all, 0, stride, 0, "dram");
            const double lines = static_cast<double>(stride);
            series("stride/single/" + std::to_string(stride), "stride", "strided_write", 1, 1024, 4, 3000,
                   100 * (1 + 4 * lines), false, 100, 0, stride, 0, "single");
            series("l1-stride/" + std::to_string(stride), "l1-stride", "read", 8 * units(), 256, 16, 3000,
                   100 * spec_.globalMemory.issueCycles * lines, false, 100 * all, 0, stride);
        }
        series("global-atomic/same", "global-atomic", "same", units(), 256, 4, 3000,
               1000 * spec_.globalMemory.atomicCycles, false, 1000);
        for (const std::uint64_t groups : {16, 31, 32, 33, 40}) {
            records::ProbeRecord& record =
                add("residency/" + std::to_string(groups), "residency", "groups",
                    groups <= static_cast<std::uint64_t>(spec_.occupancy.groups) ? 1e5 : 2e5, false);
            record.groups = groups * units(), record.groupSize = 32;
        }
    }

    /// Where work-items of a warp, or instructions of several pipes, get in each other's way.
    void contention() {
        const auto all = static_cast<double>(units());
        const auto& caches = spec_.caches;
        for (ways_ = 1; ways_ <= 32; ways_ *= 2) {
            const std::string ways = std::to_string(ways_);
            series("constant/" + ways, "constant", "load", 4 * units(), 256, 16, 3000,
                   16 * 32 * (3 + caches.constantWordCycles * static_cast<double>(ways_)), false,
                   16 * 32 * all);
            const double one = spec_.sharedMemory.countsIncrements
                                   ? 1
                                   : 4 + spec_.sharedMemory.atomicCycles * static_cast<double>(ways_);
            series("local-increment/" + ways, "local-increment", "atomic", units(), 256, 8, 3000, 8 * 8 * one,
                   false, 8 * 8 * all);
        }
        for (const std::uint64_t every : {2, 3, 4, 6}) {
            ways_ = every;
            const double share = 1 / static_cast<double>(every),
                         slots = 1 + share * (1 + spec_.execution.mixedIssueCycles);
            series("mixture/" + std::to_string(every), "mixture", "shift", 8 * units(), 128, 96, 3000,
                   96 * 32 * slots * cost(OperationClass::FloatMad, false));
        }
        ways_ = 0;
        for (std::uint64_t bytes = 128; bytes <= 1U << 20U; bytes *= 2) {
            const double slices = std::min<double>(
                std::max(1.0, static_cast<double>(bytes) / caches.l2SliceBytes), caches.l2Slices);
            series("window/" + std::to_string(bytes), "global-atomic-window", "add", 4 * units(), 256, 4, 3000,
                   1000 * 4 * spec_.globalMemory.atomicSectorCycles / slices, false, 1000, 0, 0, bytes);
        }
        for (const std::uint64_t stride : {1, 2, 4, 8, 16, 32}) {
            const double sectors = std::min<double>(32, 4.0 * static_cast<double>(stride)),
                         lines = static_cast<double>(stride);
            series("stride/l2/read/" + std::to_string(stride), "stride", "strided_read", 8 * units(), 256, 4,
                   3000, 100 * std::max(sectors * 0.9, lines * caches.loadLineCycles), false, 100 * all, 0,
                   stride, 0, "l2");
            series("stride/l2/write/" + std::to_string(stride), "stride", "strided_write", 8 * units(), 256, 4,
                   3000, 100 * (sectors * 1.8 + lines * caches.storeLineCycles), false, 100 * all, 0, stride, 0,
                   "l2");
        }
    }

    /// A warp's dependent loads of several lines: it waits for the latest of them.
    void spreads() {
        for (ways_ = 1; ways_ <= 32; ways_ *= 2) {
            double latest = 0;
            for (std::uint64_t line = 1; line <= ways_; ++line) latest += 1 / static_cast<double>(line);
            const auto lines = static_cast<double>(ways_);
            const auto at = [&](const std::string& level, std::uint64_t footprint, double latency,
                                double spread) {
                series("line-latency/" + level + "/" + std::to_string(footprint) + "/" + std::to_string(ways_),
                       "line-latency", "load", 1, 32, 1, 3000, latency + spread * latest + 1.5 * lines, true, 1,
                       0, 0, footprint, level);
            };
            at("l2", 1U << 20U, 0.8 * spec_.caches.l2Latency, 0.5 * spec_.caches.l2LatencySpread);
            at("l2", 1U << 24U, spec_.caches.l2Latency, spec_.caches.l2LatencySpread);
            at("global", 1U << 30U, spec_.globalMemory.latency, spec_.globalMemory.latencySpread);
        }
        ways_ = 0;
    }

    /// A branch that is not taken: all of it under a predicate, a jump around it beyond.
    void predication() {
        for (const int length : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 24, 32, 48, 64}) {
            const bool isPredicated = length <= spec_.compiler.predicatedInstructions;
            chainLength_ = static_cast<std::uint64_t>(length);
            series("predication/" + std::to_string(length), "predication", "float_mad", 4 * units(), 256, 1,
                   3000, (isPredicated ? 2.5 + 0.25 * length : 3.6) * 32, false,
                   32 * static_cast<double>(units()));
        }
        chainLength_ = 0;
    }

    const HardwareSpec& spec_;
    std::mt19937 random_;
    std::normal_distribution<double> noise_;
    std::uint64_t ways_ = 0, chainLength_ = 0;
    records::ProbeSet set_;
};

} // namespace

records::ProbeSet madeUpProbes(const HardwareSpec& spec, double noise, unsigned seed) {
    return Maker(spec, noise, seed).make();
}

std::string h200Text() {
    std::ifstream in(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/nvidia-h200.toml");
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

HardwareSpec h200() {
    auto spec = files::parseHardwareSpec(h200Text(), "nvidia-h200.toml");
    return spec ? *spec : HardwareSpec{};
}

} // namespace warpstring::test
