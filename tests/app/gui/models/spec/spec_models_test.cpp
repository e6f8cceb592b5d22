// SPDX-License-Identifier: GPL-3.0-or-later
// The form and the differences of a spec as models.
#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <gtest/gtest.h>
#include <iostream>
#include <random>

#include "app/gui/models/spec/spec_diff_model.h"
#include "app/gui/models/spec/spec_key_model.h"
#include "tests/app/gui/models/spec/spec_folders.h"

namespace warpstring::gui {
namespace {

using test::TestSpecs;
using Mode = QAbstractItemModelTester::FailureReportingMode;

class SpecModels : public testing::Test {
protected:
    SpecModels() { EXPECT_TRUE(edit_.open(specs_.shipped("nvidia-h200")).empty()); }

    QModelIndex cell(const char* path, int column) const { return keys_.indexOf(path).siblingAtColumn(column); }
    QString shown(const char* path, int column) const { return cell(path, column).data().toString(); }

    TestSpecs specs_;
    SpecEdit edit_{specs_.folders()};
    SpecKeyModel keys_{edit_};
    SpecDiffModel differences_{edit_};
    QAbstractItemModelTester keyTester_{&keys_, Mode::Fatal}, differenceTester_{&differences_, Mode::Fatal};
};

TEST_F(SpecModels, ShowEveryKeyOfTheSchema) {
    for (const files::SpecKey& key : files::specKeys()) {
        const QModelIndex index = keys_.indexOf(key.path);
        ASSERT_TRUE(index.isValid()) << key.path;
        EXPECT_EQ(index.data(SpecKeyModel::PathRole).toString().toStdString(), key.path);
        EXPECT_EQ(index.parent().data().toString().toStdString(), key.path.substr(0, key.path.find('.')));
    }
    EXPECT_EQ(shown("execution.clock_mhz", SpecKeyModel::Value), "1980");
    EXPECT_EQ(shown("execution.clock_mhz", SpecKeyModel::Unit), "MHz");
    EXPECT_EQ(shown("execution.clock_mhz", SpecKeyModel::Range), "1 to 100000");
    EXPECT_EQ(shown("execution.clock_mhz", SpecKeyModel::Kind), "microbenchmark");
    EXPECT_EQ(shown("execution.clock_mhz", SpecKeyModel::Source), "GB");
    EXPECT_EQ(shown("occupancy.group_sizes", SpecKeyModel::Value), "[1024, 1024, 64]");
    EXPECT_EQ(
        cell("occupancy.register_scope", SpecKeyModel::Value).data(SpecKeyModel::ChoicesRole).toStringList(),
        QStringList({"group", "warp"}));
}

TEST_F(SpecModels, WriteWhatIsTyped) {
    EXPECT_TRUE(keys_.setData(cell("execution.clock_mhz", SpecKeyModel::Value), "1500"));
    EXPECT_EQ(edit_.currentSpec()->execution.clockMhz, 1500);
    EXPECT_TRUE(cell("execution.clock_mhz", 0).data(SpecKeyModel::ChangedRole).toBool());
    EXPECT_TRUE(cell("execution.clock_mhz", 0).parent().data(SpecKeyModel::ChangedRole).toBool());
    ASSERT_EQ(differences_.rowCount(), 1);
    const auto difference = [&](int column) { return differences_.index(0, column).data().toString(); };
    EXPECT_EQ(difference(SpecDiffModel::Change), "-24.2 %");
    EXPECT_TRUE(differences_.index(0, 0).data(SpecDiffModel::StaleRole).toBool());
    EXPECT_TRUE(keys_.setData(cell("execution.clock_mhz", SpecKeyModel::Kind), "estimated"));
    EXPECT_TRUE(keys_.setData(cell("execution.clock_mhz", SpecKeyModel::Note), "what if"));
    EXPECT_FALSE(differences_.index(0, 0).data(SpecDiffModel::StaleRole).toBool());
    EXPECT_EQ(difference(SpecDiffModel::SourceAfter), "estimated, GB: what if");
    EXPECT_TRUE(edit_.diagnostics().empty());
    while (edit_.canUndo()) edit_.undo();
    EXPECT_EQ(differences_.rowCount(), 0);
    EXPECT_EQ(shown("execution.clock_mhz", SpecKeyModel::Value), "1980");
}

TEST_F(SpecModels, KeepWrongValuesWithTheirReason) {
    EXPECT_TRUE(keys_.setData(cell("execution.warp_size", SpecKeyModel::Value), "200"));
    EXPECT_EQ(shown("execution.warp_size", SpecKeyModel::Value), "200");
    EXPECT_TRUE(cell("execution.warp_size", 0).data(SpecKeyModel::FaultRole).toString().contains("128"));
    EXPECT_FALSE(keys_.setData(cell("instructions.move", SpecKeyModel::Value), "quick"));
    EXPECT_EQ(shown("instructions.move", SpecKeyModel::Value), "quick");
    EXPECT_FALSE(cell("instructions.move", 0).data(SpecKeyModel::FaultRole).toString().isEmpty());
    edit_.undo();
    EXPECT_TRUE(cell("execution.warp_size", 0).data(SpecKeyModel::FaultRole).toString().isEmpty());
    EXPECT_NE(shown("instructions.move", SpecKeyModel::Value), "quick");
}

TEST_F(SpecModels, ClearingAnOptionalValueRemovesIt) {
    EXPECT_TRUE(keys_.setData(cell("execution.schedulers", SpecKeyModel::Value), ""));
    EXPECT_FALSE(cell("execution.schedulers", 0).data(SpecKeyModel::PresentRole).toBool());
    EXPECT_FALSE(keys_.flags(cell("execution.schedulers", SpecKeyModel::Note)).testFlag(Qt::ItemIsEditable));
    EXPECT_TRUE(keys_.setData(cell("execution.schedulers", SpecKeyModel::Value), "2"));
    EXPECT_EQ(edit_.currentSpec()->execution.schedulers, 2);
}

TEST_F(SpecModels, LinkLinesAndKeys) {
    for (const files::SpecEntry& entry : edit_.document().entries()) {
        if (!entry.present) continue;
        const QModelIndex index = keys_.indexAtLine(entry.line);
        ASSERT_TRUE(index.isValid());
        EXPECT_EQ(index.data(SpecKeyModel::PathRole).toString().toStdString(), entry.key.path);
        EXPECT_EQ(index.data(SpecKeyModel::LineRole).toInt(), entry.line);
    }
    EXPECT_FALSE(keys_.indexAtLine(1).isValid()) << "a comment";
}

TEST_F(SpecModels, FollowTheTextWithoutForgettingWhereTheyAre) {
    const QPersistentModelIndex clock = cell("execution.clock_mhz", 0), jia = cell("sources.JIA18", 0);
    const QSignalSpy resets(&keys_, &QAbstractItemModel::modelReset);
    edit_.setText(edit_.text().replace("[sources]\n", "[sources]\nNEW = \"a new source\"\n"));
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(clock.data(SpecKeyModel::PathRole).toString(), "execution.clock_mhz");
    EXPECT_EQ(jia.data(SpecKeyModel::PathRole).toString(), "sources.JIA18");
    EXPECT_TRUE(cell("execution.clock_mhz", SpecKeyModel::Source)
                    .data(SpecKeyModel::ChoicesRole)
                    .toStringList()
                    .contains("NEW"));
}

/// The testers above abort when a model says something else than it does.
TEST_F(SpecModels, StayConsistentUnderRandomEditsAndDamage) {
    const auto seed = std::random_device{}();
    std::cout << "seed " << seed << "\n";
    std::mt19937 random(seed);
    const auto entries = edit_.document().entries();
    for (int i = 0; i < 50; ++i) {
        const std::string path = entries[random() % entries.size()].key.path;
        switch (random() % 6) {
        case 0: edit_.remove(path); break;
        case 1: edit_.undo(); break;
        case 2: edit_.setValue("sources.S" + std::to_string(random() % 4), "text"); break;
        case 3: edit_.remove("sources.S" + std::to_string(random() % 4)); break;
        case 4: {
            QString text = edit_.text();
            text[static_cast<qsizetype>(random() % static_cast<unsigned>(text.size()))] =
                QLatin1Char("\"[]{}=\n#,"[random() % 9]);
            edit_.setText(text);
            break;
        }
        default: edit_.setValue(path, QString::number(random() % 50)); break;
        }
        ASSERT_EQ(static_cast<std::size_t>(differences_.rowCount()), edit_.differences().size());
        for (const files::SpecEntry& entry : edit_.document().entries()) {
            if (edit_.rejected(entry.key.path) != nullptr) continue;
            ASSERT_EQ(shown(entry.key.path.c_str(), SpecKeyModel::Value).toStdString(), entry.value)
                << entry.key.path;
        }
    }
}

} // namespace
} // namespace warpstring::gui
