// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/graph_pane.h"

#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <gtest/gtest.h>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

class GraphPaneTest : public testing::Test {
protected:
    void SetUp() override {
        pane_.resize(900, 600);
        pane_.show();
    }

    void show(const SharedAnalysis& analysis) {
        pane_.showAnalysis(analysis);
        waitForLayout();
    }

    void waitForLayout() {
        QSignalSpy changed(&pane_.graph(), &CollapsibleGraph::stateChanged);
        while (pane_.graph().busy())
            if (!changed.wait(60000)) break;
        ASSERT_FALSE(pane_.graph().busy());
    }

    GraphScene& scene() { return pane_.canvas().graphScene(); }
    QPoint placeOf(std::size_t node) {
        const pdg_export::GraphPoint& at = scene().graph()->nodes[node].centre;
        return pane_.canvas().mapFromScene(QPointF(at.x, at.y));
    }
    QToolButton* button(const QString& text) {
        for (auto* button : pane_.findChildren<QToolButton*>())
            if (button->text() == text) return button;
        return nullptr;
    }
    std::size_t aRegion() {
        const auto& nodes = scene().graph()->nodes;
        for (std::size_t i = 1; i < nodes.size(); ++i)
            if (nodes[i].drawn.node.kind == NodeRef::Kind::Region) return i;
        return 0;
    }

    Selection selection_;
    Display display_;
    GraphPane pane_{{selection_, display_}};
};

TEST_F(GraphPaneTest, SaysWhatToDoWhileThereIsNothing) {
    EXPECT_FALSE(pane_.picture().has_value());
    EXPECT_TRUE(pane_.cliCommand().isEmpty());
    QTest::keyClick(&pane_.canvas(), Qt::Key_Right);
    QTest::keyClick(&pane_.canvas(), Qt::Key_0);
    show(test::analysisOf("scan/scan-init"));
    EXPECT_GT(scene().nodeItems().size(), 10U);
    pane_.showAnalysis(nullptr);
    EXPECT_TRUE(scene().nodeItems().empty());
}

TEST_F(GraphPaneTest, ShowsEveryNodeAndEdgeOnce) {
    show(test::analysisOf("matmul/matmul-tiled"));
    const auto& layout = pane_.graph().shown()->layout;
    EXPECT_EQ(scene().nodeItems().size(), layout.nodes.size());
    EXPECT_EQ(scene().edgeItems().size(), layout.edges.size());
    for (std::size_t i = 0; i < layout.nodes.size(); ++i)
        EXPECT_EQ(scene().nodeAt({layout.nodes[i].centre.x, layout.nodes[i].centre.y}), i);
    EXPECT_TRUE(pane_.cliCommand().startsWith(QStringLiteral("warpstring pdg ")));
    EXPECT_TRUE(pane_.cliCommand().endsWith(QStringLiteral(" -s geforce-8800-gtx -f svg")));
}

TEST_F(GraphPaneTest, HoverMarksAndClickPinsBothWays) {
    const auto analysis = test::analysisOf("scan/scan-init");
    show(analysis);
    QTest::keyClick(&pane_.canvas(), Qt::Key_0);
    const std::size_t node = scene().graph()->nodes.size() - 1;
    pane_.canvas().reveal(std::vector<bool>(scene().graph()->nodes.size(), true));
    QTest::mouseMove(pane_.canvas().viewport(), placeOf(node));
    EXPECT_EQ(selection_.hovered(), pane_.graph().focusOf(node));
    EXPECT_TRUE(scene().nodeItems()[node]->mark().hovered);
    QTest::mouseClick(pane_.canvas().viewport(), Qt::LeftButton, {}, placeOf(node));
    EXPECT_EQ(selection_.pinned(), pane_.graph().focusOf(node));
    EXPECT_TRUE(scene().nodeItems()[node]->mark().pinned);
    for (const auto* item : scene().edgeItems())
        EXPECT_EQ(item->mark().pinned, scene().nodeItems()[item->edge().drawn.from]->mark().pinned ||
                                           scene().nodeItems()[item->edge().drawn.to]->mark().pinned);
    selection_.pin(analysis->elements.fromStatement(StatementId(0))); // another pane does
    EXPECT_FALSE(scene().nodeItems()[node]->mark().pinned);
    EXPECT_TRUE(scene().nodeItems()[1]->mark().pinned);
}

TEST_F(GraphPaneTest, ADoubleClickCollapsesWithoutPinning) {
    show(test::analysisOf("matmul/matmul-naive"));
    const std::size_t before = scene().nodeItems().size();
    const std::size_t region = aRegion();
    const QPoint at = placeOf(region);
    QTest::mouseClick(pane_.canvas().viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(pane_.canvas().viewport(), Qt::LeftButton, {}, at);
    waitForLayout();
    EXPECT_LT(scene().nodeItems().size(), before);
    EXPECT_TRUE(selection_.pinned().empty());
    ASSERT_TRUE(scene().current());
    EXPECT_TRUE(scene().graph()->nodes[*scene().current()].drawn.collapsed);
    QTest::keyClick(&pane_.canvas(), Qt::Key_Space);
    waitForLayout();
    EXPECT_EQ(scene().nodeItems().size(), before);
}

TEST_F(GraphPaneTest, TheKeyboardDoesEverything) {
    show(test::analysisOf("matmul/matmul-naive"));
    auto& canvas = pane_.canvas();
    QTest::keyClick(&canvas, Qt::Key_Right);
    EXPECT_EQ(scene().current(), 0U) << "begins at the entry";
    QTest::keyClick(&canvas, Qt::Key_Right);
    ASSERT_TRUE(scene().current());
    EXPECT_NE(scene().current(), 0U);
    EXPECT_EQ(selection_.hovered(), pane_.graph().focusOf(*scene().current()));
    QTest::keyClick(&canvas, Qt::Key_P);
    EXPECT_EQ(selection_.pinned(), pane_.graph().focusOf(*scene().current()));
    const double zoom = canvas.zoom();
    QTest::keyClick(&canvas, Qt::Key_Plus);
    EXPECT_GT(canvas.zoom(), zoom);
    QTest::keyClick(&canvas, Qt::Key_Minus);
    EXPECT_NEAR(canvas.zoom(), zoom, 1e-9);
    QTest::keyClick(&canvas, Qt::Key_0);
    const QRect seen = canvas.viewport()->rect().adjusted(-1, -1, 1, 1);
    for (std::size_t i = 0; i < scene().nodeItems().size(); ++i) EXPECT_TRUE(seen.contains(placeOf(i)));
    QTest::keyClick(&canvas, Qt::Key_Escape);
    EXPECT_TRUE(selection_.hovered().empty());
}

TEST_F(GraphPaneTest, ZoomAndPlaceStayWhileTheShapeStays) {
    auto request = test::requestFor("matmul/matmul-naive");
    batch::GraphCache graphs;
    const auto before = analyse(request, graphs);
    ASSERT_TRUE(before);
    show(*before);
    pane_.canvas().zoomBy(2);
    pane_.canvas().centerOn(boundsOf(scene().graph()->nodes.back()).center());
    const double zoom = pane_.canvas().zoom();
    const QPoint place = placeOf(scene().graph()->nodes.size() - 1);
    request.sourceText += "\n// a remark\n";
    const auto after = analyse(request, graphs);
    ASSERT_TRUE(after);
    show(*after);
    EXPECT_EQ(pane_.canvas().zoom(), zoom);
    EXPECT_LE((placeOf(scene().graph()->nodes.size() - 1) - place).manhattanLength(), 2);
}

TEST_F(GraphPaneTest, AllOfAGraphIsSeenAtFirst) {
    const auto expectAllSeen = [this](const char* when) {
        const QRect seen = pane_.canvas().viewport()->rect().adjusted(-1, -1, 1, 1);
        for (const auto* item : scene().nodeItems())
            EXPECT_TRUE(seen.contains(pane_.canvas().mapFromScene(item->sceneBoundingRect()).boundingRect()))
                << when;
    };
    for (const char* sample : {"scan/scan-init", "matmul/matmul-tiled"}) {
        show(test::analysisOf(sample));
        expectAllSeen(sample);
    }
    pane_.resize(420, 300);
    QApplication::processEvents();
    expectAllSeen("in a smaller pane");
    selection_.pin(
        pane_.graph().shown()->analysis->elements.fromStatement(StatementId(0))); // another pane does
    pane_.resize(700, 500);
    QApplication::processEvents();
    expectAllSeen("with a pin");
}

TEST_F(GraphPaneTest, LayersAreHiddenWithoutMovingAnything) {
    show(test::analysisOf("scan/scan-init"));
    const QPoint place = placeOf(3);
    ASSERT_NE(button(QStringLiteral("Dependences")), nullptr);
    button(QStringLiteral("Dependences"))->click();
    for (const auto* item : scene().edgeItems())
        EXPECT_EQ(item->isVisible(), isControl(item->edge().drawn.kind));
    EXPECT_EQ(placeOf(3), place);
    button(QStringLiteral("Dependences"))->click();
    for (const auto* item : scene().edgeItems()) EXPECT_TRUE(item->isVisible());
}

TEST_F(GraphPaneTest, EveryPictureHasItsThemesGroundAndSomethingOnIt) {
    show(test::analysisOf("scan/scan-init"));
    const auto picture = pane_.picture();
    ASSERT_TRUE(picture);
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
        QImage image(300, 700, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        picture->paint(painter, *theme, image.size());
        painter.end();
        std::size_t ground = 0;
        std::size_t drawn = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                EXPECT_NE(image.pixelColor(x, y), QColor(Qt::magenta));
                ++(image.pixelColor(x, y) == theme->background ? ground : drawn);
            }
        EXPECT_GT(ground, drawn / 4);
        EXPECT_GT(drawn, 1000U);
    }
}

} // namespace

} // namespace warpstring::gui
