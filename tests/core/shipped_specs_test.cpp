// SPDX-License-Identifier: GPL-3.0-or-later
// The files of hwspecs/ and the paper's figures in them.
#include <set>

#include <gtest/gtest.h>

#include "core/files/hardware_spec_file.h"
#include "core/files/hardware_spec_schema.h"

namespace warpstring {
namespace {

const std::filesystem::path shipped = std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs";

HardwareSpec load(const std::string& name) {
    auto spec = readHardwareSpec(shipped / (name + ".toml"));
    if (spec) return std::move(spec).value();
    for (const Diagnostic& fault : spec.diagnostics()) ADD_FAILURE() << toText(fault);
    return {};
}

TEST(ShippedSpecs, AllLoadAndAreNamedAfterTheirFile) {
    const auto specs = listHardwareSpecs({shipped});
    EXPECT_GE(specs.size(), 2U);
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
    EXPECT_EQ(spec.provenance.at("global_memory.bandwidth_gb_s").source, "BDGH10");
    EXPECT_NE(spec.provenance.at("global_memory.latency").note.find("400 to 800"), std::string::npos);
    EXPECT_EQ(spec.globalMemory.coalescing, CoalescingRule::StrictHalfWarp);
    EXPECT_FALSE(spec.instructions.contains(OperationClass::DoubleAdd));
    EXPECT_EQ(spec.instructions.at(OperationClass::IntegerMultiply).cycles, 16);
}

TEST(ShippedSpecs, TheTeslaHasOneDoubleUnit) {
    const HardwareSpec spec = load("tesla-c1060");
    EXPECT_EQ(spec.instructions.at(OperationClass::DoubleMad).cycles, 32);
    EXPECT_EQ(spec.globalMemory.coalescing, CoalescingRule::SegmentHalfWarp);
    EXPECT_EQ(spec.instructions.size(), operationClassCount);
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
} // namespace warpstring
