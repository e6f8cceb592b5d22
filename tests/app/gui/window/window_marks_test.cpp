// SPDX-License-Identifier: GPL-3.0-or-later
// What stands at lines of the source and the launch is painted, all of it.
#include <QImage>
#include <QPainter>
#include <QTabWidget>

#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

class WindowMarks : public test::WindowTest {
protected:
    /// As painted over another picture: what is not painted stays.
    static QImage painted(CodeEditor& editor) {
        QCoreApplication::processEvents();
        QImage image(editor.viewport()->size(), QImage::Format_RGB32);
        image.fill(Qt::magenta);
        editor.viewport()->render(&image, {}, {}, QWidget::RenderFlags());
        return image;
    }
    static int count(const QImage& image, const QColor& colour, const QRect& within) {
        int found = 0;
        const QRect area = within.intersected(image.rect());
        for (int y = area.top(); y <= area.bottom(); ++y)
            for (int x = area.left(); x <= area.right(); ++x) found += image.pixelColor(x, y) == colour ? 1 : 0;
        return found;
    }
    static int lineHeight(CodeEditor& editor) { return editor.textHeight(0); }
    static QRect areaOf(CodeEditor& editor, int line) {
        const auto position = static_cast<unsigned long>(editor.positionFromLineIndex(line - 1, 0));
        const auto y =
            static_cast<int>(editor.SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, position));
        return {0, y, editor.viewport()->width(), lineHeight(editor)};
    }
    void showLaunch() {
        Q_EMIT pane<ProblemsPane>().placeWanted({session().current()->launchPath().string(), 1, 1});
        ASSERT_TRUE(pane<LaunchPane>().isVisible());
    }
    void expectAnnotated(CodeEditor& editor, int line, const QColor& tone) {
        ASSERT_FALSE(editor.annotation(line - 1).isEmpty());
        const QImage image = painted(editor);
        EXPECT_EQ(count(image, Qt::magenta, image.rect()), 0) << "pixels of what was there before";
        EXPECT_GT(count(image, tone, areaOf(editor, line).translated(0, lineHeight(editor))), 20)
            << "the words below the line";
    }
};

TEST_F(WindowMarks, FaultsOfALaunchAreDrawnBelowTheirLines) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    showLaunch();
    CodeEditor& launch = pane<LaunchPane>().editor();
    int line = 1;
    while (!launch.text(line - 1).contains(QStringLiteral("scan.cl\""))) ASSERT_LT(++line, launch.lines());
    launch.setCursorPosition(line - 1,
                             static_cast<int>(launch.text(line - 1).indexOf(QStringLiteral("scan.cl\""))) + 8);
    launch.setFocus();
    QTest::keyClicks(&launch, QStringLiteral("x"));
    settle();
    expectAnnotated(launch, line, window_->display().theme().error);
    QTest::keyClick(&launch, Qt::Key_Backspace);
    settle();
    const QImage mended = painted(launch);
    EXPECT_EQ(count(mended, Qt::magenta, mended.rect()), 0);
}

TEST_F(WindowMarks, TheWarningOfADraftedLaunchIsDrawn) {
    ASSERT_TRUE(open(folder_.write("lone.cl", test::smallKernel)));
    showLaunch();
    expectAnnotated(pane<LaunchPane>().editor(), 1, window_->display().theme().warning);
}

TEST_F(WindowMarks, FaultsOfAKernelAreDrawnInTheWindowThatIsTheTenth) {
    for (int i = 0; i < 9; ++i) start();
    std::string faulty = test::smallKernel;
    faulty.replace(faulty.find("in[i]"), 5, "im[i]");
    folder_.write("twice.cl", faulty);
    (void)open(folder_.write("twice.toml", test::smallLaunch()));
    settle();
    expectAnnotated(editor(), 3, window_->display().theme().error);
}

TEST_F(WindowMarks, APinnedLineIsMarkedUnderTheCaretAndElsewhere) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    int line = 1;
    while (session().analysis()->elements.fromLine(line).tokens.empty()) ASSERT_LT(++line, editor().lines());
    editor().setFocus();
    editor().setCursorPosition(line - 1, 0);
    const QRect area = areaOf(editor(), line);
    const QColor ground = window_->display().theme().background;
    ASSERT_GT(count(painted(editor()), ground, areaOf(editor(), line + 1)), area.width())
        << "as it is unmarked";
    QTest::keyClick(&editor(), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(window_->selection().pinned().hasLine(line));
    for (const int caret : {line, line + 2}) {
        editor().setCursorPosition(caret - 1, 0);
        const QImage image = painted(editor());
        // Right of the text there is nothing but the mark.
        const QColor mark = image.pixelColor(area.right() - 2, areaOf(editor(), line).center().y());
        const auto distance = [](const QColor& a, const QColor& b) {
            return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                   std::abs(a.blue() - b.blue());
        };
        EXPECT_GT(distance(mark, ground), 60) << "caret in line " << caret << ": " << mark.name().toStdString();
        EXPECT_LT(std::abs(mark.hslHue() - window_->display().theme().pin.hslHue()), 20) << "of the pin's hue";
    }
    window_->selection().clear();
    editor().setCursorPosition(line + 1, 0);
    EXPECT_EQ(painted(editor()).pixelColor(area.right() - 2, areaOf(editor(), line).center().y()), ground);
}

} // namespace

} // namespace warpstring::gui
