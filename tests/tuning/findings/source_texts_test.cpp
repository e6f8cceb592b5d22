// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/source_texts.h"

#include "tests/tuning/findings/findings_fixture.h"

namespace warpstring::findings {
namespace {

class SourceTextsOfFindings : public test::SourcesTest {
protected:
    [[nodiscard]] Region regionOf(int line, int column) {
        return texts_.regionOf({(root_ / "src/k.cl").string(), line, column});
    }

    SourceTexts texts_{root_};
};

TEST_F(SourceTextsOfFindings, NamesAreFromTheRoot) {
    EXPECT_EQ(texts_.nameOf(root_ / "src/../src/k.cl"), "src/k.cl");
    EXPECT_EQ(texts_.nameOf(root_.parent_path() / "other.cl"), "../other.cl");
    EXPECT_EQ(repositoryRoot(root_ / "src"), root_) << ".git is there";
    EXPECT_EQ(texts_.text("src/k.cl").substr(0, 6), "int a;");
    EXPECT_EQ(texts_.text("src/none.cl"), "");
}

TEST_F(SourceTextsOfFindings, RegionsGoToTheLinesLastCharacter) {
    EXPECT_EQ(regionOf(1, 5), (Region{1, 5, 1, 7}));
    EXPECT_EQ(regionOf(3, 0), (Region{3, 3, 3, 15})) << "without a column from the first character on";
    EXPECT_EQ(regionOf(3, 15), (Region{3, 3, 3, 15})) << "a column behind the last character is none";
    EXPECT_EQ(regionOf(2, 1), (Region{2, 1, 2, 2})) << "an empty line has a region all the same";
    EXPECT_EQ(regionOf(99, 4), (Region{99, 1, 99, 2}));
    EXPECT_EQ(regionOf(0, 0), (Region{1, 1, 1, 2}));
}

TEST_F(SourceTextsOfFindings, ColumnsOfBytesBecomeColumnsOfUtf16) {
    write("src/k.cl", "/* \xc3\xa9 \xf0\x9f\x98\x80 */ x = 1;\n"); // 2 bytes and 1 unit, 4 bytes and 2 units
    EXPECT_EQ(regionOf(1, 15), (Region{1, 12, 1, 18}));
    write("src/bad.cl", "\xff\xff y;\n");
    EXPECT_EQ(texts_.regionOf({(root_ / "src/bad.cl").string(), 1, 4}), (Region{1, 4, 1, 6}));
}

TEST_F(SourceTextsOfFindings, HashesAreOfLinesThatAreThere) {
    EXPECT_NE(texts_.hashOf("src/k.cl", 3), texts_.hashOf("src/k.cl", 1));
    EXPECT_EQ(texts_.hashOf("src/k.cl", 9), "");
    EXPECT_EQ(texts_.hashOf("src/k.cl", 0), "");
}

TEST(UrisOfFindings, EncodeWhatMayNotStandInThem) {
    EXPECT_EQ(uriOf("src/k-1_a.cl"), "src/k-1_a.cl");
    EXPECT_EQ(uriOf("a b/100%:#\xc3\xa9.cl"), "a%20b/100%25%3A%23%C3%A9.cl");
}

} // namespace
} // namespace warpstring::findings
