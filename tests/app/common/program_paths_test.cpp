// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/program_paths.h"

#include "tests/app/common/fixture.h"

namespace warpstring::cli {

namespace {

using std::filesystem::path;

class ProgramPaths : public test::FolderTest {
protected:
    ProgramPaths() {
        for (const char* name : {"WARPSTRING_SPECS", "WARPSTRING_SAMPLES", "XDG_DATA_HOME"})
            setVariable(name, std::nullopt);
        setVariable("HOME", folder_.string());
    }
};

TEST_F(ProgramPaths, APersonsSpecsAreWhereDataOfProgramsBelong) {
    EXPECT_EQ(userSpecFolder(), folder_ / ".local/share/warpstring/hwspecs");
    setVariable("XDG_DATA_HOME", "/data");
    EXPECT_EQ(userSpecFolder(), path("/data/warpstring/hwspecs"));
    setVariable("XDG_DATA_HOME", "");
    EXPECT_EQ(userSpecFolder(), folder_ / ".local/share/warpstring/hwspecs") << "an empty variable is none";
    setVariable("HOME", std::nullopt);
    EXPECT_EQ(userSpecFolder(), path()) << "there is no home";
}

TEST_F(ProgramPaths, NearerFoldersOfSpecsComeFirst) {
    setVariable("WARPSTRING_SPECS", "/further");
    EXPECT_EQ(specFolders("given"),
              (std::vector<path>{"given", "/further", userSpecFolder(), shippedSpecFolder()}));
    EXPECT_EQ(specFolders(""), (std::vector<path>{"/further", userSpecFolder(), shippedSpecFolder()}));
    setVariable("WARPSTRING_SPECS", std::nullopt);
    setVariable("HOME", std::nullopt);
    EXPECT_EQ(specFolders(""), (std::vector<path>{shippedSpecFolder()})) << "no empty path is looked in";
}

TEST_F(ProgramPaths, SamplesAreShippedUnlessAVariableNamesOthers) {
    EXPECT_EQ(samplesFolder(), path(WARPSTRING_SOURCE_DIR) / "samples");
    setVariable("WARPSTRING_SAMPLES", "/mine");
    EXPECT_EQ(samplesFolder(), path("/mine"));
}

TEST_F(ProgramPaths, AccuracyRecordsAreThoseOfTheTree) {
    EXPECT_TRUE(std::filesystem::exists(accuracyFolder() / "accuracy-h200.json")) << accuracyFolder();
}

TEST_F(ProgramPaths, ASpecIsTheFirstOfItsName) {
    const auto shipped = loadSpec("geforce-8800-gtx", specFolders(""));
    ASSERT_TRUE(shipped) << toText(shipped.diagnostics().front());
    EXPECT_EQ(shipped->execution.multiprocessors, 16) << "the NVIDIA G80 has 16 of them";

    const path own = folder_ / "own";
    std::filesystem::create_directories(own);
    std::filesystem::copy_file(shippedSpecFolder() / "tesla-c1060.toml", own / "geforce-8800-gtx.toml");
    const auto nearer = loadSpec("geforce-8800-gtx", specFolders(own.string()));
    ASSERT_TRUE(nearer);
    EXPECT_EQ(nearer->execution.multiprocessors, 30)
        << "the file of that name that is looked at first is a C1060's";

    const auto byPath = loadSpec((own / "geforce-8800-gtx.toml").string(), {});
    ASSERT_TRUE(byPath) << "a path needs no folder";
    EXPECT_EQ(byPath->execution.multiprocessors, 30);
}

TEST_F(ProgramPaths, ASpecThatIsNotThereIsAFaultThatSuggestsAnother) {
    const auto spec = loadSpec("geforce-8800-gt", specFolders(""));
    ASSERT_FALSE(spec);
    EXPECT_NE((spec.diagnostics().front().message + spec.diagnostics().front().hint).find("geforce-8800-gtx"),
              std::string::npos)
        << toText(spec.diagnostics().front());
    const auto faulty = loadSpec(write("faulty.toml", "name = 3\n").string(), {});
    ASSERT_FALSE(faulty);
    EXPECT_EQ(faulty.diagnostics().front().place.file, (folder_ / "faulty.toml").string());
}

} // namespace

} // namespace warpstring::cli
