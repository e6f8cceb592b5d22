// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern's page as a person uses it: a description with faults, a search, a way as a document.
#include <QElapsedTimer>
#include <QMimeData>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>

#include "app/gui/panes/derivation_view.h"
#include "app/gui/panes/generate_pane.h"
#include "app/gui/panes/variant_canvas.h"
#include "tests/app/gui/window/window_fixture.h"
#include "tests/app/gui/written_pattern.h"

namespace warpstring::gui {

namespace {

class WindowGenerate : public test::WindowTest {
protected:
    void SetUp() override { start({QStringLiteral("nvidia-h200"), {}}); }
    std::filesystem::path openPattern(const std::string& text = test::doublePattern) {
        const auto path = folder_.write("twice.pattern", text);
        EXPECT_TRUE(window_->open(this->text(path)));
        ready();
        page().setRuns(false, 0); // runs no driver
        return path;
    }
    GeneratePane& page() {
        GeneratePane* shown = window_->pattern();
        EXPECT_NE(shown, nullptr);
        return *shown;
    }
    void ready() {
        EXPECT_TRUE(QTest::qWaitFor([this] { return !page().document().busy(); }, test::patienceMs));
    }
    void search() {
        page().startOrCancel();
        ASSERT_TRUE(page().run().running());
        ASSERT_TRUE(QTest::qWaitFor([this] { return !page().run().running(); }, test::patienceMs));
        ASSERT_TRUE(page().outcome());
    }
    void analysed() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return page().kernelAnalysis() != nullptr; }, test::patienceMs));
    }
    QPushButton& pushButton(const QString& text) {
        for (auto* each : page().findChildren<QPushButton*>())
            if (each->text() == text) return *each;
        ADD_FAILURE() << "no " << text.toStdString();
        std::abort();
    }
    template <class W>
    W& named(const QString& name) {
        for (W* each : page().findChildren<W*>())
            if (each->accessibleName() == name) return *each;
        ADD_FAILURE() << "no " << name.toStdString();
        std::abort();
    }
    QTabBar& tabs() {
        for (auto* each : window_->findChildren<QTabBar*>())
            if (each->accessibleName() == QStringLiteral("Open kernels")) return *each;
        std::abort();
    }
};

TEST_F(WindowGenerate, AFaultIsToldAtItsPlaceAndStopsTheSearch) {
    openPattern("size n = 10;\nf(x: float[n]) = x |> split(4)\n");
    EXPECT_FALSE(pushButton(QStringLiteral("&Generate")).isEnabled());
    QsciScintilla& editor = page().editor();
    EXPECT_NE(editor.markersAtLine(1), 0U);
    EXPECT_TRUE(editor.annotation(1).contains(QStringLiteral("does not divide the length 10")))
        << editor.annotation(1).toStdString();
    // From "split" to its end.
    const long at = editor.positionFromLineIndex(1, 22);
    for (const auto& [shift, isUnder] : {std::pair{-1L, false}, {0L, true}, {4L, true}, {5L, false}})
        EXPECT_EQ(editor.SendScintilla(QsciScintilla::SCI_INDICATORVALUEAT, 8UL, at + shift) != 0, isUnder)
            << shift;
    page().editor().replaceText(QString::fromStdString(test::doublePattern), true);
    ready();
    EXPECT_TRUE(editor.annotation(1).isEmpty());
    EXPECT_TRUE(pushButton(QStringLiteral("&Generate")).isEnabled());
    EXPECT_EQ(tabs().tabText(0), QStringLiteral("twice.pattern \u2022"));
    trigger(QStringLiteral("&Save"));
    EXPECT_EQ(folder_.read("twice.pattern"), test::doublePattern);
    EXPECT_EQ(tabs().tabText(0), QStringLiteral("twice.pattern"));
}

TEST_F(WindowGenerate, WhatIsFoundIsChosenInTheTableAndShownInAllViews) {
    openPattern(test::sumPattern);
    search();
    analysed();
    const auto& found = page().outcome()->devices[0].result.candidates;
    EXPECT_EQ(page().choice().chosen(), 0U);
    EXPECT_DOUBLE_EQ(page().kernelAnalysis()->simulation.kernelTimeUs(),
                     *std::ranges::max_element(found.front().kernelsUs));
    auto& table = named<QTableView>(QStringLiteral("Ways, the fastest first"));
    const int last = table.model()->rowCount() - 1;
    table.setCurrentIndex(table.model()->index(last, 0));
    EXPECT_EQ(page().choice().chosen(), static_cast<search::VariantId>(last));
    EXPECT_EQ(page().derivation().rowCount(), static_cast<int>(found.back().steps.size()) + 1);
    EXPECT_TRUE(named<CodeEditor>(QStringLiteral("Generated source"))
                    .text()
                    .contains(QString::fromStdString(found.back().generated.kernels.front().name)));
    analysed();
    EXPECT_DOUBLE_EQ(page().kernelAnalysis()->simulation.kernelTimeUs(),
                     *std::ranges::max_element(found.back().kernelsUs));
    EXPECT_TRUE(page().picture());
    EXPECT_EQ(page().table()->rowCount(), last + 1);
    page().choice().hover(1);
    EXPECT_FALSE(window_->grab().isNull());
}

TEST_F(WindowGenerate, AWayOpensAsADocumentThatIsInNoFile) {
    openPattern();
    search();
    const double best = page().outcome()->devices[0].result.candidates.front().timeUs;
    GeneratePane& pattern = page();
    const int width = window_->width();
    for (int time = 0; time < 2; ++time) pattern.openChosen();
    EXPECT_EQ(window_->pattern(), nullptr) << "the kernel is shown";
    settle();
    EXPECT_EQ(window_->width(), width) << "the page behind it asks for no room";
    ASSERT_EQ(session().documents(), 2U) << "each on its own";
    EXPECT_EQ(tabs().count(), 3);
    ASSERT_TRUE(session().analysis()) << message().toStdString() << toText(session().diagnostics().front());
    EXPECT_DOUBLE_EQ(session().analysis()->simulation.kernelTimeUs(), best);
    EXPECT_FALSE(std::filesystem::exists(session().current()->launchPath()));
    EXPECT_TRUE(window_->docks().shown());
    tabs().setCurrentIndex(2);
    EXPECT_EQ(window_->pattern(), &pattern) << "what was found is still there";
    EXPECT_FALSE(window_->docks().shown());
    EXPECT_TRUE(pattern.outcome());
    tabs().setCurrentIndex(0);
    EXPECT_EQ(window_->pattern(), nullptr);
}

TEST_F(WindowGenerate, TheTreeIsWrittenAsAPictureAndTheCommandHasTheSettings) {
    (void)openPattern();
    page().setMethod(generate::Method::Tree);
    page().setState(text(folder_ / "state.jsonl"));
    search();
    const QString command = page().cliCommand();
    EXPECT_TRUE(command.contains(QStringLiteral(" --search mcts --no-verify --state ")))
        << command.toStdString();
    EXPECT_TRUE(std::filesystem::exists(folder_ / "state.jsonl"));
    page().savePictureTo(text(folder_ / "tree.svg"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "tree.svg"));
    page().savePictureTo(text(folder_ / "tree.png"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "tree.png")) << "refused in place";
}

TEST_F(WindowGenerate, AnotherDescriptionIsSaidToBeSearchedAgain) {
    openPattern();
    search();
    const auto strips = [this] {
        QString all;
        for (auto* each : page().findChildren<QLabel*>())
            if (each->isVisible()) all += each->text();
        return all;
    };
    EXPECT_FALSE(strips().contains(QStringLiteral("generate again")));
    page().sizes().setData(page().sizes().index(0, SizeTable::Value), QStringLiteral("8192"));
    ready();
    EXPECT_TRUE(strips().contains(QStringLiteral("generate again")));
    EXPECT_EQ(
        page().cliCommand(),
        QStringLiteral("warpstring generate %1 -s nvidia-h200 -D n=8192 --budget 2000 --seed 1 --no-verify")
            .arg(text(page().document().path())));
    search();
    EXPECT_FALSE(strips().contains(QStringLiteral("generate again")));
}

TEST_F(WindowGenerate, SeveralDevicesAreHeldAgainstEachOther) {
    openPattern();
    page().setSpecs({"nvidia-h200", "amd-mi210"});
    search();
    EXPECT_EQ(page().outcome()->devices.size(), 2U);
    EXPECT_EQ(named<QTableView>(QStringLiteral("Winners elsewhere")).model()->rowCount(), 2);
}

TEST_F(WindowGenerate, TabsCloseAndAskForEdits) {
    const auto path = openPattern();
    EXPECT_EQ(tabs().count(), 1);
    EXPECT_EQ(window_->recent().files().front().path, text(path));
    window_->open(text(path));
    EXPECT_EQ(tabs().count(), 1) << "it is open already";
    page().editor().replaceText(QString::fromStdString(test::sumPattern), true);
    trigger(QStringLiteral("&Close"));
    EXPECT_EQ(tabs().count(), 1);
    ASSERT_NE(button(QStringLiteral("&Discard Edits")), nullptr);
    button(QStringLiteral("&Discard Edits"))->click();
    EXPECT_EQ(tabs().count(), 0);
    EXPECT_EQ(window_->pattern(), nullptr);
    EXPECT_EQ(folder_.read("twice.pattern"), test::doublePattern);
    EXPECT_FALSE(window_->open(text(folder_ / "nowhere.pattern")));
    EXPECT_FALSE(message().isEmpty());
}

TEST_F(WindowGenerate, APatternIsOpenedFromTheCommandLineByDroppingAndWithAProject) {
    const auto path = folder_.write("twice.pattern", test::doublePattern);
    start({QStringLiteral("nvidia-h200"), {text(path)}});
    ASSERT_NE(window_->pattern(), nullptr);
    EXPECT_TRUE(window_->saveProject(text(folder_ / "all.warpstring")));
    start({QStringLiteral("nvidia-h200"), {}});
    EXPECT_EQ(window_->pattern(), nullptr);
    EXPECT_TRUE(window_->open(text(folder_ / "all.warpstring")));
    ASSERT_NE(window_->pattern(), nullptr);
    start({QStringLiteral("nvidia-h200"), {}});
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(text(path))});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enter);
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &drop);
    ASSERT_NE(window_->pattern(), nullptr);
}

TEST_F(WindowGenerate, TheWindowClosesWhileASearchRuns) {
    openPattern("size n = 1 << 25;\nsum(x: float[n]) = x |> reduce(add, 0)\n");
    page().startOrCancel();
    QTest::qWait(100);
    window_->close();
    window_.reset();
    start();
    EXPECT_EQ(window_->pattern(), nullptr);
}

} // namespace

} // namespace warpstring::gui
