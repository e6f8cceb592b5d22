// SPDX-License-Identifier: GPL-3.0-or-later
// Files and folders as launches that can travel.
#include "study/batch/resolved_launches.h"
#include "tests/study/study_fixture.h"

namespace warpstring::batch {
namespace {

class ResolvedLaunchesOfFiles : public StudyTest {};

TEST_F(ResolvedLaunchesOfFiles, bringTheirSourcesAlong) {
    writeSweep("sweep", 3);
    const auto launches = resolveLaunches({folder_ / "sweep.toml"});
    ASSERT_TRUE(launches) << toText(launches.diagnostics().front());
    ASSERT_EQ(launches->size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ((*launches)[i].sourceText, read("k.cl"));
        EXPECT_EQ((*launches)[i].launch.range.global[0], 64 * (i + 1));
    }
    EXPECT_NE(fingerprint((*launches)[0]), fingerprint((*launches)[1]));
}

TEST_F(ResolvedLaunchesOfFiles, areThoseOfAFolderToo) {
    writeSweep("first", 2);
    writeSweep("second", 1);
    const auto launches = resolveLaunches({folder_});
    ASSERT_TRUE(launches);
    EXPECT_EQ(launches->size(), 3U);
}

TEST_F(ResolvedLaunchesOfFiles, getTheOptionsAdded) {
    writeSweep("sweep", 1);
    const auto plain = resolveLaunches({folder_ / "sweep.toml"});
    const auto fast = resolveLaunches({folder_ / "sweep.toml"}, "-cl-fast-relaxed-math");
    ASSERT_TRUE(plain && fast);
    EXPECT_EQ((*plain)[0].launch.options.find("-cl-fast-relaxed-math"), std::string::npos);
    EXPECT_NE((*fast)[0].launch.options.find("-cl-fast-relaxed-math"), std::string::npos);
    EXPECT_NE(fingerprint((*plain)[0]), fingerprint((*fast)[0])) << "it is other work";
}

// A driver tells the type as it is spelled, and what "real" means stands in the source or in the options.
TEST_F(ResolvedLaunchesOfFiles, bringTheTypesThatTypedefsAndMacrosMean) {
    write("t.cl", "typedef REAL real;\n#define COUNT uint\ntypedef read_only image2d_t Picture;\n"
                  "__kernel void t(__global float* a, real scale, COUNT n, Picture in, sampler_t how) {\n"
                  "    if (n > 1u) a[0] = scale * read_imagef(in, how, (int2)(0, 0)).x;\n}\n");
    write("t.toml",
          "schema = \"warpstring.launch/1\"\nkernel = \"t\"\nsource = \"t.cl\"\nglobal = [64]\nlocal = [64]\n"
          "[macros]\nREAL = \"double\"\n"
          "[args]\na = { buffer = \"float\", count = 64 }\nscale = 2.0\nn = 5\n"
          "in = { image = [8, 8], format = \"UNORM_INT8\" }\nhow = { sampler = { filter = \"nearest\" } }\n");
    const auto launches = resolveLaunches({folder_ / "t.toml"});
    ASSERT_TRUE(launches) << toText(launches.diagnostics().front());
    const auto& types = launches->front().parameterTypes;
    EXPECT_EQ(types, (std::map<std::string, std::string>{
                         {"scale", "double"}, {"n", "uint"}, {"in", "image2d_t"}, {"how", "sampler_t"}}));
    records::ResolvedLaunch without = launches->front();
    without.parameterTypes.clear();
    EXPECT_EQ(fingerprint(without), fingerprint(launches->front())) << "it is the same work";
}

TEST_F(ResolvedLaunchesOfFiles, leaveTypesToTheDeviceWhereTheSourceDoesNotCompileHere) {
    write("t.cl", "__kernel void t(unknown n) {}\n");
    write("t.toml",
          "schema = \"warpstring.launch/1\"\nkernel = \"t\"\nsource = \"t.cl\"\nglobal = [64]\nlocal = [64]\n"
          "[args]\nn = 5\n");
    const auto launches = resolveLaunches({folder_ / "t.toml"});
    ASSERT_TRUE(launches) << toText(launches.diagnostics().front());
    EXPECT_TRUE(launches->front().parameterTypes.empty());
}

TEST_F(ResolvedLaunchesOfFiles, failWhereASourceIsMissing) {
    writeSweep("sweep", 1);
    std::filesystem::remove(folder_ / "k.cl");
    EXPECT_FALSE(resolveLaunches({folder_ / "sweep.toml"}));
    EXPECT_FALSE(resolveLaunches({folder_ / "missing.toml"}));
}

} // namespace
} // namespace warpstring::batch
