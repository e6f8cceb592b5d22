// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/summary_pane.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <gtest/gtest.h>

#include "app/common/program_paths.h"
#include "app/gui/panes/summary_canvas.h"
#include "core/records/record_store.h"
#include "study/accuracy/recorded_ratio_error.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

class SummaryPaneTest : public testing::Test {
protected:
    void open(const char* sample, const char* spec = "nvidia-h200") {
        pane_.resize(700, 640);
        pane_.show();
        pane_.showAnalysis(test::analysisOf(sample, spec));
        QApplication::processEvents();
    }
    bool adviceComes() {
        return QTest::qWaitFor([this] { return canvas().summary() && canvas().summary()->advice.has_value(); },
                               60000);
    }
    [[nodiscard]] SummaryCanvas& canvas() { return pane_.canvas(); }
    /// The first link whose name begins so.
    std::size_t link(const QString& begin) {
        const auto& links = canvas().page().links;
        for (std::size_t i = 0; i < links.size(); ++i)
            if (links[i].name.startsWith(begin)) return i;
        ADD_FAILURE() << begin.toStdString();
        return 0;
    }
    QString allTexts() {
        QStringList texts;
        for (const PageText& text : canvas().page().texts) texts += text.text;
        return texts.join(QLatin1Char('\n'));
    }

    Selection selection_;
    gui::Display display_;
    SummaryPane pane_{{selection_, display_}};
};

TEST_F(SummaryPaneTest, SaysWhatToDoBeforeAKernelIsOpen) {
    pane_.show();
    EXPECT_TRUE(pane_.cliCommand().isEmpty());
    EXPECT_FALSE(pane_.picture());
    open("scan/scan-init");
    EXPECT_TRUE(pane_.cliCommand().startsWith(QStringLiteral("warpstring advise ")));
    ASSERT_TRUE(pane_.picture());
    pane_.showAnalysis(nullptr);
    EXPECT_FALSE(pane_.picture());
    EXPECT_TRUE(canvas().page().links.empty());
    QTest::keyClick(&canvas(), Qt::Key_Down);
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, {50, 50});
}

TEST_F(SummaryPaneTest, TheFirstPictureDoesNotWaitForTheAdvice) {
    pane_.resize(700, 640);
    pane_.show();
    pane_.showAnalysis(test::analysisOf("scan/scan-init", "nvidia-h200"));
    EXPECT_TRUE(pane_.advice().running());
    ASSERT_TRUE(canvas().summary());
    EXPECT_FALSE(canvas().summary()->advice);
    EXPECT_TRUE(allTexts().contains(QStringLiteral("Hottest lines")));
    EXPECT_TRUE(allTexts().contains(QStringLiteral("being simulated")));
    ASSERT_TRUE(adviceComes());
    EXPECT_FALSE(allTexts().contains(QStringLiteral("being simulated")));
    EXPECT_TRUE(allTexts().contains(QStringLiteral("Bank conflicts")));
}

TEST_F(SummaryPaneTest, AdviceOfAnEarlierTextIsDropped) {
    open("scan/scan-init");
    open("matmul/matmul-naive");
    ASSERT_TRUE(adviceComes());
    QTest::qWait(50);
    const auto analysis = test::analysisOf("matmul/matmul-naive", "nvidia-h200");
    advice::AdviceOptions options;
    options.ratioError = accuracy::recordedRatioError("nvidia-h200", cli::accuracyFolder()).errors.median;
    const auto rows = adviceRows(
        *analysis,
        advice::advise({*analysis->pdg, analysis->launch(), analysis->spec(), analysis->simulation}, options));
    EXPECT_EQ(canvas().summary()->advice->heading, rows.heading);
    EXPECT_EQ(canvas().summary()->advice->ofKernel.size(), rows.ofKernel.size());
}

TEST_F(SummaryPaneTest, AClickPinsWhatALinkLeadsTo) {
    open("scan/scan-init");
    for (const QString& begin :
         {QStringLiteral("line 25:"), QStringLiteral("shared memory"), QStringLiteral("L2")}) {
        const PageLink& at = canvas().page().links[link(begin)];
        ASSERT_FALSE(at.focus.empty()) << begin.toStdString();
        const Focus focus = at.focus;
        const QPoint centre = at.rect.center().toPoint();
        QTest::mouseMove(&canvas(), centre);
        EXPECT_TRUE(QTest::qWaitFor([&] { return selection_.hovered() == focus; })) << begin.toStdString();
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, centre);
        EXPECT_EQ(selection_.pinned(), focus) << begin.toStdString();
        selection_.clear();
    }
}

TEST_F(SummaryPaneTest, AdviceLeadsToItsCauses) {
    open("scan/scan-init");
    ASSERT_TRUE(adviceComes());
    const PageLink at = canvas().page().links[link(QStringLiteral("Bank conflicts"))];
    ASSERT_FALSE(at.focus.empty());
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at.rect.center().toPoint());
    EXPECT_EQ(selection_.pinned(), at.focus);
    EXPECT_FALSE(selection_.pinned().tokens.empty());
    EXPECT_FALSE(selection_.pinned().statements.empty());
}

TEST_F(SummaryPaneTest, TheKeyboardReachesEveryLink) {
    open("scan/scan-init");
    ASSERT_TRUE(adviceComes());
    const auto& links = canvas().page().links;
    QTest::keyClick(&canvas(), Qt::Key_Home);
    std::vector<std::size_t> reached;
    for (std::size_t i = 0; i < links.size(); ++i) {
        ASSERT_TRUE(canvas().current());
        if (!reached.empty() && reached.back() == *canvas().current()) break;
        reached.push_back(*canvas().current());
        EXPECT_EQ(selection_.hovered(), links[reached.back()].focus);
        EXPECT_EQ(canvas().accessibleDescription(), links[reached.back()].name);
        QTest::keyClick(&canvas(), Qt::Key_Down);
    }
    const auto leading =
        std::count_if(links.begin(), links.end(), [](auto& each) { return !each.focus.empty(); });
    EXPECT_EQ(static_cast<std::ptrdiff_t>(reached.size()), leading);
    QTest::keyClick(&canvas(), Qt::Key_Return);
    EXPECT_EQ(selection_.pinned(), links[*canvas().current()].focus);
    const std::size_t last = *canvas().current();
    QTest::keyClick(&canvas(), Qt::Key_Up);
    EXPECT_LT(*canvas().current(), last);
    QTest::keyClick(&canvas(), Qt::Key_Escape);
    EXPECT_TRUE(selection_.pinned().empty());
}

TEST_F(SummaryPaneTest, TellsWhatWasMeasuredOnceRecordsAreThere) {
    open("scan/scan-init");
    ASSERT_TRUE(adviceComes());
    EXPECT_TRUE(allTexts().contains(QStringLiteral("not measured for this source")));
    auto records =
        records::readRecords(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples/scan/measurements");
    ASSERT_TRUE(records.ok());
    pane_.setRecords(std::make_shared<const std::vector<records::Measurement>>(*records));
    EXPECT_FALSE(allTexts().contains(QStringLiteral("not measured")));
    EXPECT_TRUE(allTexts().contains(QStringLiteral("measured ")));
    EXPECT_TRUE(canvas().summary()->advice) << "it is still of this text";
}

TEST_F(SummaryPaneTest, NothingIsCutOffAtAnyWidth) {
    open("scan/scan-init");
    ASSERT_TRUE(adviceComes());
    for (const int width : {360, 700, 1200}) {
        pane_.resize(width, 640);
        QTest::qWait(20);
        EXPECT_EQ(canvas().width(), canvas().parentWidget()->width()) << "no part of it is beside the view";
        EXPECT_GE(canvas().height(), static_cast<int>(canvas().page().size.height()));
        EXPECT_EQ(canvas().page().size.width(), canvas().width());
    }
}

TEST_F(SummaryPaneTest, ThePictureIsInBothThemes) {
    open("matmul/matmul-tiled");
    ASSERT_TRUE(adviceComes());
    const auto picture = pane_.picture();
    ASSERT_TRUE(picture);
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
        QImage image(picture->size.toSize(), QImage::Format_ARGB32);
        QPainter painter(&image);
        picture->paint(painter, *theme, picture->size);
        painter.end();
        EXPECT_EQ(image.pixelColor(2, 2), theme->background);
        EXPECT_EQ(image.pixelColor(16, 100), theme->surface) << "within the first card";
    }
}

} // namespace

} // namespace warpstring::gui
