// SPDX-License-Identifier: GPL-3.0-or-later
// Variants as launch files: what is read from them is the variant.
#include "core/files/launches/launch_file.h"
#include "core/records/resolved_launch.h"
#include "tests/tuning/search/search_fixture.h"
#include "tuning/search/winner_files.h"

namespace warpstring::search {
namespace {

class WinnerFiles : public SearchTest {
protected:
    static std::string work(Launch launch) {
        launch.name.clear();
        launch.file.clear();
        launch.source = launch.source.lexically_normal();
        launch.swept.clear();
        return records::launchToJson(launch).compact();
    }
};

TEST_F(WinnerFiles, sayTheVariantAndKeepComments) {
    std::filesystem::create_directories(folder_ / "out");
    const std::string more =
        "[constants]\nwork = 3 # of a thread\n[tune]\nSTRIDE = [1, 2.5]\nlocal = [[32], \"16 * 8\"]\nwork "
        "= [1, \"2 + 2\"]\n";
    auto all = texts(more);
    VariantMaker maker(all);
    for (VariantId id = 0; id < all.space().combinations(); ++id) {
        const auto files = variantFiles(all, id, "won", folder_ / "out");
        ASSERT_TRUE(files.ok()) << toText(files.diagnostics().front());
        EXPECT_EQ(files->launchFile, folder_ / "out" / "won.toml");
        EXPECT_TRUE(files->sourceFile.empty());
        EXPECT_NE(files->launch.find("# as found"), std::string::npos);
        EXPECT_NE(files->launch.find("# of a thread"), std::string::npos);
        const auto read = files::parseLaunchFile(files->launch, files->launchFile);
        ASSERT_TRUE(read.ok()) << files->launch;
        ASSERT_EQ(read->launches.size(), 1U);
        const auto variant = maker.make(id);
        ASSERT_TRUE(variant.ok());
        EXPECT_EQ(work(read->launches[0]), work(variant->launch)) << files->launch;
    }
}

TEST_F(WinnerFiles, dropTheSweepThatWasTried) {
    auto all = texts("[sweep]\nSTRIDE = [1, 2]\nROUNDS = [1, 2]\n");
    const auto files = variantFiles(all, 2, "won", folder_);
    ASSERT_TRUE(files.ok());
    const auto read = files::parseLaunchFile(files->launch, files->launchFile);
    ASSERT_TRUE(read.ok()) << files->launch;
    ASSERT_EQ(read->launches.size(), 1U);
    EXPECT_NE(read->launches[0].options.find("-DSTRIDE=2 -DROUNDS=1"), std::string::npos);
    EXPECT_EQ(files->launch.find("sweep"), std::string::npos);
}

TEST_F(WinnerFiles, haveTheSourceWhereItChanged) {
    auto all = texts("[tune]\n\"rewrite.none\" = [\"\", \"comment\"]\n",
                     [](const std::string& launch, const std::string& source, const std::vector<std::string>&)
                         -> Result<RewrittenTexts> { return RewrittenTexts{launch, "// changed\n" + source}; });
    const auto files = variantFiles(all, 1, "won", folder_ / "out");
    ASSERT_TRUE(files.ok());
    EXPECT_EQ(files->sourceFile, folder_ / "out" / "won.cl");
    EXPECT_TRUE(files->source.starts_with("// changed\n"));
    EXPECT_NE(files->launch.find("source = \"won.cl\""), std::string::npos);
}

TEST_F(WinnerFiles, findWhatARewrittenSourceIncludesBesideTheOldOne) {
    const auto including = [](const std::string& launch, const std::string& source,
                              const std::vector<std::string>&) -> Result<RewrittenTexts> {
        return RewrittenTexts{launch, "#include \"near.h\"\n" + source};
    };
    auto all = texts("[tune]\nrewrite.none = [\"comment\"]\n", including);
    std::filesystem::create_directories(folder_ / "out");
    const auto options = [&](const Result<VariantFiles>& files) {
        std::ofstream(files->sourceFile) << files->source;
        const auto read = files::parseLaunchFile(files->launch, files->launchFile);
        EXPECT_TRUE(read.ok()) << (read ? "" : toText(read.diagnostics().front()));
        return read->launches[0].options;
    };
    const std::string folder = std::filesystem::absolute(folder_).lexically_normal().string();
    EXPECT_NE(options(variantFiles(all, 0, "won", folder_ / "out")).find("-I " + folder), std::string::npos);
    EXPECT_EQ(options(variantFiles(all, 0, "won", folder_)).find("-I"), std::string::npos)
        << "beside it already";
    EXPECT_EQ(options(variantFiles(all, 0, "won", folder_ / "out", Includes::Left)).find("-I"),
              std::string::npos);
}

} // namespace
} // namespace warpstring::search
