// SPDX-License-Identifier: GPL-3.0-or-later
// The spec editor as a person uses it.
#include "app/gui/panes/spec_editor_pane.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <gtest/gtest.h>

#include "app/gui/drawing/table_text.h"
#include "app/gui/panes/spec_text_editor.h"
#include "tests/app/gui/models/spec/spec_folders.h"

namespace warpstring::gui {
namespace {

using test::TestSpecs;

class SpecEditorPaneTest : public testing::Test {
protected:
    SpecEditorPaneTest() {
        pane_.resize(1280, 800);
        pane_.show();
        pane_.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&pane_));
        EXPECT_TRUE(pane_.openSpec(specs_.shipped("nvidia-h200")));
    }

    QTreeView& tree() { return *pane_.findChild<QTreeView*>(); }
    SpecTextEditor& text() { return *pane_.findChild<SpecTextEditor*>(); }
    QModelIndex cell(const QString& path, int column) {
        const auto* model = tree().model();
        const auto found = model->match(model->index(0, 0), SpecKeyModel::PathRole, path, 1,
                                        Qt::MatchExactly | Qt::MatchRecursive);
        return found.empty() ? QModelIndex() : found.front().siblingAtColumn(column);
    }
    QString shownLabels() {
        QString all;
        for (const QLabel* label : pane_.findChildren<QLabel*>())
            if (label->isVisible()) all += label->text() + "\n";
        return all;
    }

    TestSpecs specs_;
    Selection selection_;
    Display display_;
    SpecEditorPane pane_{{selection_, display_}, specs_.folders()};
};

TEST_F(SpecEditorPaneTest, AValueTypedInTheFormStandsInTheText) {
    const QSignalSpy changed(&pane_.edit(), &SpecEdit::specChanged);
    const QModelIndex clock = cell("execution.clock_mhz", SpecKeyModel::Value);
    tree().setCurrentIndex(clock);
    tree().edit(clock);
    auto* editor = tree().viewport()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, "1500");
    QTest::keyClick(editor, Qt::Key_Return);
    QApplication::processEvents(); // the tree takes it over when the editor is done with the key
    EXPECT_EQ(pane_.edit().currentSpec()->execution.clockMhz, 1500);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_TRUE(text().text().contains("clock_mhz = { value = 1500"));
    EXPECT_TRUE(shownLabels().contains("saving makes a copy"));
    QTest::keyClick(&tree(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(pane_.edit().modified());
    EXPECT_EQ(text().text(), pane_.edit().text());
}

TEST_F(SpecEditorPaneTest, WhatIsTypedStaysAndWhatIsWrongWithItIsSaid) {
    const auto type = [this](const QString& path, const char* keys) {
        const QModelIndex value = cell(path, SpecKeyModel::Value);
        tree().setCurrentIndex(value);
        tree().edit(value);
        auto* editor = qobject_cast<QWidget*>(tree().indexWidget(value));
        if (editor == nullptr) editor = tree().viewport()->findChild<QLineEdit*>();
        if (editor == nullptr) editor = tree().viewport()->findChild<QAbstractSpinBox*>();
        ASSERT_NE(editor, nullptr);
        QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(editor, keys);
        QTest::keyClick(editor, Qt::Key_Return);
        QApplication::processEvents();
    };
    for (const char* path : {"execution.clock_mhz", "execution.multiprocessors"})
        for (const char* typed : {"-5", "0", "12abc", "1e30"}) {
            type(path, typed);
            EXPECT_EQ(cell(path, SpecKeyModel::Value).data().toString(), typed) << path;
            EXPECT_FALSE(cell(path, SpecKeyModel::Value).data(SpecKeyModel::FaultRole).toString().isEmpty())
                << path << " " << typed;
            EXPECT_TRUE(shownLabels().contains(QString(path).section('.', 1)))
                << typed << ": said, not only marked";
            EXPECT_EQ(pane_.edit().currentSpec()->execution.multiprocessors, 132) << "the last valid one";
            EXPECT_EQ(pane_.edit().currentSpec()->execution.clockMhz, 1980);
            pane_.edit().restore(path);
        }
    EXPECT_FALSE(pane_.edit().modified());
}

TEST_F(SpecEditorPaneTest, ASaveThatFailsIsToldInTheColourOfFaults) {
    pane_.edit().setValue("execution.clock_mhz", "1000");
    ASSERT_TRUE(pane_.edit().save());
    pane_.edit().setValue("execution.clock_mhz", "1100");
    std::ofstream(pane_.edit().path()) << "# by another program";
    EXPECT_FALSE(pane_.edit().save());
    bool said = false;
    for (const QLabel* label : pane_.findChildren<QLabel*>())
        if (label->isVisible() && label->text() == pane_.edit().notice()) {
            said = true;
            EXPECT_EQ(label->palette().color(QPalette::WindowText), lightTheme().error);
        }
    EXPECT_TRUE(said);
    EXPECT_TRUE(pane_.edit().save());
}

TEST_F(SpecEditorPaneTest, TextTypedStandsInTheForm) {
    const int line = pane_.edit().document().entry("execution.clock_mhz").line;
    text().setFocus();
    text().setCursorPosition(line - 1, text().text(line - 1).indexOf("1980"));
    QApplication::processEvents(); // QScintilla tells of its cursor when it paints
    EXPECT_EQ(tree().currentIndex().data(SpecKeyModel::PathRole).toString(), "execution.clock_mhz");
    QTest::keyClicks(&text(), "1");
    EXPECT_EQ(cell("execution.clock_mhz", SpecKeyModel::Value).data().toString(), "11980");
    QTest::keyClicks(&text(), "9");
    EXPECT_FALSE(pane_.edit().diagnostics().empty()) << "more than a clock can have";
    EXPECT_TRUE(shownLabels().contains(QString("Line %1").arg(line)));
    EXPECT_TRUE(text().annotation(line - 1).contains("clock_mhz"));
    QTest::keyClick(&text(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(pane_.edit().modified()) << "one line's typing is one step";
    EXPECT_TRUE(text().annotation(line - 1).isEmpty());
    EXPECT_FALSE(text().text().contains(QChar(0x1a)));
}

TEST_F(SpecEditorPaneTest, AKeyOfTheFormLeadsToItsLine) {
    tree().setCurrentIndex(cell("host.launch_overhead_us", SpecKeyModel::Value));
    int line = 0, column = 0;
    text().getCursorPosition(&line, &column);
    EXPECT_EQ(line + 1, pane_.edit().document().entry("host.launch_overhead_us").line);
}

TEST_F(SpecEditorPaneTest, SearchesAndExportsWhatIsShown) {
    pane_.findChild<QLineEdit*>()->setText("clock mhz");
    EXPECT_TRUE(cell("execution.clock_mhz", 0).isValid());
    EXPECT_FALSE(cell("execution.warp_size", 0).isValid());
    const QByteArray csv = tableCsv(*pane_.table());
    EXPECT_TRUE(csv.contains("clock_mhz"));
    EXPECT_FALSE(csv.contains("warp_size"));
    pane_.edit().setValue("execution.clock_mhz", "1000");
    pane_.activateWindow();
    pane_.findChild<QTableView*>()->setFocus();
    QApplication::processEvents();
    EXPECT_TRUE(tableCsv(*pane_.table()).contains("execution.clock_mhz,1980,1000,MHz"));
}

TEST_F(SpecEditorPaneTest, SavesWithTheKeyAndRefusesToLoseWork) {
    pane_.edit().setValue("execution.clock_mhz", "1000");
    EXPECT_FALSE(pane_.openSpec(specs_.shipped("geforce-8800-gtx")));
    EXPECT_TRUE(shownLabels().contains("unsaved"));
    QTest::keyClick(&text(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_TRUE(std::filesystem::exists(specs_.own("nvidia-h200-edited")));
    EXPECT_TRUE(shownLabels().contains("Saved as a copy"));
    EXPECT_EQ(pane_.findChild<QComboBox*>()->currentText(), "nvidia-h200-edited");
    EXPECT_TRUE(pane_.cliCommand().endsWith("nvidia-h200-edited.toml"));
    EXPECT_TRUE(pane_.openSpec(specs_.shipped("geforce-8800-gtx")));
    EXPECT_EQ(pane_.cliCommand(), "warpstring spec show geforce-8800-gtx");
}

TEST_F(SpecEditorPaneTest, FollowsTheKernelAndShowsTheEffect) {
    AnalysisRequest request = test::requestFor("scan/scan-init");
    pane_.openSpec(specs_.shipped("geforce-8800-gtx"));
    request.spec = pane_.edit().currentSpec();
    batch::GraphCache graphs;
    const SharedAnalysis before = *analyse(request, graphs);
    pane_.openSpec(specs_.shipped("nvidia-h200"));
    pane_.showAnalysis(before);
    EXPECT_EQ(pane_.edit().name(), "geforce-8800-gtx");
    pane_.edit().setValue("global_memory.latency", "900");
    request.spec = pane_.edit().currentSpec();
    pane_.showAnalysis(*analyse(request, graphs));
    EXPECT_TRUE(shownLabels().contains("warp latency"));
    display_.setUnit(TimeUnit::Nanoseconds);
    EXPECT_FALSE(shownLabels().contains(" cycles"));
    pane_.edit().undo();
    EXPECT_FALSE(shownLabels().contains("warp latency"));
}

TEST_F(SpecEditorPaneTest, FiltersConsistently) {
    auto* filter = const_cast<QAbstractItemModel*>(static_cast<const QAbstractItemModel*>(tree().model()));
    const QAbstractItemModelTester tester(filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto combos = pane_.findChildren<QComboBox*>();
    QComboBox* which = *std::find_if(combos.begin(), combos.end(),
                                     [](QComboBox* box) { return box->findText("Changed") >= 0; });
    which->setCurrentText("Changed");
    EXPECT_EQ(filter->rowCount(), 0);
    pane_.edit().setValue("execution.clock_mhz", "1000");
    EXPECT_TRUE(cell("execution.clock_mhz", 0).isValid());
    which->setCurrentText("Faulty");
    EXPECT_FALSE(cell("execution.clock_mhz", 0).isValid());
    pane_.edit().setValue("execution.clock_mhz", "0");
    EXPECT_TRUE(cell("execution.clock_mhz", 0).isValid());
    pane_.edit().setText("");
    pane_.edit().undo();
    EXPECT_TRUE(cell("execution.clock_mhz", 0).isValid());
}

TEST_F(SpecEditorPaneTest, PaintsInBothThemes) {
    const QString folder = qEnvironmentVariable("WARPSTRING_TEST_PICTURES"); // to look at
    pane_.edit().setValue("execution.clock_mhz", "1500");
    pane_.edit().setValue("global_memory.latency", "700");
    pane_.edit().setProvenance("global_memory.latency",
                               {"estimated", "PROBES", "what a slower memory would do"});
    pane_.edit().setValue("execution.warp_size", "200");
    pane_.findChild<SpecTextEditor*>()->goToLine(20);
    QImage pictures[2];
    for (int i = 0; i < 2; ++i) {
        const Theme& theme = i == 0 ? lightTheme() : darkTheme();
        QApplication::setPalette(theme.palette());
        display_.setTheme(theme);
        QApplication::processEvents();
        pictures[i] = pane_.grab().toImage();
        if (!folder.isEmpty()) pictures[i].save(folder + (i == 0 ? "/spec-light.png" : "/spec-dark.png"));
    }
    QApplication::setPalette(lightTheme().palette());
    // Nothing of the light theme's ground is left in the dark picture.
    int light = 0;
    for (int y = 0; y < pictures[1].height(); y += 4)
        for (int x = 0; x < pictures[1].width(); x += 4)
            light += pictures[1].pixelColor(x, y).lightness() > 200 ? 1 : 0;
    EXPECT_LT(light, pictures[1].width() * pictures[1].height() / 16 / 20);
    EXPECT_NE(pictures[0], pictures[1]);
}

} // namespace
} // namespace warpstring::gui
