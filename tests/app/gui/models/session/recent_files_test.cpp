// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/recent_files.h"

#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;

RecentFile file(int number, std::optional<double> error = std::nullopt) {
    return {QStringLiteral("/kernels/%1.toml").arg(number), QStringLiteral("nvidia-h200"),
            QDateTime(QDate(2026, 1, 1), QTime(12, number % 60), Qt::UTC), error};
}

class RecentFilesTest : public testing::Test {
protected:
    QString path() const { return QString::fromStdString((folder_ / "deep/recent.json").string()); }
    ScratchFolder folder_;
};

TEST_F(RecentFilesTest, AreKeptBetweenRuns) {
    std::vector<RecentFile> kept;
    {
        RecentFiles recent(path());
        EXPECT_TRUE(recent.files().empty());
        recent.add(file(1));
        recent.add(file(2, -0.125));
        kept = recent.files();
    }
    const RecentFiles again(path());
    EXPECT_EQ(again.files(), kept);
    EXPECT_EQ(again.files().front(), file(2, -0.125)) << "the latest first";
}

TEST_F(RecentFilesTest, AFileIsListedOnceWithItsLastError) {
    RecentFiles recent(path());
    recent.add(file(1));
    recent.add(file(2));
    recent.setError(file(1).path, QStringLiteral("nvidia-l4"), 0.25);
    RecentFile later = file(1);
    later.spec = QStringLiteral("nvidia-l4");
    recent.add(later);
    ASSERT_EQ(recent.files().size(), 2U);
    EXPECT_EQ(recent.files()[0].spec, QStringLiteral("nvidia-l4"));
    EXPECT_EQ(recent.files()[0].lastError, 0.25);
    later.spec = QStringLiteral("geforce-8800-gtx");
    recent.add(later);
    EXPECT_EQ(recent.files()[0].lastError, std::nullopt) << "that was on another device";
    later.lastError = -0.5;
    recent.add(later);
    EXPECT_EQ(recent.files()[0].lastError, -0.5);
    EXPECT_EQ(RecentFiles(path()).files(), recent.files());
}

TEST_F(RecentFilesTest, AComparisonWithoutRecordsTakesTheErrorAway) {
    RecentFiles recent(path());
    recent.add(file(1, 59.41));
    recent.setError(file(1).path, QStringLiteral("geforce-8800-gtx"), std::nullopt);
    EXPECT_EQ(recent.files()[0].lastError, std::nullopt);
    EXPECT_EQ(recent.files()[0].spec, QStringLiteral("geforce-8800-gtx"));
    EXPECT_EQ(RecentFiles(path()).files(), recent.files());
}

TEST_F(RecentFilesTest, ErrorsOfAnyDevicesRecordsAreForgotten) {
    folder_.write("deep/recent.json", R"([{"path": "/k.toml", "spec": "geforce-8800-gtx",
        "opened": "2026-11-21T16:00:00Z", "last_error": 59.41}])");
    const RecentFiles recent(path());
    ASSERT_EQ(recent.files().size(), 1U);
    EXPECT_EQ(recent.files()[0].lastError, std::nullopt);
}

TEST_F(RecentFilesTest, TheOldestGoes) {
    RecentFiles recent(path());
    const int all = static_cast<int>(RecentFiles::most) + 3;
    for (int i = 0; i < all; ++i) recent.add(file(i));
    ASSERT_EQ(recent.files().size(), RecentFiles::most);
    EXPECT_EQ(recent.files().front(), file(all - 1));
    EXPECT_EQ(recent.files().back(), file(3));
    recent.clear();
    EXPECT_TRUE(RecentFiles(path()).files().empty());
}

TEST_F(RecentFilesTest, AListThatCannotBeReadIsEmpty) {
    for (const std::string& content :
         {std::string(), std::string("{}"), std::string("[1, null, {}, {\"path\": 3}]"),
          std::string("\xff\x00", 2)}) {
        folder_.write("deep/recent.json", content);
        RecentFiles recent(path());
        EXPECT_TRUE(recent.files().empty()) << content;
        recent.add(file(1));
        EXPECT_EQ(RecentFiles(path()).files().size(), 1U) << "and is a list again";
    }
}

} // namespace

} // namespace warpstring::gui
