// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/sample_list.h"

#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

TEST(SampleList, HoldsEveryShippedLaunchPatternAndNestOnceInOrder) {
    const auto root = std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples";
    const auto isDescription = [](const std::filesystem::path& file) {
        return file.extension() == ".pattern" ||
               (file.extension() == ".c" && file.parent_path().filename() == "nests");
    };
    std::set<std::filesystem::path> expected;
    for (const auto& folder : std::filesystem::directory_iterator(root))
        if (folder.is_directory())
            for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
                if (isDescription(entry.path()) || (entry.path().extension() == ".toml" &&
                                                    entry.path().filename().string().rfind("check-", 0) != 0))
                    expected.insert(entry.path());
    std::set<std::filesystem::path> listed;
    std::filesystem::path before;
    for (const Sample& sample : listSamples(root)) {
        EXPECT_TRUE(listed.insert(sample.file).second);
        EXPECT_LT(before, sample.file);
        before = sample.file;
        EXPECT_EQ(sample.name.toStdString(), sample.file.stem().string());
        EXPECT_EQ(sample.folder.toStdString(), sample.file.parent_path().filename().string());
        EXPECT_FALSE(sample.description.isEmpty()) << sample.file;
        EXPECT_EQ(sample.kernel.isEmpty(), isDescription(sample.file)) << sample.file;
        EXPECT_GE(sample.launches, 1U);
    }
    EXPECT_EQ(listed, expected);
}

TEST(SampleList, PassesOverWhatItCannotRead) {
    const test::ScratchFolder folder;
    folder.write("mine/twice.cl", test::smallKernel);
    folder.write("mine/good.toml", test::smallLaunch());
    folder.write("mine/sweep.toml", test::smallLaunch() + "\n[sweep]\nn = [256, 512, 1024]\n");
    folder.write("mine/check-good.toml", test::smallLaunch());
    folder.write("mine/broken.toml", "kernel = ");
    folder.write("mine/empty.toml", "");
    folder.write("mine/notes.txt", "");
    folder.write("top.toml", test::smallLaunch());
    std::filesystem::create_directories(folder / "mine/folder.toml");
    const auto samples = listSamples(folder.path());
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_EQ(samples[0].name, QStringLiteral("good"));
    EXPECT_EQ(samples[0].launches, 1U);
    EXPECT_EQ(samples[1].launches, 3U);
    EXPECT_TRUE(listSamples(folder / "nowhere").empty());
}

} // namespace

} // namespace warpstring::gui
