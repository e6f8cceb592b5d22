// SPDX-License-Identifier: GPL-3.0-or-later
// Files and folders as launches that can travel.
#include "study/batch/resolved_launches.h"
#include "tests/study/study_fixture.h"

namespace warpstring {
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

TEST_F(ResolvedLaunchesOfFiles, failWhereASourceIsMissing) {
    writeSweep("sweep", 1);
    std::filesystem::remove(folder_ / "k.cl");
    EXPECT_FALSE(resolveLaunches({folder_ / "sweep.toml"}));
    EXPECT_FALSE(resolveLaunches({folder_ / "missing.toml"}));
}

} // namespace
} // namespace warpstring
