// SPDX-License-Identifier: GPL-3.0-or-later
// The files of hwspecs/, the paper's figures in them, and what must hold of any GPU.
#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "core/files/specs/hardware_spec_keys.h"

namespace warpstring::files {
namespace {

const std::filesystem::path shipped = std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs";

HardwareSpec load(const std::string& name) {
    auto spec = readHardwareSpec(shipped / (name + ".toml"));
    if (spec) return std::move(spec).value();
    for (const Diagnostic& fault : spec.diagnostics()) ADD_FAILURE() << toText(fault);
    return {};
}

std::vector<HardwareSpec> loadAll() {
    std::vector<HardwareSpec> specs;
    for (const auto& path : listHardwareSpecs({shipped})) specs.push_back(load(path.stem().string()));
    return specs;
}

double lanesOf(const HardwareSpec& spec, Pipe pipe) { return spec.pipeLanes[static_cast<std::size_t>(pipe)]; }

/// Float multiply-adds that a multiprocessor starts per cycle, at most.
double floatLanes(const HardwareSpec& spec) {
    if (spec.hasPipes()) return lanesOf(spec, Pipe::Fma);
    return spec.execution.warpSize / spec.instructions.at(OperationClass::FloatMad).cycles;
}

TEST(ShippedSpecs, AllLoadAndAreNamedAfterTheirFile) {
    const auto specs = listHardwareSpecs({shipped});
    EXPECT_GE(specs.size(), 27U);
    for (const auto& path : specs) EXPECT_EQ(load(path.stem().string()).name, path.stem());
}

TEST(ShippedSpecs, EveryValueSaysWhereItComesFrom) {
    for (const auto& path : listHardwareSpecs({shipped})) {
        const HardwareSpec spec = load(path.stem().string());
        for (const SpecKey& key : specKeys()) {
            if (!key.required) continue;
            ASSERT_TRUE(spec.provenance.contains(key.path)) << key.path;
        }
        for (const auto& [operation, cost] : spec.instructions)
            EXPECT_TRUE(spec.provenance.contains("instructions." + std::string(name(operation))));
        std::set<std::string> used;
        for (const auto& [key, provenance] : spec.provenance) used.insert(provenance.source);
        for (const auto& [source, citation] : spec.sources)
            EXPECT_TRUE(used.contains(source)) << "unused " << source;
    }
}

TEST(ShippedSpecs, TheGeForceReproducesThePapersArithmetic) {
    const HardwareSpec spec = load("geforce-8800-gtx");
    EXPECT_EQ(spec.bytesPerCyclePerMultiprocessor(), 4.0);
    // Section 4: an uncoalesced warp load moves 32 transactions, a coalesced one two; equation 1 gives 260.
    const double uncoalesced = 32 * spec.globalMemory.uncoalescedBytes / spec.bytesPerCyclePerMultiprocessor();
    const double coalesced = 2 * spec.globalMemory.minTransactionBytes / spec.bytesPerCyclePerMultiprocessor();
    EXPECT_EQ((uncoalesced + coalesced - 6 * spec.execution.issueCycles) / 2, 260.0);
    EXPECT_EQ(spec.globalMemory.latency, 250);
    EXPECT_EQ(spec.execution.barrierCycles, 4);
    EXPECT_EQ(spec.provenance.at("global_memory.bandwidth_gb_s").kind, ProvenanceKind::Paper);
    EXPECT_EQ(spec.provenance.at("global_memory.bandwidth_gb_s").source, "BDGH09");
    EXPECT_NE(spec.provenance.at("global_memory.latency").note.find("400 to 800"), std::string::npos);
    EXPECT_EQ(spec.globalMemory.coalescing, CoalescingRule::StrictHalfWarp);
    EXPECT_FALSE(spec.instructions.contains(OperationClass::DoubleAdd));
    EXPECT_EQ(spec.instructions.at(OperationClass::IntegerMultiply).cycles, 16);
}

TEST(ShippedSpecs, TheTeslaHasOneDoubleUnit) {
    const HardwareSpec spec = load("tesla-c1060");
    EXPECT_EQ(spec.instructions.at(OperationClass::DoubleMad).cycles, 32);
    EXPECT_EQ(spec.globalMemory.coalescing, CoalescingRule::SegmentHalfWarp);
    EXPECT_EQ(spec.findCost(OperationClass::DoubleSineCosine), spec.findCost(OperationClass::DoubleMath));
}

TEST(ShippedSpecs, PeakFloatRatesAreThosePublished) {
    // TFLOP/s, a multiply-add being two. Radeon HD 5870, HD 6990: AMD's OpenCL guide 1.3f, table D.4. HD 4870:
    // Garg 2009, section 2.1. L40 and Arc A770:
    // the table of devices of FluidX3D. P100: NVIDIA's white paper WP-08608. The others: the makers' data
    // sheets and product pages as commonly quoted; the first two without the second multiplication that NVIDIA
    // counted then.
    const std::vector<std::pair<const char*, double>> published{{"geforce-8800-gtx", 0.3456},
                                                                {"tesla-c1060", 0.622},
                                                                {"geforce-gtx-480", 1.345},
                                                                {"tesla-c2050", 1.03},
                                                                {"tesla-k20c", 3.52},
                                                                {"tesla-k40c", 4.29},
                                                                {"geforce-gtx-titan-x", 6.6},
                                                                {"geforce-gtx-1080", 8.87},
                                                                {"tesla-p100", 10.6},
                                                                {"tesla-v100", 14.0},
                                                                {"tesla-t4", 8.1},
                                                                {"geforce-rtx-2080-ti", 13.4},
                                                                {"nvidia-a100", 19.5},
                                                                {"geforce-rtx-3090", 35.6},
                                                                {"geforce-rtx-4090", 82.6},
                                                                {"nvidia-l40", 90.5},
                                                                {"nvidia-h100-sxm", 67.0},
                                                                {"nvidia-h200", 67.0},
                                                                {"radeon-hd-5870", 2.72},
                                                                {"radeon-hd-7970", 3.79},
                                                                {"radeon-hd-6990", 2.55},
                                                                {"radeon-hd-4870", 1.2},
                                                                {"radeon-rx-580", 6.17},
                                                                {"amd-mi100", 23.1},
                                                                {"amd-mi210", 22.6},
                                                                {"radeon-rx-6900-xt", 23.04},
                                                                {"intel-uhd-630", 0.44},
                                                                {"intel-arc-a770", 19.66},
                                                                {"geforce-gt-650m", 0.69}};
    for (const auto& [name, teraflops] : published) {
        const HardwareSpec spec = load(name);
        const double peak =
            spec.execution.multiprocessors * floatLanes(spec) * 2 * spec.execution.clockMhz * 1e-6;
        EXPECT_NEAR(peak, teraflops, 0.1 * teraflops) << name;
    }
}

TEST(ShippedSpecs, DoublePrecisionHasItsPublishedShareOfTheFloatRate) {
    const std::vector<std::pair<const char*, double>> floatsForOneDouble{{"tesla-c1060", 8},
                                                                         {"geforce-gtx-480", 8},
                                                                         {"tesla-c2050", 2},
                                                                         {"geforce-gt-650m", 24},
                                                                         {"tesla-k20c", 3},
                                                                         {"tesla-k40c", 3},
                                                                         {"geforce-gtx-titan-x", 32},
                                                                         {"geforce-gtx-1080", 32},
                                                                         {"tesla-p100", 2},
                                                                         {"tesla-v100", 2},
                                                                         {"tesla-t4", 32},
                                                                         {"geforce-rtx-2080-ti", 32},
                                                                         {"nvidia-a100", 2},
                                                                         {"geforce-rtx-3090", 64},
                                                                         {"geforce-rtx-4090", 64},
                                                                         {"nvidia-l40", 64},
                                                                         {"nvidia-h100-sxm", 2},
                                                                         {"nvidia-h200", 2},
                                                                         {"radeon-hd-5870", 5},
                                                                         {"radeon-hd-6990", 4},
                                                                         {"radeon-hd-4870", 5},
                                                                         {"radeon-hd-7970", 4},
                                                                         {"radeon-rx-580", 16},
                                                                         {"amd-mi100", 2},
                                                                         {"amd-mi210", 1},
                                                                         {"radeon-rx-6900-xt", 16}};
    for (const auto& [name, ratio] : floatsForOneDouble) {
        const HardwareSpec spec = load(name);
        const double doubles = spec.execution.warpSize / spec.instructions.at(OperationClass::DoubleMad).cycles;
        EXPECT_NEAR(floatLanes(spec) / doubles, ratio, 1e-9) << name;
    }
}

TEST(ShippedSpecs, FartherMemoryIsSlower) {
    for (const HardwareSpec& spec : loadAll()) {
        const auto& caches = spec.caches;
        std::vector<double> latencies, bytesPerCycle;
        if (caches.l1Bytes > 0) latencies.push_back(caches.l1Latency);
        if (caches.l2Bytes > 0) latencies.push_back(caches.l2Latency);
        latencies.push_back(spec.globalMemory.latency);
        EXPECT_GT(latencies.front(), 0) << spec.name;
        for (std::size_t i = 1; i < latencies.size(); ++i)
            EXPECT_LT(latencies[i - 1], latencies[i]) << spec.name;
        if (caches.l2Bytes > 0) {
            EXPECT_LT(spec.sharedMemory.latency, caches.l2Latency) << spec.name;
            EXPECT_GT(caches.l2Bytes * caches.l2UsableFraction, caches.l1Bytes) << spec.name;
        }
        EXPECT_LT(spec.sharedMemory.latency, spec.globalMemory.latency) << spec.name;
        EXPECT_GT(spec.sharedMemory.latency, 0) << spec.name;

        if (caches.l1BytesPerCycle > 0) bytesPerCycle.push_back(caches.l1BytesPerCycle);
        if (caches.l2BytesPerCycle > 0) bytesPerCycle.push_back(caches.l2BytesPerCycle);
        bytesPerCycle.push_back(spec.bytesPerCyclePerMultiprocessor());
        for (std::size_t i = 1; i < bytesPerCycle.size(); ++i)
            EXPECT_GE(bytesPerCycle[i - 1], bytesPerCycle[i]) << spec.name;
        if (caches.l2BandwidthGBs > 0) {
            EXPECT_GT(caches.l2BandwidthGBs, spec.globalMemory.bandwidthGBs) << spec.name;
        }
    }
}

TEST(ShippedSpecs, CostsNeverBeatTheirPipes) {
    for (const HardwareSpec& spec : loadAll()) {
        std::array<bool, pipeCount> used{};
        for (const auto& [operation, cost] : spec.instructions) {
            const std::string what = spec.name + " " + std::string(name(operation));
            double busy = 0;
            for (std::size_t i = 0; i < pipeCount; ++i) {
                if (cost.pipes[i] == 0) continue;
                used[i] = true;
                ASSERT_GT(spec.pipeLanes[i], 0) << what;
                busy = std::max(busy, cost.pipes[i] * spec.execution.warpSize / spec.pipeLanes[i]);
            }
            EXPECT_EQ(busy > 0, spec.hasPipes()) << what;
            EXPECT_GE(cost.cycles, busy * (1 - 1e-9)) << what;
            EXPECT_GE(cost.instructions, 1) << what;
            EXPECT_GE(cost.cycles, cost.instructions * spec.execution.issueCycles * (1 - 1e-9)) << what;
            EXPECT_GE(cost.latency, spec.execution.pipelineLatency) << what;
        }
        // What loads and stores occupy, and what a compiler gives a scalar unit, is no cost of [instructions].
        for (std::size_t i = 0; i < pipeCount; ++i)
            EXPECT_TRUE(used[i] || spec.pipeLanes[i] == 0 || static_cast<Pipe>(i) == Pipe::Memory ||
                        static_cast<Pipe>(i) == Pipe::Texture || static_cast<Pipe>(i) == Pipe::Scalar)
                << spec.name << " " << name(static_cast<Pipe>(i));
    }
}

TEST(ShippedSpecs, WiderAndMorePreciseOperationsAreNoCheaper) {
    using enum OperationClass;
    const std::vector<std::pair<OperationClass, OperationClass>> cheaperFirst{{IntegerAdd, IntegerMultiply},
                                                                              {IntegerMultiply, IntegerMad},
                                                                              {IntegerMultiply, IntegerDivide},
                                                                              {IntegerDivide, LongDivide},
                                                                              {IntegerAdd, LongAdd},
                                                                              {Logic, LongLogic},
                                                                              {IntegerMultiply, LongMultiply},
                                                                              {LongMultiply, LongDivide},
                                                                              {FloatMad, FloatDivide},
                                                                              {Reciprocal, FloatDivide},
                                                                              {NativeDivide, FloatDivide},
                                                                              {NativeSineCosine, SineCosine},
                                                                              {NativeExponential, Exponential},
                                                                              {NativeLogarithm, Logarithm},
                                                                              {NativePower, Power},
                                                                              {Exponential, Power},
                                                                              {FloatAdd, DoubleAdd},
                                                                              {FloatMad, DoubleMad},
                                                                              {FloatDivide, DoubleDivide},
                                                                              {DoubleMad, DoubleDivide},
                                                                              {DoubleMad, DoubleMath}};
    for (const HardwareSpec& spec : loadAll())
        for (const auto& [cheap, dear] : cheaperFirst) {
            if (!spec.instructions.contains(cheap) || !spec.instructions.contains(dear)) continue;
            const std::string what = spec.name + " " + std::string(name(cheap)) + " " + std::string(name(dear));
            EXPECT_LE(spec.instructions.at(cheap).cycles, spec.instructions.at(dear).cycles) << what;
            // Measured chains of plain instructions differ by less than a cycle either way.
            EXPECT_LE(spec.instructions.at(cheap).latency, spec.instructions.at(dear).latency + 1) << what;
        }
}

TEST(ShippedSpecs, EveryClassHasACostUnlessTheDeviceLacksIt) {
    const std::set<std::string> withoutDoubles{"geforce-8800-gtx", "intel-arc-a770"};
    for (const HardwareSpec& spec : loadAll())
        for (std::size_t i = 0; i < operationClassCount; ++i) {
            const auto operation = static_cast<OperationClass>(i);
            const bool lacking =
                name(generalClass(operation)).starts_with("double_") && withoutDoubles.contains(spec.name);
            if (spec.name == "geforce-8800-gtx" && operation == OperationClass::VoteOrShuffle) continue;
            EXPECT_EQ(spec.findCost(operation) != nullptr, !lacking) << spec.name << " " << name(operation);
        }
}

TEST(ShippedSpecs, TheLargestGroupFits) {
    for (const HardwareSpec& spec : loadAll()) {
        const auto& limits = spec.occupancy;
        const int warpSize = spec.execution.warpSize;
        EXPECT_EQ(limits.warps * warpSize, limits.workItems) << spec.name;
        EXPECT_EQ(limits.groupSizes[0], limits.groupSize) << spec.name;
        EXPECT_GE(limits.registers, limits.groupSize * 16) << spec.name;
        EXPECT_EQ(limits.warps % spec.execution.schedulers, 0) << spec.name;
        // A warp's registers lie within the part of its scheduler.
        EXPECT_LE(limits.registersPerWorkItem * warpSize, limits.registers / spec.execution.schedulers)
            << spec.name;
        EXPECT_GT(limits.sharedBytesPerGroup, limits.sharedReserved) << spec.name;
    }
}

TEST(ShippedSpecs, TheSchedulersFeedTheFloatLanes) {
    for (const HardwareSpec& spec : loadAll()) {
        const double busy = spec.execution.warpSize / floatLanes(spec);
        if (spec.device.vendor == "AMD" && spec.execution.schedulers == 1) // compilers leave VLIW slots empty
            EXPECT_NEAR(spec.execution.issueCycles, busy * 5 / 3.4, 0.01);
        else
            EXPECT_LE(spec.execution.issueCycles, busy * (1 + 1e-9)) << spec.name;
    }
}

TEST(ShippedSpecs, TheH100IsAnH200WithOtherMemory) {
    const HardwareSpec older = load("nvidia-h100-sxm"), newer = load("nvidia-h200");
    ASSERT_EQ(older.instructions.size(), newer.instructions.size());
    for (const auto& [operation, cost] : older.instructions) {
        EXPECT_EQ(cost.cycles, newer.instructions.at(operation).cycles) << name(operation);
        EXPECT_EQ(cost.latency, newer.instructions.at(operation).latency) << name(operation);
    }
    EXPECT_EQ(older.pipeLanes, newer.pipeLanes);
    EXPECT_EQ(older.execution.multiprocessors, newer.execution.multiprocessors);
    EXPECT_EQ(older.execution.clockMhz, newer.execution.clockMhz);
    EXPECT_LT(older.globalMemory.bandwidthGBs, newer.globalMemory.bandwidthGBs);
}

/// An RTX 3060 and an RTX 5060: 4 bytes a lane come at 64 bytes a cycle, 8 and 16 at 128, from either memory.
TEST(ShippedSpecs, Ga102AndAd102HandOut128BytesACycle) {
    for (const char* name : {"geforce-rtx-3090", "geforce-rtx-4090", "nvidia-l40"}) {
        const HardwareSpec spec = load(name);
        EXPECT_EQ(spec.caches.l1BytesPerCycle, 128) << name;
        EXPECT_EQ(4 * lanesOf(spec, Pipe::Memory), 64) << name << ": single floats";
        const auto& shared = spec.sharedMemory;
        EXPECT_EQ(shared.banks * shared.bankBytes / shared.cyclesPerAccess, 128) << name;
        EXPECT_EQ(4 * shared.lanesPerAccess / shared.cyclesPerAccess, 64) << name << ": single floats";
    }
}

TEST(FindHardwareSpec, TakesNamesAndPaths) {
    EXPECT_EQ(*findHardwareSpec("tesla-c1060", {"/nowhere", shipped}), shipped / "tesla-c1060.toml");
    EXPECT_EQ(*findHardwareSpec("tesla-c1060.toml", {shipped}), shipped / "tesla-c1060.toml");
    const std::string path = (shipped / "tesla-c1060.toml").string();
    EXPECT_EQ(*findHardwareSpec(path, {}), path);
}

TEST(FindHardwareSpec, SuggestsTheClosestName) {
    const auto found = findHardwareSpec("tesla-c1600", {shipped});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.diagnostics()[0].code, "spec.unknown-name");
    EXPECT_NE(found.diagnostics()[0].hint.find("did you mean \"tesla-c1060\"?"), std::string::npos);
    EXPECT_NE(found.diagnostics()[0].hint.find("geforce-8800-gtx"), std::string::npos);
    EXPECT_EQ(findHardwareSpec("./no/such.toml", {}).diagnostics()[0].code, "spec.file-not-found");
    EXPECT_FALSE(findHardwareSpec("", {shipped}));
}

} // namespace
} // namespace warpstring::files
