// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/launch_form_model.h"

#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

class LaunchFormModelTest : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("twice.cl", test::smallKernel);
        text_ = test::smallLaunch() + "n2 = 3  # guessed: why not\n";
        model_.setText(text_, folder_ / "twice.toml");
        QObject::connect(&model_, &LaunchFormModel::edited, &model_,
                         [this](const std::string& text) { edited_.push_back(text); });
    }
    QModelIndex cell(const char* argument, int column) {
        for (int row = 0; row < model_.arguments().rowCount(); ++row)
            if (model_.arguments().row(row).name == argument) return model_.arguments().index(row, column);
        ADD_FAILURE() << argument;
        return {};
    }

    test::ScratchFolder folder_;
    LaunchFormModel model_;
    std::string text_;
    std::vector<std::string> edited_;
};

TEST_F(LaunchFormModelTest, AnEntryIsAnEditOfTheTextAndOfTheForm) {
    ASSERT_TRUE(model_.arguments().setData(cell("in", ArgumentTable::Size), QStringLiteral("n * 2")));
    ASSERT_EQ(edited_.size(), 1U);
    EXPECT_NE(edited_[0].find("in = { buffer = \"float\", count = \"n * 2\""), std::string::npos);
    EXPECT_EQ(model_.text(), edited_[0]);
    EXPECT_EQ(cell("in", ArgumentTable::Size).data().toString(), QStringLiteral("n * 2"));
}

TEST_F(LaunchFormModelTest, AGuessIsMarkedUntilSomethingIsEntered) {
    const auto size = cell("n2", ArgumentTable::Size);
    EXPECT_EQ(size.data(FormGuessRole).toString(), QStringLiteral("why not"));
    EXPECT_EQ(size.data(Qt::ToolTipRole).toString(), QStringLiteral("guessed: why not"));
    ASSERT_TRUE(model_.arguments().setData(size, QStringLiteral("4")));
    EXPECT_TRUE(cell("n2", ArgumentTable::Size).data(FormGuessRole).toString().isEmpty());
    EXPECT_EQ(model_.text().find("guessed"), std::string::npos);
}

TEST_F(LaunchFormModelTest, TypingIntoTheTextRefreshesTheForm) {
    QSignalSpy reset(&model_.arguments(), &QAbstractItemModel::modelReset);
    QSignalSpy cells(&model_.arguments(), &QAbstractItemModel::dataChanged);
    std::string text = text_;
    text.replace(text.find("n2 = 3"), 6, "n2 = 5");
    model_.setText(text, folder_ / "twice.toml");
    EXPECT_EQ(cell("n2", ArgumentTable::Size).data().toString(), QStringLiteral("5"));
    EXPECT_EQ(reset.count(), 0) << "the rows are the same ones";
    EXPECT_EQ(cells.count(), 1);
    EXPECT_TRUE(edited_.empty()) << "reading writes nothing";
}

TEST_F(LaunchFormModelTest, ATextThatIsNoTomlLeavesTheRowsAndSaysWhy) {
    model_.setText(text_ + "x = [", folder_ / "twice.toml");
    EXPECT_FALSE(model_.form().unreadable.empty());
    EXPECT_EQ(model_.arguments().rowCount(), 3);
    model_.setText(text_, folder_ / "twice.toml");
    EXPECT_TRUE(model_.form().unreadable.empty());
}

TEST_F(LaunchFormModelTest, WhatCannotBeIsRefusedWithAReason) {
    QSignalSpy refused(&model_, &LaunchFormModel::refused);
    model_.arguments().setData(cell("in", ArgumentTable::Type), QStringLiteral("flaot"));
    ASSERT_EQ(refused.count(), 1);
    EXPECT_TRUE(refused[0][0].toString().contains(QStringLiteral("flaot")));
    EXPECT_TRUE(edited_.empty());
    EXPECT_EQ(model_.text(), text_);
}

TEST_F(LaunchFormModelTest, OffersWhatACellCanBe) {
    const auto contents = cell("in", ArgumentTable::Contents);
    EXPECT_TRUE(contents.data(FormChoicesRole).toStringList().contains(QStringLiteral("permutation")));
    EXPECT_FALSE(contents.data(FormFreeRole).toBool());
    EXPECT_FALSE(cell("in", ArgumentTable::Seed).flags().testFlag(Qt::ItemIsEditable)) << "zeros are not drawn";
    EXPECT_FALSE(cell("n2", ArgumentTable::Contents).flags().testFlag(Qt::ItemIsEditable));
    EXPECT_FALSE(cell("in", ArgumentTable::Name).flags().testFlag(Qt::ItemIsEditable));
    model_.arguments().setData(contents, QStringLiteral("random"));
    EXPECT_TRUE(cell("in", ArgumentTable::Seed).flags().testFlag(Qt::ItemIsEditable));
}

TEST_F(LaunchFormModelTest, ArgumentsOfAnotherKernelAreNotAskedFor) {
    KernelArgument more;
    more.name = "more";
    model_.setSource({"twice", "other"}, "other", {more});
    EXPECT_EQ(model_.arguments().rowCount(), 3);
    EXPECT_EQ(model_.kernels(), (std::vector<std::string>{"twice", "other"}));
    model_.setSource({"twice", "other"}, "twice", {more});
    EXPECT_EQ(model_.arguments().rowCount(), 4);
    EXPECT_TRUE(model_.form().arguments.front().isMissing);
    EXPECT_EQ(model_.arguments().firstFault(), 0);
    EXPECT_EQ(model_.arguments().noteOf(0), QStringLiteral("more: missing"));
    EXPECT_EQ(cell("more", ArgumentTable::Size).data(Qt::DisplayRole).toString(), QStringLiteral("missing"));
    EXPECT_EQ(cell("more", ArgumentTable::Size).data(Qt::EditRole).toString(), QString());
    model_.setSource({"other"}, "other", {});
    EXPECT_EQ(model_.kernels(), (std::vector<std::string>{"other", "twice"})) << "the launch's own as well";
}

TEST_F(LaunchFormModelTest, MacrosAreAddedInTheLastRow) {
    MacroTable& macros = model_.macros();
    ASSERT_EQ(macros.rowCount(), 1);
    ASSERT_TRUE(macros.setData(macros.index(0, MacroTable::Name), QStringLiteral("TILE")));
    ASSERT_EQ(macros.rowCount(), 2);
    ASSERT_TRUE(macros.setData(macros.index(0, MacroTable::Value), QStringLiteral("16")));
    EXPECT_NE(model_.text().find("TILE = 16\n"), std::string::npos) << model_.text();
    model_.removeMacro(0);
    EXPECT_EQ(model_.text(), text_);
    model_.removeMacro(0); // the last row is none
    EXPECT_EQ(model_.text(), text_);
}

TEST_F(LaunchFormModelTest, FoldersAndOptionsShareAKey) {
    model_.addInclude(QStringLiteral("/include"));
    model_.enterOptions(QStringLiteral("-cl-mad-enable"));
    model_.addInclude(QStringLiteral("/include"));
    EXPECT_NE(model_.text().find("options = \"-cl-mad-enable -I /include\"\n"), std::string::npos)
        << model_.text();
    model_.removeInclude(0);
    model_.removeInclude(0);
    EXPECT_EQ(model_.form().options, "-cl-mad-enable");
    model_.enterOptions({});
    EXPECT_EQ(model_.text(), text_);
}

TEST_F(LaunchFormModelTest, SizesThatAreAsTheyWereAreNoEdit) {
    model_.enterSize("global", 0, QStringLiteral(" n "));
    EXPECT_TRUE(edited_.empty());
    model_.enterSize("local", 0, QStringLiteral("128"));
    ASSERT_EQ(edited_.size(), 1U);
    EXPECT_EQ(model_.form().local.sizes[0].value, 128U);
}

TEST_F(LaunchFormModelTest, AnArgumentCanBeRemoved) {
    model_.removeArgument(cell("n2", 0).row());
    EXPECT_EQ(model_.text(), test::smallLaunch());
}

} // namespace

} // namespace warpstring::gui
