// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/threads_pane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "app/gui/drawing/table_text.h"
#include "app/gui/panes/lane_canvas.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

using test::analysisOf;

class ThreadsPaneWindow : public testing::Test {
protected:
    void open(const std::string& sample, const std::string& spec = "geforce-8800-gtx") {
        QSignalSpy ready(&pane_, &ThreadsPane::ready);
        pane_.resize(900, 900);
        pane_.show();
        pane_.showAnalysis(analysisOf(sample, spec));
        ASSERT_TRUE(ready.wait(30000));
    }

    /// WARPSTRING_PICTURES names a folder that gets pictures, to be looked at.
    void keep(const QString& name) {
        for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
            display_.setTheme(*theme);
            pane_.setPalette(theme->palette());
            QCoreApplication::processEvents();
            QImage image(pane_.size(), QImage::Format_RGB32);
            pane_.render(&image);
            const QString folder = qEnvironmentVariable("WARPSTRING_PICTURES");
            const QString file =
                name + (theme->dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"));
            EXPECT_TRUE(folder.isEmpty() || image.save(folder + QLatin1Char('/') + file));
        }
    }

    Selection selection_;
    Display display_;
    ThreadsPane pane_{PaneContext{selection_, display_}};
};

TEST_F(ThreadsPaneWindow, SaysWhatToDoWhileNothingIsOpen) {
    pane_.show();
    EXPECT_TRUE(pane_.cliCommand().isEmpty());
    EXPECT_FALSE(pane_.picture().has_value());
    EXPECT_EQ(pane_.table(), nullptr);
    EXPECT_FALSE(pane_.stepCursor().summary().isEmpty());
}

TEST_F(ThreadsPaneWindow, StepsByKeyboardSliderAndTable) {
    open("scan/scan-init");
    auto* canvas = pane_.findChild<LaneCanvas*>();
    ASSERT_NE(canvas, nullptr);
    QTest::keyClick(canvas, Qt::Key_Right);
    QTest::keyClick(canvas, Qt::Key_Right);
    EXPECT_EQ(pane_.stepCursor().step(), 2U);
    QTest::keyClick(canvas, Qt::Key_Left);
    EXPECT_EQ(pane_.stepCursor().step(), 1U);
    QTest::keyClick(canvas, Qt::Key_End);
    EXPECT_EQ(pane_.stepCursor().step(), 7U);
    EXPECT_EQ(pane_.findChild<QSlider*>()->value(), 7);
    QTest::keyClick(canvas, Qt::Key_Right);
    EXPECT_EQ(pane_.stepCursor().step(), 7U);
    QTest::keyClick(canvas, Qt::Key_Home);
    EXPECT_EQ(pane_.stepCursor().step(), 0U);
    pane_.findChild<QSlider*>()->setValue(5);
    EXPECT_EQ(pane_.stepCursor().step(), 5U);
    EXPECT_EQ(canvas->scene()->step.step, 5U);
    QTest::keyClick(canvas, Qt::Key_Down);
    EXPECT_EQ(pane_.stepCursor().warp(), 1);
}

TEST_F(ThreadsPaneWindow, GoesThroughIterationsOfLoopsAround) {
    open("matmul/matmul-tiled");
    const auto& graph = *pane_.stepCursor().graph();
    for (std::size_t i = 0; i < graph.subjects.size(); ++i)
        if (const LoopId loop = graph.subjects[i].loop; loop != none && graph.pdg->loops[loop].parent != none)
            pane_.stepCursor().setSubject(static_cast<int>(i));
    ASSERT_EQ(pane_.stepCursor().loopsAround().size(), 1U);
    QSpinBox* around = nullptr;
    for (auto* spin : pane_.findChildren<QSpinBox*>())
        if (spin->accessibleName().startsWith(QStringLiteral("Iteration of the loop of line "))) around = spin;
    ASSERT_NE(around, nullptr);
    EXPECT_TRUE(around->isVisible());
    around->setValue(2);
    EXPECT_EQ(pane_.stepCursor().loopsAround()[0].at, 2U);
    auto* canvas = pane_.findChild<LaneCanvas*>();
    EXPECT_TRUE(canvas->scene()->subtitle.contains(QStringLiteral("in iteration 2 of ")));
    QTest::keyClick(canvas, Qt::Key_PageDown);
    EXPECT_EQ(around->value(), 3);
    QTest::keyClick(canvas, Qt::Key_PageUp);
    EXPECT_EQ(around->value(), 2);
    EXPECT_FALSE(pane_.findChild<QTableView*>()->selectionModel()->hasSelection())
        << "the table is of the first iteration";
    pane_.findChild<QTableView*>()->selectRow(0);
    EXPECT_EQ(around->value(), 0);
    keep(QStringLiteral("matmul-tiled-around"));
}

TEST_F(ThreadsPaneWindow, PinsBothWays) {
    open("scan/scan-init");
    const auto analysis = pane_.stepCursor().graph()->analysis;
    selection_.pin(analysis->elements.fromLine(36));
    EXPECT_EQ(pane_.stepCursor().subject()->place.at.line, 36);
    selection_.clear();
    QTest::keyClick(pane_.findChild<LaneCanvas*>(), Qt::Key_Return);
    EXPECT_TRUE(selection_.pinned().hasLine(36));
    EXPECT_EQ(pane_.stepCursor().subject()->place.at.line, 36);
}

TEST_F(ThreadsPaneWindow, ShowsTheOptimisedKernelOnDemand) {
    open("scan/scan-init");
    EXPECT_FALSE(pane_.cliCommand().contains(QStringLiteral("--optimised")));
    QSignalSpy ready(&pane_, &ThreadsPane::ready);
    pane_.findChild<QCheckBox*>()->setChecked(false);
    ASSERT_TRUE(ready.wait(30000));
    EXPECT_EQ(pane_.stepCursor().graph()->pdg, pane_.stepCursor().graph()->analysis->pdg);
    EXPECT_TRUE(pane_.cliCommand().endsWith(QStringLiteral("--optimised")));
}

TEST_F(ThreadsPaneWindow, LoadsNothingWhileNobodyLooks) {
    QSignalSpy ready(&pane_, &ThreadsPane::ready);
    pane_.setSeen(false);
    pane_.showAnalysis(analysisOf("scan/scan-init"));
    EXPECT_FALSE(ready.wait(300));
    pane_.setSeen(true);
    EXPECT_TRUE(ready.wait(30000));
    EXPECT_NE(pane_.stepCursor().graph(), nullptr);
    pane_.showAnalysis(nullptr);
    EXPECT_EQ(pane_.stepCursor().graph(), nullptr);
}

TEST_F(ThreadsPaneWindow, TakesTheLargestGroups) {
    auto request = test::requestFor("matmul/matmul-naive-shapes", "nvidia-h200");
    request.launch.range.local = {32, 32, 1};
    batch::GraphCache graphs;
    QSignalSpy ready(&pane_, &ThreadsPane::ready);
    pane_.resize(900, 900);
    pane_.show();
    pane_.showAnalysis(*analyse(request, graphs));
    ASSERT_TRUE(ready.wait(30000));
    ASSERT_EQ(pane_.stepCursor().lanes()->groupSize, 1024);
    pane_.stepCursor().chooseWarp(31);
    auto* canvas = pane_.findChild<LaneCanvas*>();
    const auto layout = layoutLanes(*canvas->scene(), canvas->width(), false);
    EXPECT_EQ(layout.hit(layout.grid.cellOf(1023).center()).item, 1023);
    EXPECT_GE(canvas->height(), static_cast<int>(layout.size.height())) << "all of it can be scrolled to";
    QTest::mouseMove(canvas, layout.grid.cellOf(1023).center().toPoint());
    EXPECT_EQ(canvas->scene()->hoveredItem, 1023);
    QTest::mouseClick(canvas, Qt::LeftButton, {}, layout.grid.rowOf(3).center().toPoint());
    EXPECT_EQ(pane_.stepCursor().warp(), 3);
    canvas->zoom(2);
    EXPECT_GE(canvas->minimumWidth(), 2 * 420);
    QTest::keyClick(canvas, Qt::Key_0);
    EXPECT_EQ(canvas->minimumWidth(), 420);
    keep(QStringLiteral("matmul-1024"));
}

TEST_F(ThreadsPaneWindow, DrawsAndExportsEveryKindOfSubject) {
    QTemporaryDir folder;
    for (const auto& [sample, spec] :
         {std::pair("scan/scan-init", "geforce-8800-gtx"), std::pair("scan/scan-init-bank", "nvidia-h200"),
          std::pair("transpose/transpose-strided-write", "geforce-8800-gtx"),
          std::pair("transpose/transpose-strided-write", "nvidia-h200"),
          std::pair("matmul/matmul-tiled", "tesla-c1060"),
          std::pair("mandelbrot/mandelbrot-sizes", "amd-mi100")}) {
        open(sample, spec);
        const int subjects = pane_.findChild<QComboBox*>()->count();
        ASSERT_EQ(subjects, static_cast<int>(pane_.stepCursor().graph()->subjects.size()));
        for (int i = 0; i < subjects; ++i) {
            pane_.findChild<QComboBox*>()->setCurrentIndex(i);
            ASSERT_EQ(pane_.stepCursor().subjectIndex(), i);
            pane_.stepCursor().setStep(4);
            const auto picture = pane_.picture();
            ASSERT_TRUE(picture.has_value())
                << sample << " " << i << pane_.stepCursor().summary().toStdString();
            const QString name =
                QStringLiteral("%1-%2-%3")
                    .arg(QString::fromUtf8(sample).section(QLatin1Char('/'), 1), QString::fromUtf8(spec))
                    .arg(i);
            if (i % 5 != 0) continue; // enough of every kind
            keep(name);
            PictureFile file;
            file.scale = 1;
            const QString path = folder.filePath(name + QStringLiteral(".png"));
            ASSERT_TRUE(writePicture(*picture, path, file).empty());
            const QImage read(path);
            EXPECT_EQ(read.width(), qRound(picture->size.width()));
            EXPECT_EQ(read.pixelColor(1, 1), lightTheme().background);
            EXPECT_TRUE(writePicture(*picture, folder.filePath(name + QStringLiteral(".svg"))).empty());
        }
        ASSERT_NE(pane_.table(), nullptr);
        EXPECT_TRUE(writeTable(*pane_.table(), folder.filePath(QStringLiteral("table.csv"))).empty());
    }
}

} // namespace

} // namespace warpstring::gui
