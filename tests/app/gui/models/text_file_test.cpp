// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/text_file.h"

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;

TEST(TextFile, HoldsWhatWasWrittenByteByByte) {
    const ScratchFolder folder;
    for (const std::string& text :
         {std::string(), std::string("a\r\nb\n"), std::string("nul\0in it", 9), std::string("no line's end"),
          std::string("\xef\xbb\xbf\u00b5s"), std::string(1 << 20, 'x')}) {
        ASSERT_TRUE(writeText(folder / "k.cl", text).empty());
        const auto read = readText(folder / "k.cl");
        ASSERT_TRUE(read);
        EXPECT_EQ(*read, text);
    }
}

TEST(TextFile, IsReplacedAsAWhole) {
    const ScratchFolder folder;
    ASSERT_TRUE(writeText(folder / "k.cl", "a long text").empty());
    ASSERT_TRUE(writeText(folder / "k.cl", "short").empty());
    EXPECT_EQ(folder.read("k.cl"), "short");
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        files += entry.exists() ? 1 : 0;
    EXPECT_EQ(files, 1U) << "nothing is left of how it was written";
}

TEST(TextFile, ThatCannotBeReadSaysWhy) {
    const ScratchFolder folder;
    const auto absent = readText(folder / "absent.cl");
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.diagnostics().front().code, "file.unreadable");
    EXPECT_EQ(absent.diagnostics().front().place.file, (folder / "absent.cl").string());
    const auto ofFolder = readText(folder.path());
    ASSERT_FALSE(ofFolder);
    EXPECT_EQ(ofFolder.diagnostics().front().code, "file.unreadable");
    EXPECT_NE(ofFolder.diagnostics().front().message.find("is a folder"), std::string::npos);
}

TEST(TextFile, ThatCannotBeWrittenLeavesWhatWasThere) {
    const ScratchFolder folder;
    const Diagnostics faults = writeText(folder / "no/such/folder/k.cl", "text");
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults.front().code, "file.unwritable");
    EXPECT_FALSE(std::filesystem::exists(folder / "no"));
    folder.write("place/inside.cl", "kept");
    EXPECT_FALSE(writeText(folder / "place", "a folder is there").empty());
    EXPECT_EQ(folder.read("place/inside.cl"), "kept");
}

} // namespace

} // namespace warpstring::gui
