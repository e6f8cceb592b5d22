// SPDX-License-Identifier: GPL-3.0-or-later
// Device, unit, theme, launch, model and layout are chosen while the window runs.
#include <QCheckBox>
#include <QComboBox>
#include <QRegularExpression>
#include <QStyle>
#include <algorithm>
#include <cmath>

#include "app/gui/panes/opencl_lexer.h"
#include "app/gui/panes/spec_editor_pane.h"
#include "app/gui/panes/timeline_pane.h"
#include "app/gui/window/summary_bar.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

/// Of two colours, by relative luminance: 1 to 21 (WCAG 2.2).
double contrast(const QColor& a, const QColor& b) {
    const auto linear = [](float part) {
        return part <= 0.04045F ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const auto luminance = [&](const QColor& colour) {
        return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
               0.0722 * linear(colour.blueF());
    };
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05) / (darker + 0.05);
}

class WindowChoices : public test::WindowTest {
protected:
    SummaryBar& summary() { return *window_->findChild<SummaryBar*>(); }
    QComboBox& named(const QString& name) {
        for (auto* box : summary().findChildren<QComboBox*>())
            if (box->accessibleName() == name) return *box;
        ADD_FAILURE();
        std::abort();
    }
    void choose(QComboBox& box, const QString& item) {
        box.setFocus();
        ASSERT_GE(box.findText(item), 0) << item.toStdString();
        box.setCurrentText(item);
        Q_EMIT box.activated(box.currentIndex());
        Q_EMIT box.textActivated(item);
        settle();
    }
    QColor colourAt(QWidget& widget, const QPoint& at) {
        QCoreApplication::processEvents();
        return widget.grab().toImage().pixelColor(at);
    }
};

TEST_F(WindowChoices, AnotherDeviceGivesItsTimes) {
    ASSERT_TRUE(openSample("matmul/matmul-tiled-small"));
    const QString before = summary().text();
    choose(summary().specs(), QStringLiteral("nvidia-h200"));
    ASSERT_EQ(session().state(), Session::State::Good);
    EXPECT_EQ(session().analysis()->request.specName, "nvidia-h200");
    EXPECT_NE(summary().text(), before);
    EXPECT_TRUE(window_->source().cliCommand().endsWith(QStringLiteral("-s nvidia-h200")));
    EXPECT_FALSE(window_->setSpec(QStringLiteral("no-such-gpu")));
    EXPECT_FALSE(message().isEmpty()) << "said in place";
    EXPECT_EQ(summary().specs().currentText(), QStringLiteral("nvidia-h200"));
}

TEST_F(WindowChoices, PanesThatNobodySeesWait) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    auto& timeline = window_->timeline();
    EXPECT_FALSE(window_->summary().cliCommand().isEmpty()) << "in front";
    EXPECT_TRUE(timeline.cliCommand().isEmpty()) << "behind";
    raise(timeline);
    EXPECT_TRUE(timeline.cliCommand().contains(QStringLiteral("scan-init")));
    raise(window_->summary());
    ASSERT_TRUE(openSample("matmul/matmul-tiled-small"));
    EXPECT_TRUE(timeline.cliCommand().isEmpty()) << "of no kernel that is closed or behind";
    timeline.catchUp();
    EXPECT_TRUE(timeline.cliCommand().contains(QStringLiteral("matmul-tiled-small")));
}

TEST_F(WindowChoices, ASpecThatIsSavedBecomesTheDevice) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    const double before = session().analysis()->simulation.kernelTimeUs();
    raise(window_->specEditor());
    SpecEdit& edit = window_->specEditor().edit();
    ASSERT_TRUE(edit.isOpen()) << "the device of the kernel";
    ASSERT_TRUE(edit.setValue("execution.clock_mhz", QStringLiteral("675")));
    settle();
    EXPECT_GT(session().analysis()->simulation.kernelTimeUs(), before) << "while it is edited";
    ASSERT_TRUE(edit.save());
    settle();
    EXPECT_EQ(session().specName(), "geforce-8800-gtx-edited");
    EXPECT_GT(session().analysis()->simulation.kernelTimeUs(), before) << "once it is saved";
    EXPECT_GE(summary().specs().findText(QStringLiteral("geforce-8800-gtx-edited")), 0);
    EXPECT_EQ(window_->specEditor().cliCommand().section(QLatin1Char(' '), 0, 3),
              QStringLiteral("warpstring spec diff geforce-8800-gtx"));
    choose(summary().specs(), QStringLiteral("geforce-8800-gtx"));
    EXPECT_DOUBLE_EQ(session().analysis()->simulation.kernelTimeUs(), before);
}

TEST_F(WindowChoices, AnotherUnitChangesEveryFigureAtOnce) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    EXPECT_TRUE(summary().text().contains(QStringLiteral(" cycles")));
    QTest::keyClick(&editor(), Qt::Key_U, Qt::ControlModifier);
    EXPECT_EQ(window_->display().unit(), TimeUnit::Nanoseconds);
    EXPECT_FALSE(summary().text().contains(QStringLiteral(" cycles")));
    EXPECT_TRUE(summary().text().contains(QRegularExpression(QStringLiteral("\\d (ns|us|ms) a warp"))));
    trigger(QStringLiteral("us"));
    EXPECT_FALSE(summary().text().contains(QStringLiteral(" cycles")));
}

TEST_F(WindowChoices, ThemesChangeWithoutARestart) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    raise(window_->string());
    auto& canvas = window_->string().canvas();
    for (const auto& [label, theme] : {std::pair{QStringLiteral("&Dark"), &darkTheme()},
                                       std::pair{QStringLiteral("&Light"), &lightTheme()}}) {
        trigger(label);
        const QPoint corner(canvas.width() - 2, 1);
        EXPECT_EQ(colourAt(canvas, corner), theme->background);
        EXPECT_EQ(window_->palette().color(QPalette::Window), theme->palette().color(QPalette::Window));
        EXPECT_EQ(editor().lexer()->paper(0), theme->background) << "the editor too";
    }
}

TEST_F(WindowChoices, BoxesAndWhatIsDisabledAreSeenInEveryTheme) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    auto* box = window_->string().findChild<QCheckBox*>();
    ASSERT_FALSE(box == nullptr || box->isChecked());
    for (const QString& label : {QStringLiteral("&Dark"), QStringLiteral("&Light")}) {
        trigger(label);
        const Theme& theme = window_->display().theme();
        const QImage image = box->grab().toImage();
        double frame = 1;
        for (int x = 0; x < box->style()->pixelMetric(QStyle::PM_IndicatorWidth); ++x)
            frame = std::max(frame, contrast(image.pixelColor(x, image.height() / 2), theme.surface));
        EXPECT_GT(frame, 1.5) << label.toStdString();
        const QColor disabled = theme.palette().color(QPalette::Disabled, QPalette::Text);
        EXPECT_GT(contrast(disabled, theme.surface), 3) << label.toStdString();
    }
}

TEST_F(WindowChoices, TheLaunchesOfASweepAreChosen) {
    ASSERT_TRUE(openSample("matmul/matmul-naive-sizes"));
    auto& launches = named(QStringLiteral("Launch"));
    ASSERT_EQ(launches.count(), 6);
    const double first = session().analysis()->simulation.kernelTimeUs();
    choose(launches, launches.itemText(3));
    ASSERT_EQ(session().state(), Session::State::Good);
    EXPECT_EQ(session().current()->launchIndex(), 3U);
    EXPECT_GT(session().analysis()->simulation.kernelTimeUs(), first);
}

TEST_F(WindowChoices, AreRememberedAtTheNextStart) {
    trigger(QStringLiteral("&Dark"));
    trigger(QStringLiteral("ns"));
    window_->setSpec(QStringLiteral("nvidia-h200"));
    window_->close();
    window_ = std::make_unique<MainWindow>(UserFolders{text(folder_ / "config"), text(folder_ / "data")});
    EXPECT_TRUE(window_->display().theme().dark);
    EXPECT_EQ(window_->display().unit(), TimeUnit::Nanoseconds);
    EXPECT_EQ(session().specName(), "nvidia-h200");
}

TEST_F(WindowChoices, TheDefaultLayoutComesBack) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    const auto docks = window_->docks().docks();
    ASSERT_GE(docks.size(), 4U);
    docks[0]->hide();
    docks[1]->setFloating(true);
    window_->addDockWidget(Qt::LeftDockWidgetArea, docks[2]);
    trigger(QStringLiteral("&Restore Default Layout"));
    QTest::qWait(20);
    for (QDockWidget* dock : docks) {
        EXPECT_FALSE(dock->isFloating()) << dock->objectName().toStdString();
        EXPECT_FALSE(dock->isHidden() && window_->tabifiedDockWidgets(dock).isEmpty());
        EXPECT_NE(window_->dockWidgetArea(dock), Qt::LeftDockWidgetArea);
    }
    EXPECT_FALSE(docks[0]->visibleRegion().isEmpty()) << "the summary is in front";
}

TEST_F(WindowChoices, ALayoutsVersionIsOfTheseDocks) {
    QStringList names;
    for (const QDockWidget* dock : window_->docks().docks()) names << dock->objectName();
    EXPECT_EQ(names.join(QLatin1Char(' ')).toStdString(),
              "summary string lines graph threads memory timeline compare diff batch tune spec problems search")
        << "docks came or went: raise PaneDocks::version, then list them here";
    EXPECT_EQ(PaneDocks::version, 6) << "of the docks above";
}

TEST_F(WindowChoices, WhetherUnrolledIterationsAreFoldedIsKeptForTheNextStart) {
    const auto label = QStringLiteral("&Fold Unrolled Iterations");
    const auto* action = actionIn(window_->menuBar()->actions(), label);
    ASSERT_NE(action, nullptr);
    EXPECT_TRUE(action->isChecked()) << "at first";
    int owners = 0;
    for (const auto* each : window_->findChildren<QAction*>()) owners += each->shortcut() == action->shortcut();
    EXPECT_EQ(owners, 1) << "no other has the key";
    trigger(label);
    EXPECT_FALSE(window_->display().foldsUnrolled());
    window_->close();
    start();
    EXPECT_FALSE(window_->display().foldsUnrolled());
    EXPECT_FALSE(actionIn(window_->menuBar()->actions(), label)->isChecked());
}

TEST_F(WindowChoices, ALayoutIsKeptForTheNextStart) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    QDockWidget* dock = window_->docks().docks()[0];
    window_->addDockWidget(Qt::LeftDockWidgetArea, dock);
    QTest::qWait(20);
    window_->close();
    start();
    ASSERT_TRUE(open(folder_ / "scan-init.toml"));
    EXPECT_EQ(window_->dockWidgetArea(window_->docks().docks()[0]), Qt::LeftDockWidgetArea);
}

} // namespace

} // namespace warpstring::gui
