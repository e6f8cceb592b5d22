// SPDX-License-Identifier: GPL-3.0-or-later
// Specs from what drivers tell: complete and readable, whatever that is.
#include <random>

#include <gtest/gtest.h>

#include "calibration/calibration.h"
#include "core/files/specs/spec_document.h"

namespace warpstring::calibration {

using records::DeviceType;
namespace {

records::ProbeSet deviceOf(DeviceType type) {
    records::ProbeSet set;
    set.device.platform = "Made up";
    set.device.name = "A \"fast\" device \\ (R)";
    set.device.vendor = "Somebody";
    set.device.version = "OpenCL 3.0";
    set.device.driver = "1.2";
    set.device.type = type;
    set.device.computeUnits = 20;
    set.device.clockMhz = 1500;
    set.device.localMemoryBytes = 65536;
    set.device.globalMemoryBytes = 1ULL << 33;
    set.device.cacheBytes = 1 << 21;
    set.device.mostGroupSize = 1024;
    set.device.addressBits = 64;
    set.warpMultiple = 32;
    set.hasDouble = true;
    set.takenAt = "2026-11-21T16:00:00Z";
    set.tool = "warpstring 0.1.0";
    return set;
}

Result<HardwareSpec> read(const records::ProbeSet& set) {
    return files::SpecDocument::parse(defaultSpecText(set, "made-up"), "made-up.toml").validate();
}

TEST(DefaultSpecs, sayWhatTheDriverSays) {
    const auto spec = read(deviceOf(DeviceType::Gpu));
    ASSERT_TRUE(spec) << toText(spec.diagnostics().front());
    EXPECT_EQ(spec->name, "made-up");
    EXPECT_EQ(spec->execution.multiprocessors, 20);
    EXPECT_EQ(spec->execution.clockMhz, 1500);
    EXPECT_EQ(spec->execution.warpSize, 32);
    EXPECT_EQ(spec->device.addressBits, 64);
    EXPECT_EQ(spec->occupancy.groupSize, 1024);
    EXPECT_EQ(spec->provenance.at("execution.multiprocessors").kind, ProvenanceKind::Datasheet);
}

TEST(DefaultSpecs, doublesAreThoseOfDevicesThatHaveThem) {
    records::ProbeSet set = deviceOf(DeviceType::Gpu);
    auto spec = read(set);
    ASSERT_TRUE(spec);
    EXPECT_TRUE(spec->instructions.contains(OperationClass::DoubleMad));
    set.hasDouble = false;
    spec = read(set);
    ASSERT_TRUE(spec);
    EXPECT_FALSE(spec->instructions.contains(OperationClass::DoubleMad));
    EXPECT_TRUE(spec->instructions.contains(OperationClass::FloatMad));
}

TEST(DefaultSpecs, everyOtherClassHasACost) {
    const auto spec = read(deviceOf(DeviceType::Gpu));
    ASSERT_TRUE(spec);
    for (std::size_t i = 0; i < operationClassCount; ++i) {
        const auto operation = static_cast<OperationClass>(i);
        const InstructionCost* cost = spec->findCost(operation);
        ASSERT_NE(cost, nullptr) << name(operation);
        EXPECT_GT(cost->cycles, 0) << name(operation);
    }
}

// Drivers leave out what they like, and say odd things of the rest.
TEST(DefaultSpecs, areReadableWhateverTheDriverTells) {
    std::mt19937 random(20100109);
    const std::uint64_t figures[] = {0, 1, 3, 7, 32, 48, 1000, 1 << 16, 1ULL << 34};
    const auto any = [&] { return figures[random() % std::size(figures)]; };
    const DeviceType types[] = {DeviceType::Cpu, DeviceType::Gpu, DeviceType::Accelerator, DeviceType::Other};
    for (int round = 0; round < 300; ++round) {
        records::ProbeSet set = deviceOf(types[random() % 4]);
        const std::uint64_t units[] = {0, 1, 2, 132, 1024};
        const std::uint64_t multiples[] = {0, 1, 8, 32, 64};
        const std::uint64_t bits[] = {32, 64};
        set.device.computeUnits = units[random() % 5];
        set.device.clockMhz = random() % 2 == 0 ? 0 : 1 + random() % 5000;
        set.device.localMemoryBytes = any();
        set.device.globalMemoryBytes = any();
        set.device.cacheBytes = any();
        set.device.mostGroupSize = std::uint64_t{1} << (random() % 13);
        set.device.addressBits = bits[random() % 2];
        set.warpMultiple = multiples[random() % 5];
        set.hasDouble = random() % 2 == 0;
        const auto spec = read(set);
        ASSERT_TRUE(spec) << toText(spec.diagnostics().front()) << "\nunits " << set.device.computeUnits
                          << ", clock " << set.device.clockMhz << ", local " << set.device.localMemoryBytes
                          << ", cache " << set.device.cacheBytes << ", group " << set.device.mostGroupSize
                          << ", multiple " << set.warpMultiple;
    }
}

} // namespace
} // namespace warpstring::calibration
