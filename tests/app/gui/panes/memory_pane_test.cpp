// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/memory_pane.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <gtest/gtest.h>

#include "app/gui/drawing/table_text.h"
#include "app/gui/panes/memory_canvas.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

class MemoryPaneWindow : public testing::Test {
protected:
    void open(const std::string& sample) {
        pane_.resize(640, 700);
        pane_.show();
        pane_.showAnalysis(test::analysisOf(sample, "nvidia-h200"));
        wait();
    }
    void wait() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !pane_.loader().running(); }, 30000));
        ASSERT_NE(pane_.map(), nullptr);
    }

    MemoryCanvas& canvas() { return *pane_.findChild<MemoryCanvas*>(); }
    QTableView& table() { return *pane_.findChild<QTableView*>(); }
    const MemoryPanel& panelOf(const QString& access) {
        for (int row = 0; row < table().model()->rowCount(); ++row)
            if (table().model()->index(row, 1).data().toString() == access)
                if (const auto* panel = canvas().layoutShown().panelOf(
                        *pane_.map(), static_cast<AccessTable*>(table().model())->accessOf(row)))
                    return *panel;
        ADD_FAILURE() << access.toStdString();
        return canvas().layoutShown().panels.front();
    }

    Selection selection_;
    Display display_;
    MemoryPane pane_{PaneContext{selection_, display_}};
};

TEST_F(MemoryPaneWindow, SaysWhatToDoWhileNothingIsOpen) {
    pane_.show();
    EXPECT_TRUE(pane_.cliCommand().isEmpty());
    EXPECT_FALSE(pane_.picture().has_value());
    EXPECT_EQ(pane_.table(), nullptr);
    EXPECT_EQ(pane_.map(), nullptr);
}

TEST_F(MemoryPaneWindow, DrawsTheLaunchAGroupAndAWarp) {
    open("matmul/matmul-tiled");
    EXPECT_TRUE(pane_.cliCommand().startsWith(QStringLiteral("warpstring counts ")));
    const auto coloured = [&](const MemoryPanel& panel, MemoryScope scope) {
        QRectF all;
        for (const QRectF& mark : panel.marks[static_cast<std::size_t>(scope)]) all |= mark;
        return all;
    };
    const MemoryPanel panel = panelOf(QStringLiteral("store c"));
    EXPECT_EQ(coloured(panel, MemoryScope::Launch), panel.area);
    EXPECT_TRUE(panel.area.contains(coloured(panel, MemoryScope::Group)));
    EXPECT_LT(coloured(panel, MemoryScope::Group).height(), 5);
    auto* group = pane_.findChild<QSpinBox*>(); // of x
    group->setValue(255);
    wait();
    EXPECT_EQ(pane_.map()->choice.group[0], 255);
    EXPECT_EQ(coloured(panelOf(QStringLiteral("store c")), MemoryScope::Group).right(), panel.area.right());
    // Where the warp goes: two rows of 16 elements, in a part of the buffer.
    pane_.findChild<QComboBox*>()->setCurrentIndex(2);
    const MemoryPanel near = panelOf(QStringLiteral("store c"));
    EXPECT_EQ(near.view.rows, 8);
    EXPECT_EQ(near.view.columns, 32 * 4);
    EXPECT_NEAR(coloured(near, MemoryScope::Warp).width(), near.area.width() / 2, 2);
    EXPECT_NEAR(coloured(near, MemoryScope::Warp).height(), near.area.height() / 4, 2);
    ASSERT_TRUE(pane_.picture());
    EXPECT_TRUE(toSvg(*pane_.picture(), lightTheme(), pane_.picture()->size).contains("warp 0 of it"));
    EXPECT_TRUE(tableCsv(*pane_.table()).contains("lid.x 4"));
}

TEST_F(MemoryPaneWindow, KeysChooseAccessesAndWarps) {
    open("matmul/matmul-tiled");
    QTest::keyClick(&canvas(), Qt::Key_Right);
    wait();
    EXPECT_EQ(pane_.map()->choice.warp, 1);
    QTest::keyClick(&canvas(), Qt::Key_Left);
    QTest::keyClick(&canvas(), Qt::Key_Left);
    wait();
    EXPECT_EQ(pane_.map()->choice.warp, 0);
    QTest::keyClick(&canvas(), Qt::Key_Down);
    QTest::keyClick(&canvas(), Qt::Key_Down);
    EXPECT_EQ(table().currentIndex().row(), 1);
    QSignalSpy wanted(&pane_, &MemoryPane::placeWanted);
    QTest::keyClick(&canvas(), Qt::Key_Return);
    ASSERT_EQ(wanted.count(), 1);
    const int line = table().model()->index(1, 0).data().toInt();
    EXPECT_EQ(wanted[0][0].value<SourceLocation>().line, line);
    EXPECT_TRUE(selection_.pinned().hasLine(line));
}

TEST_F(MemoryPaneWindow, MarksWithTheOtherPanes) {
    open("matmul/matmul-tiled");
    QSignalSpy message(&pane_, &Pane::message);
    const MemoryPanel panel = panelOf(QStringLiteral("load b"));
    QTest::mouseMove(&canvas(), panel.area.center().toPoint());
    EXPECT_TRUE(QTest::qWaitFor([&] { return selection_.hovered().hasLine(59); }));
    ASSERT_FALSE(message.isEmpty());
    EXPECT_TRUE(message.last()[0].toString().contains(QStringLiteral(" of b, element ")))
        << message.last()[0].toString().toStdString();
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, panel.area.center().toPoint());
    EXPECT_TRUE(selection_.pinned().hasLine(59));
    selection_.clear();
    selection_.pin(pane_.map()->analysis->elements.fromLine(60));
    QStringList chosen;
    for (const QModelIndex& row : table().selectionModel()->selectedRows(1)) chosen << row.data().toString();
    EXPECT_TRUE(chosen.contains(QStringLiteral("load a"))) << chosen.join(QLatin1Char(' ')).toStdString();
    EXPECT_FALSE(chosen.contains(QStringLiteral("load b")));
}

TEST_F(MemoryPaneWindow, SaysWhatIsNotKnown) {
    open("images/buffer-gather");
    bool isUnknown = false;
    for (const MappedBuffer& buffer : pane_.map()->buffers)
        for (const AccessTrack& track : buffer.tracks)
            isUnknown = isUnknown || !track.of(MemoryScope::Launch).reason.empty();
    EXPECT_EQ(toSvg(*pane_.picture(), lightTheme(), pane_.picture()->size).contains("not known: "), isUnknown);
}

} // namespace

} // namespace warpstring::gui
