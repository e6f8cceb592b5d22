// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/timeline_pane.h"

#include <QAbstractItemModel>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <gtest/gtest.h>

#include "app/gui/drawing/table_text.h"
#include "app/gui/panes/timeline_canvas.h"
#include "core/records/record_store.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

class TimelinePaneTest : public testing::Test {
protected:
    void open(const char* sample, const char* spec) {
        pane.resize(1100, 600);
        pane.show();
        pane.showAnalysis(test::analysisOf(sample, spec));
        QApplication::processEvents();
    }
    void move(const QPointF& to, Qt::MouseButtons buttons = {}, Qt::KeyboardModifiers modifiers = {}) {
        QMouseEvent event(QEvent::MouseMove, to, canvas().viewport()->mapToGlobal(to), Qt::NoButton, buttons,
                          modifiers);
        QApplication::sendEvent(canvas().viewport(), &event);
    }
    void wheel(const QPointF& at, int turned) {
        QWheelEvent event(at, canvas().viewport()->mapToGlobal(at), {}, QPoint(0, turned), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas().viewport(), &event);
    }
    void key(int which, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&canvas(), static_cast<Qt::Key>(which), modifiers);
    }
    [[nodiscard]] TimelineCanvas& canvas() const { return pane.canvas(); }

    Selection selection;
    gui::Display display;
    TimelinePane pane{{selection, display}};
};

TEST_F(TimelinePaneTest, SaysWhatToDoBeforeAKernelIsOpen) {
    pane.show();
    EXPECT_TRUE(pane.cliCommand().isEmpty());
    EXPECT_FALSE(pane.picture());
    EXPECT_EQ(pane.table(), nullptr);
    EXPECT_FALSE(pane.writeOther(QStringLiteral("/nowhere.json")).empty());
    open("scan/scan-init", "nvidia-h200");
    EXPECT_TRUE(pane.picture());
    pane.showAnalysis(nullptr);
    EXPECT_FALSE(pane.picture());
    key(Qt::Key_Plus);
    wheel({300, 100}, 120);
    move({300, 100});
}

TEST_F(TimelinePaneTest, TheWheelZoomsAtThePointer) {
    open("scan/scan-init", "nvidia-h200");
    const QPointF at(canvas().viewport()->width() * 0.6, 60);
    const double before = canvas().timelineLayout().cycle(at.x(), canvas().window());
    const double cycles = canvas().window().cycles();
    for (int i = 0; i < 5; ++i) wheel(at, 120);
    EXPECT_LT(canvas().window().cycles(), cycles / 2);
    EXPECT_NEAR(canvas().timelineLayout().cycle(at.x(), canvas().window()), before, 1e-6 * cycles);
    EXPECT_TRUE(pane.cliCommand().contains(QStringLiteral(" --from ")));
    key(Qt::Key_0);
    EXPECT_TRUE(canvas().fitted());
    EXPECT_FALSE(pane.cliCommand().contains(QStringLiteral(" --from ")));
}

TEST_F(TimelinePaneTest, PointingAtAnOperationHoversItAndAClickPinsIt) {
    open("scan/scan-init", "geforce-8800-gtx");
    canvas().showWindow(0, 2000);
    const QPointF at = canvas().pointOf(0, 1300);
    move(at);
    ASSERT_TRUE(canvas().hit());
    EXPECT_EQ(canvas().hit()->row, 0u);
    EXPECT_FALSE(selection.hovered().empty());
    EXPECT_TRUE(pane.details().contains(QStringLiteral("line ")));
    QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, at.toPoint());
    EXPECT_EQ(selection.pinned(), selection.hovered());
    EXPECT_EQ(canvas().scene().pinned.size(), canvas().scene().timelineIndex->rows().size());
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(canvas().viewport(), &leave);
    EXPECT_TRUE(selection.hovered().empty());
    EXPECT_FALSE(selection.pinned().empty());
}

TEST_F(TimelinePaneTest, ShowsWhatOtherPanesHover) {
    open("matmul/matmul-tiled", "nvidia-h200");
    EXPECT_TRUE(canvas().scene().hovered.empty());
    selection.hover(canvas().scene().timelineIndex->analysis().elements.fromStatement(
        canvas().scene().timelineIndex->analysis().pdg->accesses.front().statement));
    EXPECT_FALSE(canvas().scene().hovered.empty());
}

TEST_F(TimelinePaneTest, DraggingMovesAndWithShiftMeasures) {
    open("scan/scan-init", "nvidia-h200");
    canvas().showWindow(2000, 6000);
    const QPointF from(canvas().viewport()->width() * 0.7, 80), to(canvas().viewport()->width() * 0.5, 80);
    const double under = canvas().timelineLayout().cycle(from.x(), canvas().window());
    QTest::mousePress(canvas().viewport(), Qt::LeftButton, {}, from.toPoint());
    move(to, Qt::LeftButton);
    QTest::mouseRelease(canvas().viewport(), Qt::LeftButton, {}, to.toPoint());
    EXPECT_NEAR(canvas().timelineLayout().cycle(to.x(), canvas().window()), under, 8);
    EXPECT_FALSE(canvas().span());
    EXPECT_TRUE(selection.pinned().empty());

    const TimeWindow window = canvas().window();
    const int columns = pane.table()->columnCount();
    QTest::mousePress(canvas().viewport(), Qt::LeftButton, Qt::ShiftModifier, to.toPoint());
    move(from, Qt::LeftButton, Qt::ShiftModifier);
    QTest::mouseRelease(canvas().viewport(), Qt::LeftButton, Qt::ShiftModifier, from.toPoint());
    EXPECT_EQ(canvas().window(), window);
    ASSERT_TRUE(canvas().span());
    EXPECT_LT(canvas().span()->first, canvas().span()->second);
    EXPECT_GT(pane.table()->columnCount(), columns);
    key(Qt::Key_Escape);
    EXPECT_FALSE(canvas().span());
    EXPECT_EQ(pane.table()->columnCount(), columns);
}

TEST_F(TimelinePaneTest, EverythingIsDoneByKeys) {
    open("matmul/matmul-tiled", "nvidia-h200");
    EXPECT_TRUE(canvas().fitted());
    key(Qt::Key_Plus);
    const TimeWindow zoomed = canvas().window();
    EXPECT_FALSE(canvas().fitted());
    key(Qt::Key_Right);
    EXPECT_GT(canvas().window().from(), zoomed.from());
    key(Qt::Key_Left);
    EXPECT_NEAR(canvas().window().from(), zoomed.from(), 1e-6);
    key(Qt::Key_Minus);
    EXPECT_TRUE(canvas().fitted());

    key(Qt::Key_Right, Qt::ControlModifier);
    ASSERT_TRUE(canvas().hit());
    const TimelineHit first = *canvas().hit();
    for (int i = 0; i < 30; ++i) key(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(canvas().hit()->entry, first.entry + 30);
    key(Qt::Key_Down, Qt::ControlModifier);
    EXPECT_EQ(canvas().hit()->row, first.row + 1);
    key(Qt::Key_Return);
    EXPECT_EQ(selection.pinned(), selection.hovered());
    key(Qt::Key_Right, Qt::ShiftModifier);
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_TRUE(canvas().span());
    key(Qt::Key_Escape);
    key(Qt::Key_Escape);
    EXPECT_FALSE(canvas().hit());
    EXPECT_TRUE(selection.hovered().empty());
}

TEST_F(TimelinePaneTest, FilesAreWrittenAndReadBack) {
    open("scan/scan-init", "geforce-8800-gtx"); // whose simulation itself has no timeline
    QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("a.png")),
                  svg = folder.filePath(QStringLiteral("a.svg"));
    PictureFile file;
    file.size = QSizeF(900, 500);
    file.theme = &darkTheme();
    ASSERT_TRUE(writePicture(*pane.picture(), png, file).empty());
    ASSERT_TRUE(writePicture(*pane.picture(), svg, file).empty());
    const QImage image(png);
    ASSERT_EQ(image.size(), QSize(1800, 1000));
    std::size_t issuing = 0, waiting = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 300; x < image.width(); ++x) {
            issuing += image.pixelColor(x, y) == darkTheme().of(token_string::TokenKind::SharedLoad) ? 1 : 0;
            waiting += image.pixelColor(x, y) == darkTheme().of(timeline::Stall::Scheduler) ? 1 : 0;
        }
    EXPECT_GT(issuing, 100u);
    EXPECT_GT(waiting, 100u);
    QSvgRenderer renderer(svg);
    EXPECT_TRUE(renderer.isValid());

    const QString trace = folder.filePath(QStringLiteral("trace.json"));
    ASSERT_TRUE(pane.writeOther(trace).empty());
    QFile json(trace);
    ASSERT_TRUE(json.open(QIODevice::ReadOnly));
    EXPECT_TRUE(QJsonDocument::fromJson(json.readAll()).object().contains(QStringLiteral("traceEvents")));
    const QString cli = folder.filePath(QStringLiteral("cli.svg"));
    ASSERT_TRUE(pane.writeOther(cli).empty());
    EXPECT_TRUE(QSvgRenderer(cli).isValid());
    EXPECT_EQ(pane.writeOther(folder.filePath(QStringLiteral("a.txt"))).front().code, "export.unknown-format");
    EXPECT_EQ(pane.writeOther(QStringLiteral("/no/such/folder/a.json")).front().code, "export.write");
    EXPECT_TRUE(tableCsv(*pane.table()).contains("scheduler"));
}

TEST_F(TimelinePaneTest, TheMeasuredScheduleStandsBelowTheWarps) {
    open("scan/scan-init", "nvidia-h200");
    EXPECT_FALSE(pane.schedules());
    auto records =
        records::readRecords(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples/scan/measurements");
    ASSERT_TRUE(records.ok());
    pane.setRecords(std::make_shared<const std::vector<records::Measurement>>(std::move(*records)));
    ASSERT_TRUE(pane.schedules());
    EXPECT_TRUE(pane.schedules()->preliminary);
    const std::size_t first = pane.schedules()->simulated.groups.size();
    for (int i = 0; i < 6000 && pane.schedules()->preliminary; ++i) QTest::qWait(10);
    EXPECT_FALSE(pane.schedules()->preliminary);
    EXPECT_GT(pane.schedules()->simulated.groups.size(), first);
    ASSERT_TRUE(canvas().timelineLayout().measured);
    EXPECT_LE(canvas().timelineLayout().simulated->bottom(), canvas().viewport()->height());
    key(Qt::Key_0); // all operations are shown already: the whole schedules
    EXPECT_GE(canvas().window().to(), pane.schedules()->end() * 0.999);
    pane.showAnalysis(test::analysisOf("scan/scan-init", "geforce-8800-gtx"));
    EXPECT_FALSE(pane.schedules());
}

TEST_F(TimelinePaneTest, UnitAndThemeFollowTheDisplay) {
    open("scan/scan-init", "nvidia-h200");
    const QImage light = canvas().viewport()->grab().toImage();
    display.setTheme(darkTheme());
    display.setUnit(TimeUnit::Microseconds);
    QApplication::processEvents();
    const QImage dark = canvas().viewport()->grab().toImage();
    EXPECT_EQ(light.pixelColor(3, light.height() - 3), lightTheme().background);
    EXPECT_EQ(dark.pixelColor(3, dark.height() - 3), darkTheme().background);
    EXPECT_TRUE(pane.table()
                    ->headerData(1, Qt::Horizontal, Qt::DisplayRole)
                    .toString()
                    .startsWith(QStringLiteral("us")));
}

} // namespace

} // namespace warpstring::gui
