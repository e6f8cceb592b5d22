// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/launch_files.h"

#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;
using test::smallKernel;
using test::smallLaunch;

TEST(LaunchFilesOfASource, AreThoseThatNameItSweepsLast) {
    const ScratchFolder folder;
    const auto source = folder.write("twice.cl", smallKernel);
    folder.write("a-sweep.toml", smallLaunch() + "\n[sweep]\nn = [256, 512]\n");
    folder.write("b.toml", smallLaunch());
    folder.write("a.toml", smallLaunch("./twice.cl"));
    folder.write("of-another.toml", smallLaunch("another.cl"));
    folder.write("broken.toml", "kernel = ");
    const std::vector<std::filesystem::path> expected{folder / "a.toml", folder / "b.toml",
                                                      folder / "a-sweep.toml"};
    EXPECT_EQ(launchFilesOf(source), expected);
    EXPECT_TRUE(launchFilesOf(folder / "nowhere/k.cl").empty());
}

} // namespace

} // namespace warpstring::gui
