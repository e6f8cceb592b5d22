// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a spec that cannot be true together, each by one change of a shipped spec.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "core/files/specs/spec_document.h"

namespace warpstring::files {
namespace {

using Change = std::pair<std::string, std::string>;

class SpecChecks : public testing::Test {
protected:
    static SpecDocument shipped(const std::string& name) {
        const auto path = std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs" / (name + ".toml");
        std::ifstream in(path, std::ios::binary);
        return SpecDocument::parse({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()},
                                   path);
    }

    /// The faults of the spec with these changes, each "code at key", by the key on whose line it stands.
    static std::vector<std::string> faults(const std::string& name, const std::vector<Change>& changes) {
        SpecDocument document = shipped(name);
        for (const auto& [path, value] : changes) EXPECT_TRUE(document.set(path, value).empty()) << path;
        std::vector<std::string> all;
        const auto spec = document.validate();
        if (spec) return all;
        for (const auto& fault : spec.diagnostics()) {
            EXPECT_FALSE(fault.hint.empty());
            all.push_back(fault.code + " at " + document.pathAtLine(fault.place.line));
        }
        return all;
    }

    static void expectImpossible(const std::string& path, const std::string& value) {
        const auto found = faults("geforce-8800-gtx", {{path, value}});
        EXPECT_FALSE(found.empty()) << path << " = " << value;
        for (const auto& fault : found) EXPECT_EQ(fault.substr(0, 22), "spec.impossible-value ") << fault;
    }

    static int valueOf(const std::string& path) {
        return std::stoi(shipped("geforce-8800-gtx").entry(path).value);
    }
};

TEST_F(SpecChecks, shippedSpecsPassThem) {
    EXPECT_TRUE(faults("geforce-8800-gtx", {}).empty());
    EXPECT_TRUE(faults("nvidia-h200", {}).empty());
}

TEST_F(SpecChecks, sizesThatHardwareSelectsByBitsArePowersOfTwo) {
    for (const char* const path : {"execution.warp_size", "shared_memory.banks", "shared_memory.bank_bytes",
                                   "global_memory.uncoalesced_bytes", "global_memory.max_transaction_bytes"})
        expectImpossible(path, "24");
}

TEST_F(SpecChecks, targetsOfLlvmHaveWidePointers) {
    const auto found = faults("amd-mi210", {{"device.address_bits", "32"}});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], "spec.impossible-value at device.llvm_target");
}

TEST_F(SpecChecks, partsAreNoLargerThanTheirWhole) {
    const auto above = [](const std::string& path) { return std::to_string(valueOf(path) + 1); };
    expectImpossible("occupancy.work_items",
                     std::to_string(valueOf("occupancy.warps") * valueOf("execution.warp_size") + 1));
    expectImpossible("occupancy.group_size", above("occupancy.work_items"));
    expectImpossible("occupancy.register_unit", above("occupancy.registers"));
    expectImpossible("occupancy.warp_granule", above("occupancy.warps"));
    expectImpossible("occupancy.shared_bytes_per_group", above("occupancy.shared_bytes"));
    expectImpossible("occupancy.shared_reserved", above("occupancy.shared_bytes"));
}

TEST_F(SpecChecks, theWholeItselfIsAllowed) {
    const auto same = [](const std::string& path) { return shipped("geforce-8800-gtx").entry(path).value; };
    EXPECT_TRUE(
        faults("geforce-8800-gtx", {{"occupancy.shared_reserved", same("occupancy.shared_bytes")}}).empty());
    EXPECT_TRUE(faults("geforce-8800-gtx",
                       {{"occupancy.work_items",
                         std::to_string(valueOf("occupancy.warps") * valueOf("execution.warp_size"))}})
                    .empty());
}

TEST_F(SpecChecks, requestsDivideTheWarp) {
    for (const char* const path : {"shared_memory.lanes_per_access", "global_memory.lanes_per_request"}) {
        expectImpossible(path, "12");
        expectImpossible(path, "64");
        EXPECT_TRUE(faults("geforce-8800-gtx", {{path, "8"}}).empty());
    }
}

TEST_F(SpecChecks, pointersHaveThirtyTwoOrSixtyFourBits) {
    expectImpossible("device.address_bits", "48");
    EXPECT_TRUE(faults("geforce-8800-gtx", {{"device.address_bits", "64"}}).empty());
}

TEST_F(SpecChecks, faultsStandAtTheValueThatIsWrong) {
    const auto found = faults("geforce-8800-gtx", {{"shared_memory.banks", "24"}});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], "spec.impossible-value at shared_memory.banks");
}

TEST_F(SpecChecks, coalescingRulesNeedTheirOwnSizes) {
    for (const char* const rule : {"segment-half-warp", "sector-warp"}) {
        SpecDocument document = shipped("geforce-8800-gtx");
        ASSERT_TRUE(document.set("global_memory.coalescing", rule).empty());
        if (document.entry("global_memory.min_transaction_bytes").present) {
            ASSERT_TRUE(document.remove("global_memory.min_transaction_bytes").empty());
        }
        const auto spec = document.validate();
        ASSERT_FALSE(spec) << rule;
        EXPECT_EQ(spec.diagnostics().front().code, "spec.missing-key");
        EXPECT_NE(spec.diagnostics().front().hint.find(rule), std::string::npos);
        ASSERT_TRUE(document.set("global_memory.min_transaction_bytes", "32").empty());
        EXPECT_TRUE(document.validate()) << rule;
    }
}

} // namespace
} // namespace warpstring::files
