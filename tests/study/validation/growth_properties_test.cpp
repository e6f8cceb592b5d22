// SPDX-License-Identifier: GPL-3.0-or-later
// A seeded share of what build/release/bench/growth_check asks of all samples and of thousands of kernels.
#include "study/validation/growth_properties.h"

#include <gtest/gtest.h>

#include "core/files/launches/launch_file.h"
#include "core/files/specs/hardware_spec_file.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::validation {
namespace {

const std::string folder = WARPSTRING_SOURCE_DIR;

const HardwareSpec& spec() {
    static const auto read = files::readHardwareSpec(folder + "/hwspecs/nvidia-h200.toml");
    return *read;
}

Pdg graphOf(const std::string& source) {
    auto graph = frontend::buildPdg({"k.cl", source}, "k", {"", 64});
    EXPECT_TRUE(graph.ok()) << toText(graph.diagnostics().front());
    return std::move(*graph);
}

BufferArgument ints(std::uint64_t count, BufferInit init) {
    BufferArgument buffer;
    buffer.type = {ScalarType::Int, 1};
    buffer.count = count;
    buffer.init = init;
    buffer.range = {3, 900};
    return buffer;
}

Launch launchOver(std::array<std::uint64_t, 3> global) {
    Launch launch;
    launch.name = launch.kernel = "k";
    launch.range = {2, global, {64, 1, 1}};
    return launch;
}

std::vector<std::string> namesOf(const std::vector<GrownLaunch>& grown) {
    std::vector<std::string> names;
    names.reserve(grown.size());
    for (const GrownLaunch& each : grown) names.push_back(std::string(wordOf(each.growth)) + ": " + each.what);
    return names;
}

TEST(GrowthProperties, aLaunchGrowsInEachDimensionAndArgument) {
    Launch launch = launchOver({4096, 4, 1});
    launch.arguments["a"] = ints(16384, BufferInit::Random);
    launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{10}};
    launch.arguments["scratch"] = LocalArgument{256};
    const std::string body =
        "{ int i = get_global_id(1) * 4096 + get_global_id(0); scratch[get_local_id(0)] = 0;"
        " for (int k = 0; k < n; k++) ";
    const std::string parameters = "__kernel void k(__global int* a, __local int* scratch, int n) ";
    const auto grown = grownLaunches(graphOf(parameters + body + "a[i] += scratch[k]; }"), launch);
    EXPECT_EQ(namesOf(grown), (std::vector<std::string>{"groups: global[0] x 2", "groups: global[1] x 2",
                                                        "trips: n x 2", "local bytes: scratch x 2"}));
    EXPECT_EQ(grown[1].launch.range.global, (std::array<std::uint64_t, 3>{4096, 8, 1}));
    EXPECT_EQ(std::get<BufferArgument>(grown[1].launch.arguments.at("a")).count, 32768U);
    EXPECT_EQ(std::get<LocalArgument>(grown[3].launch.arguments.at("scratch")).bytes, 512U);
    // What data lead to collides, and who shares out the work has no more of it over more groups.
    const auto atomic =
        grownLaunches(graphOf(parameters + body + "atomic_inc(&a[a[i] + get_num_groups(0)]); }"), launch);
    EXPECT_EQ(namesOf(atomic), (std::vector<std::string>{"contention: a all alike", "trips: n x 2",
                                                         "local bytes: scratch x 2"}));
    EXPECT_EQ(std::get<BufferArgument>(atomic[0].launch.arguments.at("a")).constant, 3);
}

TEST(GrowthProperties, whatIsNoTripCountIsNotAskedFor) {
    Launch launch = launchOver({65536, 1, 1});
    launch.arguments["a"] = ints(65536, BufferInit::Zero);
    launch.arguments["n"] = launch.arguments["step"] =
        ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{40}};
    const auto findings =
        growthFindings(graphOf("__kernel void k(__global int* a, int n, int step) {\n"
                               "    for (int i = 0; i < n * 16; i += step) a[get_global_id(0)] += i * n;\n"
                               "}\n"),
                       launch, spec());
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->size(), 2U) << "twice the step is half the trips";
    EXPECT_EQ((*findings)[0].growth, Growth::Groups);
    EXPECT_EQ((*findings)[1].what, "n x 2");
    for (const GrowthFinding& finding : *findings) {
        EXPECT_TRUE(finding.isExact);
        EXPECT_FALSE(finding.isViolation()) << finding.what;
        EXPECT_GT(finding.afterUs, finding.beforeUs) << finding.what;
    }
}

// Beyond a buffer's end all read its last element, which takes less than what is there.
TEST(GrowthProperties, tripsThatLeaveTheirBuffersAreNoMore) {
    Launch launch = launchOver({4096, 1, 1});
    launch.arguments["a"] = ints(131072, BufferInit::Zero);
    launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{32}};
    const auto findingsOf = [&](const std::string& index) {
        const auto findings =
            growthFindings(graphOf("__kernel void k(__global int* a, int n) {\n    int sum = 0;\n"
                                   "    for (int i = 0; i < n; ++i) sum += a[" +
                                   index + "];\n    a[get_global_id(0)] = sum;\n}\n"),
                           launch, spec());
        return findings.value_or(std::vector<GrowthFinding>());
    };
    EXPECT_EQ(findingsOf("get_global_id(0) + i * 1024").size(), 2U);
    EXPECT_EQ(findingsOf("get_global_id(0) + i * 4096").size(), 1U) << "the buffer holds half of them";
}

TEST(GrowthProperties, groupsBeyondTheKernelsOwnBoundAreIdle) {
    Launch launch = launchOver({65536, 1, 1});
    launch.arguments["a"] = ints(65536, BufferInit::Zero);
    launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{65536}};
    const auto findings = growthFindings(graphOf("__kernel void k(__global int* a, int n) {\n"
                                                 "    if (get_global_id(0) < n) a[get_global_id(0)] += 1;\n"
                                                 "}\n"),
                                         launch, spec());
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->size(), 1U);
    EXPECT_EQ((*findings)[0].growth, Growth::IdleGroups);
}

TEST(GrowthProperties, ATenthOfAPercentIsForgiven) {
    GrowthFinding finding;
    finding.beforeUs = 1000;
    finding.afterUs = 999.5;
    EXPECT_FALSE(finding.isViolation());
    finding.afterUs = 998;
    EXPECT_TRUE(finding.isViolation());
}

TEST(GrowthProperties, randomKernelsAreNeverFasterOverMoreGroups) {
    std::size_t asked = 0;
    for (std::uint64_t index = 0; index < 5; ++index) {
        const auto findings = growthFindingsOfRandom(31, index, 0, spec());
        ASSERT_TRUE(findings) << index;
        for (const GrowthFinding& finding : *findings) {
            ++asked;
            EXPECT_FALSE(finding.isViolation()) << finding.launch << " of seed 31: " << finding.beforeUs
                                                << " us, " << finding.what << ": " << finding.afterUs << " us";
        }
    }
    EXPECT_GE(asked, 2U);
}

TEST(GrowthProperties, samplesAreNeverFasterWithMore) {
    std::size_t asked = 0;
    for (const char* file :
         {"matmul/matmul-naive", "reduction/reduce-sequential", "field/histogram/histogram-global-atomics"}) {
        const auto launches = files::readLaunchFile(folder + "/samples/" + file + ".toml", false);
        ASSERT_TRUE(launches) << file;
        const Launch& launch = launches->launches.front();
        const auto source = frontend::readKernelSource(launch.source.string());
        ASSERT_TRUE(source);
        const auto graph =
            frontend::buildPdg(*source, launch.kernel, {launch.options, spec().device.addressBits});
        ASSERT_TRUE(graph) << file;
        const auto findings = growthFindings(*graph, launch, spec());
        ASSERT_TRUE(findings) << file;
        for (const GrowthFinding& finding : *findings) {
            ++asked;
            EXPECT_FALSE(finding.isViolation()) << finding.launch << ": " << finding.beforeUs << " us, "
                                                << finding.what << ": " << finding.afterUs << " us";
        }
    }
    EXPECT_GE(asked, 5U);
}

} // namespace
} // namespace warpstring::validation
