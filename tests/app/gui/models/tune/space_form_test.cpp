// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a space: its words, its file, and whose fault a fault is.
#include "app/gui/models/tune/space_form.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "app/gui/models/launch/form_roles.h"
#include "app/gui/models/tune/space_table.h"
#include "tests/app/gui/scratch_folder.h"
#include "tests/app/gui/tuned_kernel.h"

namespace warpstring::gui {

namespace {

class SpaceFormTest : public testing::Test {
protected:
    SpaceFormTest() { folder_.write("stride.cl", test::strideKernel); }
    [[nodiscard]] search::NamedText launch(const std::string& more) const {
        return {test::strideLaunch(more), folder_ / "stride.toml"};
    }
    [[nodiscard]] std::string faultOf(const std::string& name, const std::string& values,
                                      const std::string& more = test::strideTune) const {
        SpaceForm form = *formOfLaunch(launch(more));
        for (SpaceRow& row : form.rows)
            if (row.name == name) row.values = values;
        const CheckedSpace checked = checkForm(form, launch(more));
        std::string faults;
        for (const SpaceRow& row : form.rows) {
            if (!row.fault.empty() && row.name != name) ADD_FAILURE() << row.name << ": " << row.fault;
            faults += row.fault;
        }
        EXPECT_EQ(checked.space.has_value(), faults.empty() && checked.others.empty());
        return faults;
    }
    test::ScratchFolder folder_;
};

TEST_F(SpaceFormTest, SaysWhatTheLaunchFileLists) {
    const auto form = formOfLaunch(
        launch("\n[tune]\nSTRIDE = [1, 4]\nlocal = [[64], [\"STRIDE * 32\"]]\nUNUSED = [\"float\", \"2\"]\n"
               "rewrite.pad = [\"\", \"unroll k=4,written\"]\nconstraints = [\"STRIDE < 8\"]\n"));
    ASSERT_TRUE(form);
    EXPECT_EQ(form->origin, search::SpaceOrigin::Tune);
    std::vector<std::pair<std::string, std::string>> rows;
    for (const SpaceRow& row : form->rows) rows.emplace_back(row.name, row.values);
    const std::vector<std::pair<std::string, std::string>> expected{{"STRIDE", "1, 4"},
                                                                    {"local", "64, [\"STRIDE * 32\"]"},
                                                                    {"UNUSED", "float, \"2\""},
                                                                    {"rewrite.pad", "none, unroll k=4,written"},
                                                                    {"", "STRIDE < 8"}};
    EXPECT_EQ(rows, expected);
}

/// Both ways of writing a space are read by the search's own reader: they must be the same space.
TEST_F(SpaceFormTest, ItsFileIsTheSameSpace) {
    for (const std::string& more :
         {test::strideTune,
          std::string("\n[tune]\nSTRIDE = [1, 8]\nUNUSED = [\"a b\", 2.5, true]\n"
                      "local = [[\"STRIDE * 32\"], [128]]\n"
                      "rewrite.one = [\"\", \"unroll k=4,written\", \"native\"]\n"
                      "constraints = [\"STRIDE < 8\", \"rewrite_one == 0 || STRIDE == 1\"]\n"),
          std::string("\n[sweep]\nSTRIDE = [1, 2, 4]\n")}) {
        SpaceForm form = *formOfLaunch(launch(more));
        const auto whole = search::readSpace(launch(more), std::nullopt);
        ASSERT_TRUE(whole && *whole) << more;
        const CheckedSpace checked = checkForm(form, launch(more));
        ASSERT_TRUE(checked.space) << form.text();
        const auto &a = (*whole)->axes(), &b = checked.space->axes();
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_EQ(a[i].name, b[i].name);
            EXPECT_EQ(a[i].words, b[i].words);
        }
        EXPECT_EQ((*whole)->count().valid, checked.space->count().valid);
        EXPECT_EQ((*whole)->start(), checked.space->start());
    }
}

TEST_F(SpaceFormTest, FaultsAreToldAtTheirRow) {
    EXPECT_EQ(faultOf("STRIDE", "1, 2"), "");
    EXPECT_NE(faultOf("STRIDE", ""), "");
    EXPECT_NE(faultOf("STRIDE", "1, [2"), "") << "a bracket is open";
    EXPECT_NE(faultOf("local", "[1, 2], \"x"), "");
    EXPECT_NE(faultOf("", "STRIDE <"), "") << "no expression";
    EXPECT_NE(faultOf("", "OTHER < 4").find("OTHER"), std::string::npos);
    EXPECT_NE(faultOf("", "STRIDE > 100"), "") << "none meets it";
    EXPECT_NE(faultOf("OTHER", "1", "\n[tune]\nOTHER = [1]\n").find("OTHER"), std::string::npos);
}

TEST_F(SpaceFormTest, WhatIsOffDoesNotCount) {
    SpaceForm form = *formOfLaunch(launch(test::strideTune));
    EXPECT_EQ(checkForm(form, launch(test::strideTune)).space->combinations(), 12U);
    form.rows.front().isOn = false; // STRIDE
    form.rows.back().isOn = false;  // the constraint
    const CheckedSpace checked = checkForm(form, launch(test::strideTune));
    ASSERT_TRUE(checked.space);
    EXPECT_EQ(checked.space->combinations(), 3U);
    EXPECT_EQ(checked.space->count().valid, 3U);
}

TEST_F(SpaceFormTest, RewritesOfOneThingAreOneAxis) {
    const SpaceForm form = derivedForm(nullptr, {"unroll k=2", "unroll k=4,written", "swap-axes"});
    ASSERT_EQ(form.rows.size(), 2U);
    EXPECT_EQ(form.rows[0].name, "rewrite.unroll_k");
    EXPECT_EQ(form.rows[0].values, "none, unroll k=2, unroll k=4,written");
    EXPECT_TRUE(form.rows[0].isOn) << "there is nothing else";
    EXPECT_EQ(form.rows[1].name, "rewrite.swap_axes");
}

TEST_F(SpaceFormTest, RewritesOfADerivedSpaceAreOnUpToItsBudget) {
    const auto spaceOf = [&](const std::string& tune) {
        auto space = search::readSpace(launch("\n[tune]\n" + tune), std::nullopt);
        EXPECT_TRUE(space);
        return **space;
    };
    const auto small = spaceOf("local = [[64], [128]]\nrewrite.unroll_k = [\"\", \"unroll k=2\"]\n");
    SpaceForm form = derivedForm(&small, {"native"});
    ASSERT_EQ(form.rows.size(), 3U);
    EXPECT_TRUE(form.rows[1].isOn);
    EXPECT_EQ(form.rows[1].values, "none, unroll k=2");
    EXPECT_FALSE(form.rows[2].isOn) << "native functions are less exact";
    EXPECT_FALSE(form.isHeldBack);
    std::string large = "local = [[32], [64], [128], [256]]\n";
    for (int axis = 0; axis < 10; ++axis)
        large += "rewrite.unroll_" + std::to_string(axis) + " = [\"\", \"unroll k=2\"]\n";
    const auto many = spaceOf(large);
    form = derivedForm(&many, {});
    ASSERT_EQ(form.rows.size(), 11U);
    EXPECT_TRUE(form.isHeldBack);
    EXPECT_TRUE(form.rows[0].isOn);
    EXPECT_FALSE(form.rows[1].isOn);
    const auto alone =
        spaceOf(large.substr(large.find('\n') + 1) + "rewrite.a = [\"\", \"b\"]\nrewrite.c = [\"\", \"d\"]\n");
    EXPECT_TRUE(derivedForm(&alone, {}).rows[0].isOn) << "there is nothing else";
}

TEST_F(SpaceFormTest, TheTableEditsTheForm) {
    SpaceTable table;
    const QAbstractItemModelTester tester(&table);
    table.setForm(*formOfLaunch(launch(test::strideTune)));
    const QSignalSpy edited(&table, &SpaceTable::edited);
    ASSERT_EQ(table.rowCount(), 4) << "two axes, a constraint, and room for one more";
    EXPECT_TRUE(table.setData(table.index(0, SpaceTable::Values), QStringLiteral("1, 2")));
    EXPECT_TRUE(table.setData(table.index(1, SpaceTable::Name), Qt::Unchecked, Qt::CheckStateRole));
    EXPECT_TRUE(table.setData(table.index(3, SpaceTable::Values), QStringLiteral("STRIDE > 1")));
    EXPECT_EQ(edited.count(), 3);
    EXPECT_EQ(table.form().rows[0].values, "1, 2");
    EXPECT_FALSE(table.form().rows[1].isOn);
    EXPECT_TRUE(table.form().rows[3].isConstraint());
    EXPECT_EQ(table.rowCount(), 5);
    table.removeRow(3);
    table.removeRow(0);
    EXPECT_EQ(table.rowCount(), 4);
    EXPECT_FALSE(table.form().rows[0].isOn) << "an axis stays, to be turned on again";
    SpaceForm faulty = table.form();
    faulty.rows[2].fault = "it is wrong";
    table.showFaults(faulty);
    EXPECT_EQ(table.index(2, SpaceTable::Note).data().toString(), QStringLiteral("it is wrong"));
    EXPECT_EQ(table.index(2, SpaceTable::Name).data(FormFaultRole).toString(), QStringLiteral("it is wrong"));
}

} // namespace

} // namespace warpstring::gui
