// SPDX-License-Identifier: GPL-3.0-or-later
// Two sides are chosen, seen beside each other, and lead back into their sources.
#include <QComboBox>
#include <QTableView>
#include <QToolButton>

#include "app/gui/panes/diff_pane.h"
#include "app/gui/panes/message_strip.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

class WindowDiff : public test::WindowTest {
protected:
    void SetUp() override {
        start({QStringLiteral("nvidia-h200"), {}});
        folder_.write("twice.cl", test::smallKernel);
        folder_.write("other.cl", "// other\n" + test::smallKernel);
        folder_.write("other.toml", test::smallLaunch("other.cl"));
        ASSERT_TRUE(open(folder_.write("twice.toml", test::smallLaunch())));
        raise(pane());
        settled();
    }
    DiffPane& pane() { return window_->diff(); }
    void settled() {
        settle();
        ASSERT_TRUE(QTest::qWaitFor([this] { return !pane().diff().busy(); }, test::patienceMs));
    }
    QComboBox& box(const char* name) {
        for (QComboBox* each : pane().findChildren<QComboBox*>())
            if (each->accessibleName() == QLatin1String(name)) return *each;
        ADD_FAILURE() << name;
        std::abort();
    }
    void choose(const char* name, const char* item) {
        QComboBox& of = box(name);
        const int index = of.findText(QLatin1String(item));
        ASSERT_GE(index, 0) << item;
        of.setCurrentIndex(index);
        Q_EMIT of.activated(index);
        settled();
    }
    QTableView& lines() {
        for (QTableView* each : pane().findChildren<QTableView*>())
            if (each->model() == &pane().lines()) return *each;
        std::abort();
    }
    QString notice() { return pane().findChild<MessageStrip*>()->text(); }
};

TEST_F(WindowDiff, AnEditStandsBesideTheBaseline) {
    EXPECT_TRUE(notice().contains(QStringLiteral("Both sides are the same"))) << notice().toStdString();
    editor().setText(QString::fromStdString(test::smallKernel)
                         .replace(QStringLiteral("* 2.0f"), QStringLiteral("/ 3.0f / in[0]")));
    settled();
    const auto& rows = pane().lines().lines();
    ASSERT_TRUE(rows.hottest);
    EXPECT_EQ(rows.rows[*rows.hottest].right, 3);
    EXPECT_EQ(rows.rows[*rows.hottest].match, LineMatch::Edited);
    EXPECT_GT(pane().measures().rowCount(), 10);
    EXPECT_TRUE(
        notice().contains(QStringLiteral("twice at opening on nvidia-h200 \u2192 twice on nvidia-h200")))
        << notice().toStdString();
}

TEST_F(WindowDiff, AnotherLaunchAndAnotherDeviceAreChosen) {
    choose("Left launch", "other");
    EXPECT_EQ(pane().diff().analysis(DiffSide::Left)->launch().source.filename(), "other.cl");
    EXPECT_EQ(pane().lines().lines().rows.front().match, LineMatch::LeftAlone);
    choose("Left launch", "this launch");
    choose("Left device", "nvidia-a100");
    EXPECT_EQ(pane().diff().analysis(DiffSide::Left)->spec().name, "nvidia-a100");
    EXPECT_EQ(box("Left device").currentText(), QStringLiteral("nvidia-a100"));
    const DiffLine& line = pane().lines().lines().rows[2];
    EXPECT_GT(line.leftCost, 0);
    EXPECT_GT(line.rightCost, 0);
    EXPECT_NE(line.leftCost, line.rightCost);
}

TEST_F(WindowDiff, ALineLeadsToItsSource) {
    choose("Left launch", "other");
    const int row = pane().lines().rowOf(DiffSide::Right, 3);
    ASSERT_GE(row, 0);
    lines().setFocus();
    Q_EMIT lines().clicked(pane().lines().index(row, DiffLineTable::RightText));
    EXPECT_EQ(window_->selection().pinned().lines, std::vector{3});
    Q_EMIT lines().activated(pane().lines().index(row, DiffLineTable::RightText));
    EXPECT_TRUE(editor().hasFocus());
    EXPECT_EQ(editor().cursorLine(), 3);
    Q_EMIT lines().activated(pane().lines().index(row, DiffLineTable::LeftText));
    settled();
    EXPECT_EQ(session().current()->launchPath(), folder_ / "other.toml");
    EXPECT_EQ(editor().cursorLine(), 4);
}

TEST_F(WindowDiff, IsReachedAndSwappedByKeys) {
    editor().setFocus();
    QTest::keyClick(&editor(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(pane().isAncestorOf(QApplication::focusWidget()));
    choose("Right device", "nvidia-a100");
    for (auto* each : pane().findChildren<QToolButton*>())
        if (each->accessibleName() == QStringLiteral("Swap the sides")) each->click();
    settled();
    EXPECT_EQ(pane().diff().choice(DiffSide::Left).spec, "nvidia-a100");
    EXPECT_EQ(box("Left device").currentText(), QStringLiteral("nvidia-a100"));
    EXPECT_TRUE(pane().cliCommand().contains(QStringLiteral("-s nvidia-a100")))
        << pane().cliCommand().toStdString();
}

} // namespace

} // namespace warpstring::gui
