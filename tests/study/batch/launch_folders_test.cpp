// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/launch_folders.h"

#include "tests/study/study_fixture.h"

namespace warpstring::batch {
namespace {

class LaunchFoldersTest : public StudyTest {
protected:
    std::vector<std::string> found(const std::vector<std::filesystem::path>& paths) const {
        std::vector<std::string> names;
        const auto files = openLaunches(paths);
        if (!files)
            for (const auto& fault : files.diagnostics()) names.push_back(fault.code);
        else
            for (const auto& file : *files) names.push_back(file.path().lexically_relative(folder_).string());
        return names;
    }
    using Names = std::vector<std::string>;
};

TEST_F(LaunchFoldersTest, LaunchFilesBelowAFolderSortedByPath) {
    std::filesystem::create_directories(folder_ / "m" / "deep");
    writeSweep("z", 1);
    writeSweep("b", 1);
    write("m/deep/k.cl", "__kernel void k() {}\n");
    writeSweep("m/deep/a", 1);
    write("spec.toml", "schema = \"warpstring.hardware-spec/1\"\n# not a warpstring.launch/1\n");
    write("other.toml", "[package]\nname = \"x\"\n");
    write("broken-but-not-ours.toml", "[[[");
    write("launch.txt", "schema = \"warpstring.launch/1\"\n");
    EXPECT_EQ(found({folder_}), (Names{"b.toml", "m/deep/a.toml", "z.toml"}));
    EXPECT_EQ(found({folder_ / "z.toml", folder_ / "m", folder_ / "b.toml"}),
              (Names{"z.toml", "m/deep/a.toml", "b.toml"}));
}

TEST_F(LaunchFoldersTest, FaultsOfAllFiles) {
    writeSweep("good", 1);
    write("bad.toml", "schema = \"warpstring.launch/1\"\nkernel = [\n");
    write("worse.toml", "schema = \"warpstring.launch/1\"\nsurprise = 1\nkernel = \"k\"\nsource = \"k.cl\"\n"
                        "global = [64]\nlocal = [64]\n");
    EXPECT_EQ(found({folder_}), (Names{"launch.syntax", "launch.unknown-key"}));
    EXPECT_EQ(found({folder_ / "absent.toml"}), Names{"launch.file-not-found"});
}

TEST_F(LaunchFoldersTest, AFolderWithoutLaunches) {
    EXPECT_EQ(found({folder_}), Names{"batch.no-launches"});
    write("spec.toml", "schema = \"warpstring.hardware-spec/1\"\n");
    EXPECT_EQ(found({folder_}), Names{"batch.no-launches"});
    EXPECT_EQ(found({folder_ / "spec.toml"}), Names{"launch.wrong-schema"}) << "it was asked for by name";
}

} // namespace
} // namespace warpstring::batch
