// SPDX-License-Identifier: GPL-3.0-or-later
// Which keys of a spec are left, against each key looked at by itself.
#include "app/gui/models/spec/spec_filter.h"

#include <gtest/gtest.h>
#include <set>

#include "app/gui/models/spec/spec_key_model.h"
#include "tests/app/gui/models/spec/spec_folders.h"

namespace warpstring::gui {

namespace {

class SpecFilterTest : public testing::Test {
protected:
    SpecFilterTest() {
        EXPECT_TRUE(edit_.open(specs_.shipped("nvidia-h200")).empty());
        filter_.setSourceModel(&keys_);
    }

    /// Paths of the rows without children: the keys.
    static std::set<QString> leaves(const QAbstractItemModel& model, const QModelIndex& parent = {}) {
        std::set<QString> paths;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, 0, parent);
            if (model.rowCount(index) > 0)
                paths.merge(leaves(model, index));
            else
                paths.insert(index.data(SpecKeyModel::PathRole).toString());
        }
        return paths;
    }
    [[nodiscard]] std::set<QString> shown() const { return leaves(filter_); }
    [[nodiscard]] std::set<QString> all() const { return leaves(keys_); }
    [[nodiscard]] QModelIndex cell(const char* path, int column) const {
        return keys_.indexOf(path).siblingAtColumn(column);
    }

    test::TestSpecs specs_;
    SpecEdit edit_{specs_.folders()};
    SpecKeyModel keys_{edit_};
    SpecFilter filter_;
};

TEST_F(SpecFilterTest, WithoutWordsEveryKeyIsThere) {
    ASSERT_GT(all().size(), 50U);
    EXPECT_EQ(shown(), all());
    filter_.search(QStringLiteral("   "));
    EXPECT_EQ(shown(), all()) << "blanks are no words";
}

TEST_F(SpecFilterTest, EveryWordMustOccurWhateverItsCase) {
    filter_.search(QStringLiteral("clock_mhz"));
    EXPECT_TRUE(shown().contains(QStringLiteral("execution.clock_mhz")));
    EXPECT_FALSE(shown().contains(QStringLiteral("occupancy.warps")));
    const auto one = shown();
    filter_.search(QStringLiteral("EXECUTION  Clock_MHz"));
    EXPECT_TRUE(shown().contains(QStringLiteral("execution.clock_mhz")));
    for (const QString& path : shown()) EXPECT_TRUE(one.contains(path)) << "more words leave no more keys";
    filter_.search(QStringLiteral("clock_mhz nosuchword"));
    EXPECT_TRUE(shown().empty());
    filter_.search(QString());
    EXPECT_EQ(shown(), all());
}

TEST_F(SpecFilterTest, AValueIsFoundAsItIsShown) {
    filter_.search(cell("execution.clock_mhz", SpecKeyModel::Value).data().toString());
    EXPECT_TRUE(shown().contains(QStringLiteral("execution.clock_mhz")));
    EXPECT_LT(shown().size(), all().size());
}

TEST_F(SpecFilterTest, ChangedKeysAreThoseThatDifferFromTheReference) {
    filter_.show(SpecFilter::Show::Changed);
    EXPECT_TRUE(shown().empty()) << "a spec as it was opened";
    ASSERT_TRUE(keys_.setData(cell("execution.clock_mhz", SpecKeyModel::Value), QStringLiteral("1500")));
    filter_.show(SpecFilter::Show::Changed);
    EXPECT_EQ(shown(), (std::set<QString>{QStringLiteral("execution.clock_mhz")}));
    filter_.search(QStringLiteral("occupancy"));
    EXPECT_TRUE(shown().empty()) << "words and kinds both have to fit";
}

TEST_F(SpecFilterTest, FaultyKeysAreThoseWithAValueThatCannotBe) {
    filter_.show(SpecFilter::Show::Faulty);
    EXPECT_TRUE(shown().empty());
    keys_.setData(cell("execution.clock_mhz", SpecKeyModel::Value), QStringLiteral("fast"));
    filter_.show(SpecFilter::Show::Faulty);
    EXPECT_EQ(shown(), (std::set<QString>{QStringLiteral("execution.clock_mhz")}));
}

TEST_F(SpecFilterTest, PresentAndEstimatedKeysAreAsTheirCellsSay) {
    const auto keysWhere = [&](auto&& holds) {
        std::set<QString> paths;
        for (const QString& path : all())
            if (const QModelIndex index = keys_.indexOf(path.toStdString()); index.isValid() && holds(index))
                paths.insert(path);
        return paths;
    };
    filter_.show(SpecFilter::Show::Present);
    const auto present =
        keysWhere([](const QModelIndex& key) { return key.data(SpecKeyModel::PresentRole).toBool(); });
    ASSERT_FALSE(present.empty());
    for (const QString& path : present) EXPECT_TRUE(shown().contains(path)) << path.toStdString();
    filter_.show(SpecFilter::Show::Estimated);
    for (const QString& path : keysWhere([](const QModelIndex& key) {
             return key.siblingAtColumn(SpecKeyModel::Kind).data().toString() == QLatin1String("estimated");
         }))
        EXPECT_TRUE(shown().contains(path)) << path.toStdString();
    EXPECT_FALSE(shown().contains(QStringLiteral("execution.clock_mhz"))) << "which was measured";
}

} // namespace

} // namespace warpstring::gui
