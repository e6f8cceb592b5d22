// SPDX-License-Identifier: GPL-3.0-or-later
// The tune pane as a person uses it: a space, a search, a variant in the editors.
#include <QComboBox>
#include <QSpinBox>
#include <QTableView>

#include "app/gui/panes/tune_pane.h"
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

TEST_F(WindowTune, TheWindowClosesWhileItSearches) {
    std::string tuned = "\n[tune]\nSTRIDE = [1";
    for (int i = 2; i <= 16; ++i) tuned += ", " + std::to_string(i);
    openStride(tuned + "]\nlocal = [[32], [64], [128], [256], [512]]\n");
    tune().startOrCancel();
    ASSERT_TRUE(tune().run().running());
    window_->close();
    window_.reset();
}

} // namespace

} // namespace warpstring::gui
