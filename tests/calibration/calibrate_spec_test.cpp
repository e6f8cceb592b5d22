// SPDX-License-Identifier: GPL-3.0-or-later
// From made-up probes of a known device back to its values.
#include <gtest/gtest.h>

#include <cmath>

#include "calibration/calibration.h"
#include "core/files/specs/hardware_spec_keys.h"
#include "tests/calibration/made_up_probes.h"

namespace warpstring::calibration {
namespace {

using test::h200;
using test::h200Text;
using test::madeUpProbes;

/// Another device than the base: nothing that is found may come from it.
HardwareSpec truth() {
    HardwareSpec spec = h200();
    spec.execution.clockMhz = 1755;
    spec.execution.barrierLatency = 31, spec.execution.barrierCycles = 3;
    spec.execution.groupStartCycles = 157.6;
    spec.host.kernelStartUs = 2.7, spec.host.launchOverheadUs = 3.4;
    spec.sharedMemory.latency = 33, spec.sharedMemory.cyclesPerAccess = 1.1,
    spec.sharedMemory.atomicCycles = 2.4;
    spec.globalMemory.latency = 812, spec.globalMemory.attainedFraction = 0.81,
    spec.globalMemory.atomicCycles = 1.3;
    spec.globalMemory.issueCycles = 1.2;
    spec.caches.l1Latency = 38, spec.caches.l1Bytes = 200000, spec.caches.l2Latency = 281,
    spec.caches.l2Bytes = 5.2e7;
    spec.caches.constantWordCycles = 2.6, spec.caches.loadLineCycles = 2.3, spec.caches.storeLineCycles = 1.9;
    spec.caches.l2Slices = 48, spec.caches.l2SliceBytes = 1024, spec.globalMemory.atomicSectorCycles = 1.6;
    spec.execution.mixedIssueCycles = 0.4;
    spec.compiler.predicatedInstructions = 11;
    spec.caches.l1BytesPerCycle = 119, spec.caches.l2BandwidthGBs = 7000;
    for (auto& [operation, cost] : spec.instructions) cost.cycles *= 1.25, cost.latency *= 1.5;
    return spec;
}

constexpr const char* numbers[] = {"execution.clock_mhz",
                                   "execution.barrier_latency",
                                   "execution.barrier_cycles",
                                   "execution.group_start_cycles",
                                   "host.kernel_start_us",
                                   "host.launch_overhead_us",
                                   "shared_memory.latency",
                                   "shared_memory.cycles_per_access",
                                   "shared_memory.atomic_cycles",
                                   "global_memory.latency",
                                   "global_memory.attained_fraction",
                                   "global_memory.atomic_cycles",
                                   "global_memory.issue_cycles",
                                   "caches.l1_latency",
                                   "caches.l1_bytes",
                                   "caches.l2_latency",
                                   "caches.l2_bytes",
                                   "caches.l1_bytes_per_cycle",
                                   "caches.l2_bandwidth_gb_s",
                                   "caches.constant_word_cycles",
                                   "caches.load_line_cycles",
                                   "caches.store_line_cycles",
                                   "caches.l2_latency_spread",
                                   "global_memory.latency_spread",
                                   "caches.l2_slices",
                                   "caches.l2_slice_bytes",
                                   "global_memory.atomic_sector_cycles",
                                   "execution.mixed_issue_cycles",
                                   "compiler.predicated_instructions",
                                   "shared_memory.banks",
                                   "occupancy.groups",
                                   "execution.schedulers",
                                   "execution.warp_size"};

double numberOf(HardwareSpec spec, const std::string& key) {
    const files::SpecField field = files::specField(spec, key);
    if (const auto* whole = std::get_if<int*>(&field)) return **whole;
    if (const auto* real = std::get_if<double*>(&field)) return **real;
    return std::nan("");
}

TEST(CalibrateSpec, RecoversValuesWithoutNoise) {
    const HardwareSpec device = truth();
    const auto calibrated = calibrateSpec(madeUpProbes(device, 0, 1), h200Text(), "h200", "");
    ASSERT_TRUE(calibrated.ok()) << toText(calibrated.diagnostics().front());
    for (const std::string key : numbers) {
        const CalibratedValue* value = calibrated->calibration.find(key);
        ASSERT_NE(value, nullptr) << key;
        EXPECT_TRUE(value->estimate.identified) << key << ": " << value->note;
        EXPECT_NEAR(value->estimate.value / numberOf(device, key), 1, 0.01) << key;
    }
    for (const auto& [operation, cost] : calibrated->calibration.costs) {
        if (operation == OperationClass::Select) continue;
        if (cost.cycles.identified) {
            EXPECT_NEAR(cost.cycles.value / device.instructions.at(operation).cycles, 1, 0.02)
                << name(operation);
        }
        EXPECT_TRUE(cost.latency.identified) << name(operation);
        EXPECT_NEAR(cost.latency.value / device.instructions.at(operation).latency, 1, 0.02) << name(operation);
    }
    // A double comparison's selects run on another pipe: they may hide it.
    EXPECT_FALSE(calibrated->calibration.costs.at(OperationClass::DoubleCompare).cycles.identified);
}

TEST(CalibrateSpec, TheSpecItWritesHasTheMeasuredCosts) {
    const HardwareSpec device = truth();
    const auto calibrated = calibrateSpec(madeUpProbes(device, 0, 1), h200Text(), "h200", "new-name");
    ASSERT_TRUE(calibrated.ok());
    const HardwareSpec& spec = calibrated->spec;
    EXPECT_EQ(spec.name, "new-name");
    for (const OperationClass operation :
         {OperationClass::FloatMad, OperationClass::IntegerDivide, OperationClass::Power,
          OperationClass::IntegerCompare, OperationClass::DoubleDivide}) {
        const InstructionCost &found = spec.instructions.at(operation),
                              &wanted = device.instructions.at(operation);
        EXPECT_NEAR(found.cycles / wanted.cycles, 1, 0.035) << name(operation);
        EXPECT_NEAR(found.latency / wanted.latency, 1, 0.01) << name(operation);
        EXPECT_EQ(spec.provenance.at("instructions." + std::string(name(operation))).kind,
                  ProvenanceKind::Calibrated);
    }
    EXPECT_NEAR(spec.pipeLanes[static_cast<std::size_t>(Pipe::Fma)],
                32 / device.instructions.at(OperationClass::FloatMad).cycles, 1);
    EXPECT_NE(spec.provenance.at("global_memory.latency").note.find("residual"), std::string::npos);
    EXPECT_NE(spec.sources.at("CALIBRATION").find("Made-up GPU"), std::string::npos);
    // What was not measured is the base's, and a data sheet's counts stand.
    EXPECT_EQ(spec.provenance.at("instructions.branch").kind, ProvenanceKind::Estimated);
    EXPECT_EQ(spec.provenance.at("occupancy.groups").kind, ProvenanceKind::Datasheet);
    EXPECT_EQ(spec.caches.l2Bytes, h200().caches.l2Bytes);
    EXPECT_NE(calibrated->text.find("# What a class lowers to."), std::string::npos) << "comments stay";
}

TEST(CalibrateSpec, ErrorsCoverTwoPercentOfNoise) {
    const HardwareSpec device = truth();
    int within = 0, all = 0;
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const auto calibrated = calibrateSpec(madeUpProbes(device, 0.02, seed), h200Text(), "h200", "");
        ASSERT_TRUE(calibrated.ok()) << "seed " << seed;
        for (const std::string key : {"execution.barrier_cycles", "shared_memory.cycles_per_access",
                                      "global_memory.latency", "caches.l1_latency", "caches.l2_latency",
                                      "shared_memory.atomic_cycles", "execution.group_start_cycles"}) {
            const CalibratedValue* value = calibrated->calibration.find(key);
            ASSERT_NE(value, nullptr);
            if (!value->estimate.identified) continue;
            ++all;
            const double off = std::abs(value->estimate.value - numberOf(device, key));
            within += off <= 3 * value->estimate.standardError ? 1 : 0;
            EXPECT_LT(off, 0.25 * numberOf(device, key)) << key << ", seed " << seed;
        }
    }
    EXPECT_GT(all, 60);
    EXPECT_GE(within, all * 85 / 100) << "of " << all << " within three standard errors";
}

TEST(CalibrateSpec, TellsWhetherIncrementsAreCounted) {
    for (const bool counts : {true, false}) {
        HardwareSpec device = truth();
        device.sharedMemory.countsIncrements = counts;
        const auto calibrated = calibrateSpec(madeUpProbes(device, 0.02, 3), h200Text(), "h200", "");
        ASSERT_TRUE(calibrated.ok());
        EXPECT_TRUE(calibrated->calibration.find("shared_memory.counts_increments")->estimate.identified);
        EXPECT_EQ(calibrated->spec.sharedMemory.countsIncrements, counts);
    }
}

/// A pipe that is slower than the scheduler says nothing of slots.
TEST(CalibrateSpec, MixturesBoundByAPipeAreLeftOut) {
    HardwareSpec device = truth();
    device.instructions.at(OperationClass::Shift).cycles *= 4;
    const auto calibrated = calibrateSpec(madeUpProbes(device, 0, 1), h200Text(), "h200", "");
    ASSERT_TRUE(calibrated.ok());
    EXPECT_FALSE(calibrated->calibration.find("execution.mixed_issue_cycles")->estimate.identified);
}

TEST(CalibrateSpec, MissingFamiliesAreNotIdentifiedAndTheBaseStands) {
    records::ProbeSet set = madeUpProbes(truth(), 0, 1);
    std::erase_if(set.probes, [](const records::ProbeRecord& probe) { return probe.family != "latency"; });
    const auto calibrated = calibrateSpec(set, h200Text(), "h200", "");
    ASSERT_TRUE(calibrated.ok());
    for (const char* key :
         {"global_memory.latency", "execution.barrier_cycles", "shared_memory.banks", "pipes.fma",
          "caches.constant_word_cycles", "caches.l2_slices", "caches.load_line_cycles",
          "caches.l2_latency_spread", "global_memory.latency_spread", "shared_memory.counts_increments",
          "execution.mixed_issue_cycles", "compiler.predicated_instructions"}) {
        EXPECT_FALSE(calibrated->calibration.find(key)->estimate.identified) << key;
        EXPECT_FALSE(calibrated->calibration.find(key)->note.empty()) << key;
    }
    EXPECT_EQ(calibrated->spec.globalMemory.latency, h200().globalMemory.latency);
    EXPECT_NE(reportText(*calibrated, set).find("not identified"), std::string::npos);
}

/// Where all lengths cost the same, or all of them what their instructions cost, no limit was seen.
TEST(CalibrateSpec, PredicationNeedsALimit) {
    for (const int length : {0, 64}) {
        HardwareSpec device = truth();
        device.compiler.predicatedInstructions = length;
        const auto calibrated = calibrateSpec(madeUpProbes(device, 0.002, 3), h200Text(), "h200", "");
        ASSERT_TRUE(calibrated.ok());
        const CalibratedValue* value = calibrated->calibration.find("compiler.predicated_instructions");
        EXPECT_FALSE(value->estimate.identified) << value->note;
        EXPECT_NE(value->note.find(length == 0 ? "the same" : "up to 64"), std::string::npos) << value->note;
        EXPECT_EQ(calibrated->spec.compiler.predicatedInstructions, 8);
    }
}

TEST(CalibrateSpec, WithoutABaseTheSpecIsComplete) {
    records::ProbeSet set = madeUpProbes(truth(), 0, 1);
    const auto whole = calibrateSpec(set, "", "", "");
    ASSERT_TRUE(whole.ok()) << toText(whole.diagnostics().back());
    EXPECT_EQ(whole->spec.name, "made-up-gpu");
    EXPECT_NEAR(whole->spec.globalMemory.bandwidthGBs / (4800 * 0.81), 1, 0.01);
    EXPECT_NEAR(whole->spec.globalMemory.latency / 812, 1, 0.01);
    EXPECT_EQ(whole->spec.execution.warpSize, 32);
    set.probes.resize(1);
    EXPECT_TRUE(calibrateSpec(set, "", "", "").ok()) << "with one probe alone";
}

/// Its driver prefers groups of 8, the width of its vectors; its threads run work-item after work-item.
TEST(CalibrateSpec, ACpusWorkItemsTakeTurns) {
    records::ProbeSet set = madeUpProbes(truth(), 0, 1);
    std::erase_if(set.probes, [](const records::ProbeRecord& probe) {
        return probe.family == "divergence" || probe.family == "residency" || probe.family == "warps";
    });
    set.device.type = records::DeviceType::Cpu;
    set.warpMultiple = 8;
    const auto cpu = calibrateSpec(set, "", "", "");
    ASSERT_TRUE(cpu.ok()) << toText(cpu.diagnostics().back());
    EXPECT_TRUE(std::any_of(cpu->warnings.begin(), cpu->warnings.end(),
                            [](const Diagnostic& warning) { return warning.code == "calibration.processor"; }));
    EXPECT_EQ(cpu->spec.execution.warpSize, 1);
    EXPECT_EQ(cpu->spec.occupancy.groups, 1);
    EXPECT_EQ(cpu->spec.sharedMemory.lanesPerAccess, 1);
    EXPECT_FALSE(cpu->calibration.find("shared_memory.banks")->estimate.identified);
    EXPECT_EQ(cpu->spec.caches.l1LineBytes, 64);
    EXPECT_FALSE(cpu->calibration.find("global_memory.min_transaction_bytes")->estimate.identified);
    // An access of 16 bytes takes the place of a line of 64.
    set.device.type = records::DeviceType::Gpu;
    const auto gpu = calibrateSpec(set, "", "", "");
    ASSERT_TRUE(gpu.ok());
    EXPECT_EQ(gpu->spec.execution.warpSize, 8);
    EXPECT_NEAR(cpu->spec.caches.l1BytesPerCycle / gpu->spec.caches.l1BytesPerCycle, 4, 1e-6);
}

TEST(CalibrateSpec, TheSpecIsOfTheDeviceOfTheProbes) {
    records::ProbeSet set = madeUpProbes(truth(), 0, 1);
    ASSERT_NE(h200().device.openclName, set.device.name);
    for (const std::string& base : {h200Text(), std::string()}) {
        const auto calibrated = calibrateSpec(set, base, "base", "");
        ASSERT_TRUE(calibrated.ok());
        EXPECT_EQ(calibrated->spec.device.openclName, set.device.name);
    }
    set.device.name.clear();
    EXPECT_EQ(calibrateSpec(set, h200Text(), "h200", "")->spec.device.openclName, h200().device.openclName);
}

TEST(CalibrateSpec, ABaseOfAnotherDeviceIsTold) {
    records::ProbeSet set = madeUpProbes(truth(), 0, 1);
    EXPECT_TRUE(calibrateSpec(set, h200Text(), "h200", "")->warnings.empty());
    set.device.computeUnits = 114;
    const auto calibrated = calibrateSpec(set, h200Text(), "h200", "");
    ASSERT_EQ(calibrated->warnings.size(), 1U);
    EXPECT_EQ(calibrated->warnings[0].code, "calibration.other-device");
}

TEST(CalibrateSpec, AFaultyBaseIsTold) {
    const auto calibrated = calibrateSpec(madeUpProbes(truth(), 0, 1), "schema = 3\n", "base.toml", "");
    ASSERT_FALSE(calibrated.ok());
    EXPECT_EQ(calibrated.diagnostics().front().place.file, "base.toml");
}

} // namespace
} // namespace warpstring::calibration
