// SPDX-License-Identifier: GPL-3.0-or-later
// The tune pane as a person uses it: a space, a search, a variant in the editors.
#include <QComboBox>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include "app/gui/models/comparison/comparison_table.h"
#include "app/gui/panes/measure_bar.h"
#include "app/gui/panes/tune_pane.h"
#include "app/gui/panes/variant_canvas.h"
#include "app/gui/window/export_dialog.h"
#include "app/gui/window/summary_bar.h"
#include "tests/app/gui/tuned_kernel.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

class WindowTune : public test::WindowTest {
protected:
    void SetUp() override { start({QStringLiteral("nvidia-h200"), {}}); }
    void openStride(const std::string& more = test::strideTune) {
        folder_.write("stride.cl", test::strideKernel);
        ASSERT_TRUE(open(folder_.write("stride.toml", test::strideLaunch(more))));
        raise(tune());
        ready();
    }
    TunePane& tune() { return window_->tune(); }
    void ready() {
        EXPECT_TRUE(QTest::qWaitFor([this] { return !tune().space().busy(); }, test::patienceMs));
    }
    void search() {
        tune().startOrCancel();
        ASSERT_TRUE(tune().run().running());
        ASSERT_TRUE(QTest::qWaitFor([this] { return !tune().run().running(); }, test::patienceMs));
        ASSERT_TRUE(tune().outcome());
    }
    template <class W>
    W& named(const QString& name) {
        for (W* each : tune().findChildren<W*>())
            if (each->accessibleName() == name) return *each;
        ADD_FAILURE() << "no " << name.toStdString();
        std::abort();
    }
    QPushButton& pushButton(const QString& text) {
        for (auto* each : tune().findChildren<QPushButton*>())
            if (each->text() == text) return *each;
        ADD_FAILURE() << "no " << text.toStdString();
        std::abort();
    }
    CodeEditor& launchEditor() { return pane<LaunchPane>().editor(); }
};

TEST_F(WindowTune, TellsWhereTheSpaceComesFrom) {
    EXPECT_FALSE(pushButton(QStringLiteral("&Start")).isEnabled()) << "nothing is open";
    openStride();
    auto& origin = named<QLabel>(QStringLiteral("Where the space comes from"));
    EXPECT_TRUE(origin.text().contains(QStringLiteral("[tune] of the launch file; 12 combinations, 10 ")))
        << origin.text().toStdString();
    EXPECT_TRUE(pushButton(QStringLiteral("&Start")).isEnabled());
    launchEditor().replaceText(QString::fromStdString(test::strideLaunch("")), true);
    settle();
    ready();
    EXPECT_TRUE(origin.text().contains(QStringLiteral("derived"))) << origin.text().toStdString();
}

TEST_F(WindowTune, AFaultOfTheFormStopsTheSearchAndIsToldAtItsRow) {
    openStride();
    SpaceTable& table = tune().space().table();
    table.setData(table.index(2, SpaceTable::Values), QStringLiteral("NOTHING < 3"));
    ready();
    EXPECT_FALSE(pushButton(QStringLiteral("&Start")).isEnabled());
    EXPECT_TRUE(table.index(2, SpaceTable::Note).data().toString().contains(QStringLiteral("NOTHING")));
    EXPECT_TRUE(tune().cliCommand().isEmpty());
    table.setData(table.index(2, SpaceTable::Values), QStringLiteral("STRIDE < 3"));
    ready();
    EXPECT_TRUE(pushButton(QStringLiteral("&Start")).isEnabled());
}

TEST_F(WindowTune, ApplyIsOneStepThatUndoTakesBackAndTheBaselineTellsTheGain) {
    openStride();
    EXPECT_FALSE(pushButton(QStringLiteral("&Apply")).isEnabled());
    search();
    const double before = session().analysis()->simulation.kernelTimeUs();
    const std::string launch = session().current()->launchText();
    pushButton(QStringLiteral("&Apply")).click();
    settle();
    ready();
    const auto& best = tune().outcome()->answer.top.front();
    EXPECT_NE(session().current()->launchText(), launch);
    EXPECT_DOUBLE_EQ(session().analysis()->simulation.kernelTimeUs(), best.timeUs);
    EXPECT_LT(best.timeUs, before);
    EXPECT_TRUE(window_->findChild<SummaryBar*>()->text().contains(QStringLiteral("\u2192")));
    EXPECT_EQ(session().current()->sourceText(), test::strideKernel);
    EXPECT_FALSE(session().current()->sourceModified());
    launchEditor().undo();
    settle();
    EXPECT_EQ(session().current()->launchText(), launch) << "one step";
}

TEST_F(WindowTune, AnotherVariantIsChosenInTheTableAndReplacesTheFirst) {
    openStride();
    search();
    tune().apply();
    settle();
    auto& view = named<QTableView>(QStringLiteral("Fastest variants"));
    const int last = view.model()->rowCount() - 1;
    view.setCurrentIndex(view.model()->index(last, 0));
    EXPECT_EQ(tune().choice().chosen(), tune().outcome()->answer.top.back().id);
    tune().apply();
    settle();
    EXPECT_DOUBLE_EQ(session().analysis()->simulation.kernelTimeUs(),
                     tune().outcome()->answer.top.back().timeUs);
}

TEST_F(WindowTune, TextsEditedSinceAreNotWrittenOver) {
    openStride();
    search();
    const std::string edited = test::strideLaunch(test::strideTune + "# mine\n");
    launchEditor().replaceText(QString::fromStdString(edited), true);
    settle();
    tune().apply();
    EXPECT_EQ(session().current()->launchText(), edited);
}

TEST_F(WindowTune, RewritesGoIntoBothEditors) {
    openStride("\n[tune]\nrewrite.coarsen = [\"coarsen x=2\"]\n");
    search();
    ASSERT_FALSE(tune().outcome()->answer.top.empty());
    tune().apply();
    settle();
    EXPECT_NE(session().current()->sourceText(), test::strideKernel);
    EXPECT_NE(session().current()->launchText(),
              test::strideLaunch("\n[tune]\nrewrite.coarsen = [\"coarsen x=2\"]\n"));
    EXPECT_DOUBLE_EQ(session().analysis()->simulation.kernelTimeUs(),
                     tune().outcome()->answer.top.front().timeUs);
    editor().undo();
    launchEditor().undo();
    settle();
    EXPECT_FALSE(session().current()->modified()) << "as it was opened";
}

TEST_F(WindowTune, ItsCommandAndItsFilesAreThoseOfTheProgram) {
    openStride();
    tune().setBudget(50, 3);
    EXPECT_TRUE(tune().cliCommand().contains(QStringLiteral("-s nvidia-h200 --evaluations 50 --seed 3")))
        << tune().cliCommand().toStdString();
    SpaceTable& table = tune().space().table();
    table.setData(table.index(0, SpaceTable::Values), QStringLiteral("1, 2"));
    ready();
    EXPECT_TRUE(tune().cliCommand().isEmpty()) << "no file has this space";
    const auto file = folder_ / "space.toml";
    EXPECT_TRUE(exportPane(tune(), {text(file), {}, 1, &lightTheme()}).empty());
    EXPECT_TRUE(tune().cliCommand().contains(text(file)));
    search();
    tune().saveTo(text(folder_.path()));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "stride-tuned.toml"));
    EXPECT_TRUE(exportPane(tune(), {text(folder_ / "best.csv"), {}, 1, &lightTheme()}).empty());
    EXPECT_NE(folder_.read("best.csv").find("STRIDE"), std::string::npos);
}

TEST_F(WindowTune, ClosingTheKernelFreesTheSearch) {
    openStride();
    search();
    tune().startOrCancel();
    ASSERT_TRUE(tune().run().running());
    session().close(0);
    QCoreApplication::processEvents();
    EXPECT_FALSE(tune().run().running());
    EXPECT_FALSE(tune().outcome());
    EXPECT_TRUE(tune().space().form().rows.empty());
}

/// A space whose search takes far longer than anybody waits for a window to close.
class WindowTuneLong : public WindowTune {
protected:
    void searchLong() {
        std::string tuned = "\n[tune]\nSTRIDE = [1";
        for (int i = 2; i <= 2000; ++i) tuned += ", " + std::to_string(i);
        openStride(tuned + "]\nlocal = [[32], [64], [128], [256], [512]]\n");
        tune().setBudget(10'000, 1);
        bool hasBegun = false;
        const auto connection =
            QObject::connect(&tune().run(), &TuneRun::progressed, &tune(),
                             [&](quint64 done, quint64) { hasBegun = hasBegun || done > 0; });
        tune().startOrCancel();
        ASSERT_TRUE(QTest::qWaitFor([&] { return hasBegun; }, test::patienceMs));
        QObject::disconnect(connection);
        ASSERT_TRUE(tune().run().running());
    }
    /// At most an evaluation on each thread is waited for.
    static constexpr qint64 mostMs = 2000;
};

TEST_F(WindowTuneLong, TheWindowClosesWhileItSearchesAndDoesNotWaitForIt) {
    searchLong();
    QElapsedTimer time;
    time.start();
    window_->close();
    window_.reset();
    EXPECT_LT(time.elapsed(), mostMs);
}

TEST_F(WindowTuneLong, ClosingTheKernelDropsTheResult) {
    searchLong();
    QSignalSpy finished(&tune().run(), &TuneRun::finished);
    QElapsedTimer time;
    time.start();
    session().close(0);
    EXPECT_LT(time.elapsed(), mostMs);
    EXPECT_FALSE(tune().run().running());
    EXPECT_FALSE(finished.wait(500)) << "nothing more is heard of it";
    EXPECT_FALSE(tune().outcome());
}

TEST_F(WindowTuneLong, WhatWasFoundOfOtherTextsIsToldAsSuchAndNotApplied) {
    searchLong();
    const std::string edited = test::strideLaunch("# other\n");
    QElapsedTimer time;
    time.start();
    launchEditor().replaceText(QString::fromStdString(edited), true);
    EXPECT_LT(time.elapsed(), mostMs) << "typing does not wait for the search";
    settle();
    tune().startOrCancel(); // what was found by then
    ASSERT_TRUE(QTest::qWaitFor([this] { return !tune().run().running(); }, test::patienceMs));
    tune().apply();
    EXPECT_EQ(session().current()->launchText(), edited);
}

TEST_F(WindowTune, ViewsTableAndDrawingsMarkTheSameVariant) {
    openStride();
    search();
    auto& scatter = named<VariantCanvas>(QStringLiteral("Times over one parameter"));
    auto& parallel = named<VariantCanvas>(QStringLiteral("All parameters and times"));
    ASSERT_TRUE(scatter.drawing());
    EXPECT_EQ(scatter.plot()->variants.size(), tune().outcome()->device()->ranking().size());
    auto& view = named<QTableView>(QStringLiteral("Fastest variants"));
    EXPECT_TRUE(view.isColumnHidden(VariantTable::Measured)) << "nothing was measured";
    const auto last = tune().outcome()->answer.top.back().id;
    const QPoint place = scatter.drawing()->placesOf(last).front().toPoint();
    QTest::mouseMove(&scatter, place);
    ASSERT_EQ(tune().choice().hovered(), last);
    const auto isMarked = [&](int row) {
        return view.model()->index(row, 0).data(ComparisonTable::MarkRole).toBool();
    };
    const int bottom = view.model()->rowCount() - 1;
    EXPECT_TRUE(isMarked(bottom));
    EXPECT_FALSE(isMarked(0));
    QTest::mouseClick(&scatter, Qt::LeftButton, {}, place);
    EXPECT_EQ(view.currentIndex().row(), bottom);
    QTest::keyClick(&parallel, Qt::Key_Left);
    EXPECT_EQ(view.currentIndex().row(), bottom - 1) << "the next faster";
    QTest::keyClick(&parallel, Qt::Key_Home);
    EXPECT_EQ(view.currentIndex().row(), 0);
    view.setCurrentIndex(view.model()->index(1, 0));
    EXPECT_EQ(tune().choice().chosen(), tune().outcome()->answer.top[1].id);
    auto& axis = named<QComboBox>(QStringLiteral("Parameter that times are drawn over"));
    axis.setCurrentIndex(1);
    EXPECT_EQ(scatter.axis(), 1U);
    EXPECT_NE(scatter.drawing()->placesOf(last).front().toPoint(), place);
    QTest::keyClick(&scatter, Qt::Key_Return);
    settle();
    EXPECT_DOUBLE_EQ(session().analysis()->simulation.kernelTimeUs(), tune().outcome()->answer.top[1].timeUs);
}

TEST_F(WindowTune, ItsDrawingsAreExported) {
    openStride();
    EXPECT_FALSE(tune().picture());
    search();
    EXPECT_TRUE(exportPane(tune(), {text(folder_ / "scatter.svg"), {}, 1, &lightTheme()}).empty());
    EXPECT_NE(folder_.read("scatter.svg").find("time, us"), std::string::npos);
    for (auto* tabs : tune().findChildren<QTabWidget*>())
        if (tabs->tabText(1) == QStringLiteral("Parameters")) tabs->setCurrentIndex(1);
    EXPECT_TRUE(exportPane(tune(), {text(folder_ / "parameters.svg"), {}, 1, &darkTheme()}).empty());
    EXPECT_NE(folder_.read("parameters.svg").find("the slowest"), std::string::npos);
}

TEST_F(WindowTune, MeasuringBeginsWhereSomethingWasFound) {
    openStride();
    QToolButton* button = nullptr;
    for (auto* each : tune().findChildren<QToolButton*>())
        if (each->text() == QStringLiteral("&Measure top")) button = each;
    ASSERT_TRUE(button);
    EXPECT_FALSE(button->isEnabled());
    search();
    EXPECT_TRUE(button->isEnabled());
    EXPECT_FALSE(tune().measuring().isVisible());
    button->click();
    EXPECT_TRUE(tune().measuring().isVisible());
    session().close(0);
    QCoreApplication::processEvents();
    EXPECT_FALSE(tune().measuring().isVisible());
}

} // namespace

} // namespace warpstring::gui
