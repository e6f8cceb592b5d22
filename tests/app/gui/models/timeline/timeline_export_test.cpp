// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/timeline_export.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;

class TimelineExportTest : public testing::Test {
protected:
    TimelineExportTest() {
        window_.setLimit(analysis_->timeline()->sample.cycles);
        window_.fit();
    }
    [[nodiscard]] QString path(const std::string& name) const {
        return QString::fromStdString((folder_ / name).string());
    }

    ScratchFolder folder_;
    SharedAnalysis analysis_ = test::analysisOf("scan/scan-init", "nvidia-h200");
    TimeWindow window_;
};

TEST_F(TimelineExportTest, TheExtensionSaysWhatIsWritten) {
    ASSERT_TRUE(writeTimeline(*analysis_, window_, path("t.json")).empty());
    const auto trace = QJsonDocument::fromJson(QByteArray::fromStdString(folder_.read("t.json")));
    ASSERT_TRUE(trace.isObject());
    EXPECT_GT(trace.object()[QStringLiteral("traceEvents")].toArray().size(), 100);
    ASSERT_TRUE(writeTimeline(*analysis_, window_, path("t.SVG")).empty()) << "in capitals too";
    EXPECT_NE(folder_.read("t.SVG").find("<svg"), std::string::npos);
}

TEST_F(TimelineExportTest, APictureOfAPartIsAnotherOne) {
    ASSERT_TRUE(writeTimeline(*analysis_, window_, path("whole.svg")).empty());
    window_.show(0, window_.limit() / 4);
    ASSERT_TRUE(writeTimeline(*analysis_, window_, path("part.svg")).empty());
    EXPECT_NE(folder_.read("whole.svg"), folder_.read("part.svg"));
    ASSERT_TRUE(writeTimeline(*analysis_, window_, path("part.json")).empty());
    window_.fit();
    ASSERT_TRUE(writeTimeline(*analysis_, window_, path("whole.json")).empty());
    EXPECT_EQ(folder_.read("whole.json"), folder_.read("part.json")) << "a trace holds all of it";
}

TEST_F(TimelineExportTest, ADeviceWithoutPipesHasItsPictureToo) {
    const SharedAnalysis old = test::analysisOf("scan/scan-init");
    ASSERT_FALSE(old->simulation.timeline);
    EXPECT_TRUE(writeTimeline(*old, window_, path("old.svg")).empty());
    EXPECT_NE(folder_.read("old.svg").find("<svg"), std::string::npos);
}

TEST_F(TimelineExportTest, FaultsAreNamed) {
    const auto codeOf = [&](const QString& file) {
        const Diagnostics faults = writeTimeline(*analysis_, window_, file);
        return faults.size() == 1 && !faults.front().hint.empty() ? faults.front().code : "";
    };
    EXPECT_EQ(codeOf(path("t.png")), "export.unknown-format");
    EXPECT_EQ(codeOf(path("json")), "export.unknown-format") << "a name is no extension";
    EXPECT_EQ(codeOf(path("no/such/folder/t.svg")), "export.write");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "t.png"));
}

TEST_F(TimelineExportTest, TheCommandNamesWhatIsNotUsual) {
    EXPECT_EQ(timelineArguments(*analysis_, window_, true), QStringLiteral("-o timeline.svg"));
    window_.show(100.5, 200.2);
    EXPECT_EQ(timelineArguments(*analysis_, window_, false),
              QStringLiteral("-o timeline.svg --from 100 --to 201"))
        << "whole cycles, none of the window's left out";
    Analysis other = *analysis_;
    other.request.multiprocessor = 0;
    other.request.mostSpans = 500;
    EXPECT_EQ(timelineArguments(other, window_, true),
              QStringLiteral("-o timeline.svg --sm 0 --operations 500"));
}

TEST_F(TimelineExportTest, ALaunchOfASweepIsNamedByItsIndex) {
    const std::string launch = test::smallLaunch() + "\n[sweep]\nn = [65536, 131072, 262144]\n";
    folder_.write("twice.cl", test::smallKernel);
    const auto file = files::readLaunchFile(folder_.write("sweep.toml", launch));
    ASSERT_TRUE(file) << toText(file.diagnostics().front());
    ASSERT_EQ(file->launches.size(), 3U);
    Analysis other = *analysis_;
    const char* const expected[] = {"-o timeline.svg", "-o timeline.svg --index 1",
                                    "-o timeline.svg --index 2"};
    for (std::size_t i = 0; i < 3; ++i) {
        other.request.launch = file->launches[i];
        EXPECT_EQ(timelineArguments(other, window_, true), QLatin1String(expected[i])) << i;
    }
    std::filesystem::remove(folder_ / "sweep.toml");
    EXPECT_EQ(timelineArguments(other, window_, true), QStringLiteral("-o timeline.svg"))
        << "a file that has gone has no launches to count";
}

} // namespace

} // namespace warpstring::gui
