// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/probed_launch.h"

#include <algorithm>

#include "pdg/frontend/build_pdg.h"
#include "tests/study/study_fixture.h"

namespace warpstring::batch {

namespace {

class ProbedLaunchTest : public StudyTest {
protected:
    Launch launchOf(const std::string& source) {
        write("probed.cl", source);
        Launch launch;
        launch.source = folder_ / "probed.cl";
        launch.kernel = "probed";
        launch.range = {1, {512, 1, 1}, {64, 1, 1}};
        return launch;
    }
    static Pdg graphOf(const Launch& launch, const std::string& text) {
        auto pdg =
            frontend::buildPdg({launch.source.string(), text}, launch.kernel, {launch.options, 64, false});
        EXPECT_TRUE(pdg) << toText(pdg.diagnostics().front()) << "\n" << text;
        return pdg ? std::move(*pdg) : Pdg{};
    }
    static std::size_t stores(const Pdg& pdg) {
        return static_cast<std::size_t>(
            std::count_if(pdg.accesses.begin(), pdg.accesses.end(),
                          [](const auto& access) { return access.kind == AccessKind::Store; }));
    }
};

TEST_F(ProbedLaunchTest, PutsAStoreOfSixteenBytesBehindTheKernel) {
    const std::string source =
        "__kernel void probed(__global const float* restrict in, __constant float* weights,\n"
        "                     __local float* room, __global float* out, uint n, float2 pair) {\n"
        "    const uint i = get_global_id(0);\n"
        "    room[get_local_id(0)] = in[i] * weights[1] + pair.x;\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    if (i < n) out[i] = room[63 - get_local_id(0)];\n"
        "}\n";
    const Launch launch = launchOf(source);
    const Pdg plain = graphOf(launch, source);
    const auto probed = probedLaunch(launch, plain, 32, 1);
    ASSERT_TRUE(probed);
    const Pdg graph = graphOf(probed->launch, probed->text);
    EXPECT_EQ(stores(graph), stores(plain) + 1);
    ASSERT_EQ(graph.arguments.size(), plain.arguments.size() + 2);
    for (const KernelArgument& argument : graph.arguments)
        EXPECT_TRUE(argument.name.starts_with("warpstring_") ==
                    probed->launch.arguments.contains(argument.name))
            << argument.name;
}

TEST_F(ProbedLaunchTest, HandsImagesAndSamplersOn) {
    const std::string source =
        "__kernel void probed(read_only image2d_t in, sampler_t how, write_only image1d_t out) {\n"
        "    const int i = get_global_id(0);\n"
        "    write_imagef(out, i, read_imagef(in, how, (int2)(i, 0)));\n}\n";
    const Launch launch = launchOf(source);
    const Pdg plain = graphOf(launch, source);
    const auto probed = probedLaunch(launch, plain, 32, 1);
    ASSERT_TRUE(probed);
    const Pdg graph = graphOf(probed->launch, probed->text);
    EXPECT_EQ(stores(graph), stores(plain) + 1);
    ASSERT_EQ(graph.arguments.size(), 3u + 2u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(graph.arguments[i].kind, plain.arguments[i].kind);
        EXPECT_EQ(graph.arguments[i].access, plain.arguments[i].access);
    }
}

TEST_F(ProbedLaunchTest, MakesRoomForTheWarpsThatAreStamped) {
    const std::string source = "__kernel void probed(__global float* a) { a[get_global_id(0)] = 1; }\n";
    const Launch launch = launchOf(source);
    const Pdg plain = graphOf(launch, source);
    const auto stampsOf = [&](double fraction) {
        const auto probed = probedLaunch(launch, plain, 32, fraction);
        return std::get<BufferArgument>(probed->launch.arguments.at("warpstring_stamps")).count;
    };
    EXPECT_EQ(stampsOf(1), 16U);    // 8 groups of 2 warps
    EXPECT_EQ(stampsOf(0.25), 4U);  // every fourth
    EXPECT_EQ(stampsOf(0.125), 2U); // the first alone
}

TEST_F(ProbedLaunchTest, IsNotThereWhereAStampWouldBeOfNoWarp) {
    const std::string source = "__kernel void probed(__global float* a) { a[get_global_id(0)] = 1; }\n";
    const Launch launch = launchOf(source);
    const Pdg plain = graphOf(launch, source);
    EXPECT_FALSE(probedLaunch(launch, plain, 0, 1));
    EXPECT_FALSE(probedLaunch(launch, plain, 32, 0));
}

TEST_F(ProbedLaunchTest, IsAroundTheTextOfTheGraph) {
    const std::string source = "__kernel void probed(__global float* a) { a[get_global_id(0)] = 1; }\n";
    const Launch launch = launchOf(source);
    const std::string edited = "__kernel void probed(__global float* a) { a[get_global_id(0)] = 2; }\n";
    const auto probed = probedLaunch(launch, graphOf(launch, edited), 32, 1);
    ASSERT_TRUE(probed);
    EXPECT_NE(probed->text.find(edited), std::string::npos) << "whatever the file says";
}

} // namespace

} // namespace warpstring::batch
