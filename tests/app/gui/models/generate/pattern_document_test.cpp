// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern's text as it is edited: what it says, its sizes, its file.
#include "app/gui/models/generate/pattern_document.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "app/gui/models/generate/size_table.h"
#include "app/gui/models/launch/form_roles.h"
#include "tests/app/gui/scratch_folder.h"
#include "tests/app/gui/written_pattern.h"

namespace warpstring::gui {

namespace {

class PatternDocumentTest : public testing::Test {
protected:
    void open(const std::string& text = test::doublePattern) {
        ASSERT_TRUE(document_.open(folder_.write("twice.pattern", text)).empty());
        ready();
    }
    void ready() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !document_.busy(); }, 20'000));
    }
    test::ScratchFolder folder_;
    PatternDocument document_;
};

TEST_F(PatternDocumentTest, AProgramComesOfTheTextAndFaultsHaveTheirPlaces) {
    open();
    ASSERT_TRUE(document_.program());
    EXPECT_EQ(document_.program()->name, "double_all");
    document_.setText("size n = 10;\nf(x: float[n]) = x |> split(4)\n");
    EXPECT_FALSE(document_.program()) << "the text has not been read";
    ready();
    EXPECT_FALSE(document_.program());
    ASSERT_EQ(document_.reading().faults.size(), 1U);
    const Diagnostic& fault = document_.reading().faults.front();
    EXPECT_EQ(fault.code, "pattern.type");
    EXPECT_EQ(fault.place.file, document_.path().string());
    EXPECT_EQ(fault.place.line, 2);
    EXPECT_EQ(fault.place.column, 23);
    ASSERT_EQ(document_.reading().sizes.size(), 1U) << "sizes are known all the same";
}

TEST_F(PatternDocumentTest, ReadsLoopsInCWithWhatIsTakenForGranted) {
    ASSERT_TRUE(isPatternFile("a.c"));
    ASSERT_TRUE(document_
                    .open(folder_.write("scaled.c", "#define N 4096\n"
                                                    "void scaled(const float a[N], float b[N]) {\n"
                                                    "#pragma warpstring parallel\n"
                                                    "    for (int i = 0; i < N; ++i) b[i] = 2.0f * a[i];\n"
                                                    "}\n"))
                    .empty());
    ready();
    ASSERT_TRUE(document_.program()) << toText(document_.reading().faults.front());
    EXPECT_EQ(document_.program()->name, "scaled");
    ASSERT_FALSE(document_.reading().notes.empty()) << "that the arrays are apart";
    EXPECT_EQ(document_.reading().notes.front().place.file, document_.path().string());
    document_.setText(
        "void f(float a[8]) {\n#pragma warpstring parallel\n    for (int i = 1; i < 8; ++i) a[i] = "
        "a[i - 1];\n}\n");
    ready();
    EXPECT_FALSE(document_.program());
    ASSERT_FALSE(document_.reading().faults.empty());
}

TEST_F(PatternDocumentTest, OnlyTheLatestTextIsTold) {
    open();
    QSignalSpy read(&document_, &PatternDocument::read);
    for (int i = 0; i < 40; ++i)
        document_.setText("f(x: float[" + std::to_string(i + 1) + "]) = x |> map(fabs)");
    ready();
    EXPECT_EQ(read.count(), 1);
    EXPECT_EQ(document_.program()->name, "f");
}

TEST_F(PatternDocumentTest, TextsOfAnyKindAreRefusedByMessage) {
    open();
    for (const std::string& text :
         {std::string(), std::string("size"), std::string("\xff\xfe\0\x80", 4), std::string(5000, '('),
          std::string("f(x: float[4]) = x |> map(y => y + x)"), std::string("float g(float x) { return y; }"),
          std::string("size n = 1 / 0;\nf(x: float[n]) = x")}) {
        document_.setText(text);
        ready();
        EXPECT_FALSE(document_.program());
        EXPECT_FALSE(document_.reading().faults.empty()) << text.substr(0, 40);
    }
}

TEST_F(PatternDocumentTest, SizesAreSetAndFollowAndGoBackToTheFile) {
    open();
    SizeTable table(document_);
    const QAbstractItemModelTester tester(&table);
    const auto cell = [&](int row, int column) { return table.index(row, column).data().toString(); };
    ASSERT_EQ(table.rowCount(), 2);
    EXPECT_EQ(cell(0, SizeTable::Value), QStringLiteral("4096"));
    ASSERT_TRUE(table.setData(table.index(0, SizeTable::Value), QStringLiteral("1 << 10")));
    ready();
    EXPECT_EQ(cell(0, SizeTable::Value), QStringLiteral("1024"));
    EXPECT_EQ(cell(0, SizeTable::Note), QStringLiteral("the file has 4096"));
    EXPECT_EQ(cell(1, SizeTable::Value), QStringLiteral("512"));
    EXPECT_EQ(toText(document_.program()->body.type()), "float[1024]");
    EXPECT_FALSE(table.setData(table.index(0, SizeTable::Value), QStringLiteral("-3")));
    EXPECT_FALSE(table.index(0, SizeTable::Note).data(FormFaultRole).toString().isEmpty());
    ASSERT_TRUE(table.setData(table.index(0, SizeTable::Value), QString()));
    ready();
    EXPECT_EQ(cell(0, SizeTable::Value), QStringLiteral("4096"));
    EXPECT_TRUE(document_.givenSizes().empty());
    // A size that the text has not any more is passed over.
    table.setData(table.index(1, SizeTable::Value), QStringLiteral("8"));
    document_.setText("size n = 4;\nf(x: float[n]) = x |> map(fabs)");
    ready();
    EXPECT_TRUE(document_.program());
    EXPECT_EQ(table.rowCount(), 1);
}

TEST_F(PatternDocumentTest, SizesAreReadAsPeopleWriteThem) {
    EXPECT_EQ(sizeOf(QStringLiteral("1048576")), 1048576);
    EXPECT_EQ(sizeOf(QStringLiteral("1,024")), 1024);
    EXPECT_EQ(sizeOf(QStringLiteral("3 << 4")), 48);
    EXPECT_EQ(sizeOf(QStringLiteral("2^20")), 1048576);
    for (const char* text : {"", "0", "-1", "x", "1 <<", "1 << 99", "3^2", "1.5"})
        EXPECT_FALSE(sizeOf(QString::fromLatin1(text))) << text;
}

TEST_F(PatternDocumentTest, SavesRevertsAndSeesOtherPrograms) {
    open();
    QSignalSpy saved(&document_, &PatternDocument::savedStateChanged);
    document_.setText(test::sumPattern);
    EXPECT_TRUE(document_.modified());
    EXPECT_EQ(saved.count(), 1);
    EXPECT_TRUE(document_.save().empty());
    EXPECT_FALSE(document_.modified());
    EXPECT_EQ(folder_.read("twice.pattern"), test::sumPattern);
    folder_.write("twice.pattern", test::doublePattern);
    EXPECT_TRUE(document_.changedOnDisk());
    document_.setText("mine");
    EXPECT_TRUE(document_.revert().empty());
    EXPECT_EQ(document_.text(), test::doublePattern);
    EXPECT_EQ(document_.open(folder_ / "nowhere.pattern").front().code, "file.unreadable");
    EXPECT_EQ(document_.text(), test::doublePattern) << "what was open stays";
}

} // namespace

} // namespace warpstring::gui
