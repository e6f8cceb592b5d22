// SPDX-License-Identifier: GPL-3.0-or-later
// The compare pane and the batch pane as people use them. WARPSTRING_SHOTS names a folder for pictures of them.
#include "app/gui/panes/compare_pane.h"

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <gtest/gtest.h>

#include "app/gui/charts/chart_view.h"
#include "app/gui/panes/batch_pane.h"
#include "app/gui/panes/chart_tabs.h"
#include "app/gui/panes/measure_bar.h"
#include "study/charts/chart_kinds.h"
#include "tests/app/gui/models/comparison/comparisons.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

using charts::ChartKind;

namespace {

std::filesystem::path sample(const std::string& name) {
    return std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples" / name;
}

template <class Widget>
Widget* named(QWidget& in, const char* name) {
    for (Widget* widget : in.findChildren<Widget*>())
        if (widget->accessibleName() == QLatin1String(name)) return widget;
    return nullptr;
}

/// A picture of the pane for people to look at.
void shoot(QWidget& pane, const char* name) {
    const QString folder = qEnvironmentVariable("WARPSTRING_SHOTS");
    if (!folder.isEmpty())
        pane.grab().save(folder + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
}

class ComparePaneTest : public testing::Test {
protected:
    void open(const std::string& launchFile) {
        pane_.resize(900, 700);
        pane_.setSpecs({"nvidia-h200"});
        pane_.setLaunchFile(sample(launchFile));
        QSignalSpy compared(&pane_, &ComparePane::compared);
        pane_.show();
        ASSERT_TRUE(compared.wait(60'000));
        waitForChart();
    }
    void wholeFolder() {
        QSignalSpy compared(&pane_, &ComparePane::compared);
        named<QComboBox>(pane_, "Launches")->setCurrentIndex(1);
        ASSERT_TRUE(compared.wait(60'000));
        waitForChart();
    }
    void waitForChart() {
        for (int i = 0; i < 200 && (pane_.chart().data().empty() || i < 20); ++i) QTest::qWait(20);
    }

    /// Whether a strip that is not hidden has that text.
    [[nodiscard]] bool says(const char* text) const {
        for (const QLabel* label : pane_.findChildren<QLabel*>())
            if (!label->isHidden() && label->text().contains(QLatin1String(text))) return true;
        return false;
    }

    Selection selection_;
    Display display_;
    ComparePane pane_{PaneContext{selection_, display_}};
};

TEST_F(ComparePaneTest, SaysWhatToDoWhileNothingIsOpen) {
    pane_.show();
    EXPECT_TRUE(pane_.cliCommand().isEmpty());
    EXPECT_FALSE(pane_.picture());
    EXPECT_EQ(pane_.table()->rowCount(), 0);
    shoot(pane_, "compare-empty");
}

TEST_F(ComparePaneTest, OffersEveryKindOfChartInATabOfItsTitle) {
    pane_.show();
    const auto* tabs = named<QTabBar>(pane_, "Chart");
    ASSERT_EQ(tabs->count(), int(chartTabs.size()));
    for (const ChartKind kind : charts::chartKinds) {
        EXPECT_EQ(std::ranges::count(chartTabs, kind), 1) << traits(kind).word;
        pane_.showChart(kind);
        EXPECT_EQ(tabs->tabText(tabs->currentIndex()).toStdString(), traits(kind).title);
    }
}

TEST_F(ComparePaneTest, ComparesWithTheMeasurementsBesideTheLaunchFile) {
    QSignalSpy records(&pane_, &ComparePane::recordsChanged);
    open("reduction/reduce-strided.toml");
    ASSERT_GT(pane_.table()->rowCount(), 0);
    EXPECT_EQ(records.count(), 1);
    EXPECT_GT(records.front().front().value<SharedRecords>()->size(), 0U);
    EXPECT_EQ(named<QComboBox>(pane_, "Device")->currentText(), QStringLiteral("the spec's device"));
    for (int row = 0; row < pane_.table()->rowCount(); ++row)
        EXPECT_EQ(pane_.table()->index(row, ComparisonTable::Device).data().toString(),
                  QStringLiteral("NVIDIA H200"));
    ASSERT_TRUE(pane_.lastError(sample("reduction/reduce-strided.toml"), "nvidia-h200"));
    EXPECT_FALSE(pane_.lastError(sample("scan/scan-div.toml"), "nvidia-h200"));
    EXPECT_FALSE(pane_.lastError(sample("reduction/reduce-strided.toml"), "geforce-8800-gtx"));
    EXPECT_TRUE(pane_.cliCommand().startsWith(QLatin1String("warpstring compare ")));
    EXPECT_TRUE(pane_.cliCommand().endsWith(QLatin1String("-s nvidia-h200")));
    ASSERT_TRUE(pane_.picture());
    shoot(pane_, "compare-bars");
}

/// Nothing that was measured on an H200 counts for a GeForce 8800 GTX until somebody asks for it.
TEST_F(ComparePaneTest, RecordsOfAnotherDeviceAreThereForTheAsking) {
    pane_.setSpecs({"geforce-8800-gtx"});
    const auto file = sample("reduction/reduce-strided.toml");
    pane_.resize(900, 700);
    pane_.setLaunchFile(file);
    QSignalSpy compared(&pane_, &ComparePane::compared);
    pane_.show();
    ASSERT_TRUE(compared.wait(60'000));
    QTest::qWait(300);
    ASSERT_GT(pane_.table()->rowCount(), 0);
    for (int row = 0; row < pane_.table()->rowCount(); ++row) {
        EXPECT_EQ(pane_.table()->index(row, ComparisonTable::Device).data().toString(), QString());
        EXPECT_EQ(pane_.table()->index(row, ComparisonTable::ExclusionReason).data().toString(),
                  QStringLiteral("measured on other devices alone"));
    }
    EXPECT_TRUE(pane_.hasCompared(file, "geforce-8800-gtx"));
    EXPECT_FALSE(pane_.lastError(file, "geforce-8800-gtx"));
    EXPECT_TRUE(says("No measurement of these launches is of the device of geforce-8800-gtx"));
    EXPECT_TRUE(says("NVIDIA H200"));
    shoot(pane_, "compare-other-device");

    auto* device = named<QComboBox>(pane_, "Device");
    ASSERT_EQ(device->findText(QStringLiteral("NVIDIA H200")), 2);
    device->setCurrentIndex(2);
    Q_EMIT device->activated(2);
    EXPECT_FALSE(says("No measurement of these launches"));
    EXPECT_EQ(pane_.table()->index(0, ComparisonTable::Device).data().toString(),
              QStringLiteral("NVIDIA H200"));
    EXPECT_TRUE(named<QTableView>(pane_, "Metrics")
                    ->model()
                    ->headerData(1, Qt::Horizontal)
                    .toString()
                    .contains(QLatin1String("another device")));
    EXPECT_TRUE(pane_.cliCommand().endsWith(QLatin1String("-d 'NVIDIA H200'")));
    EXPECT_FALSE(pane_.lastError(file, "geforce-8800-gtx")) << "that is no error of the spec";
    shoot(pane_, "compare-other-device-chosen");
    device->setCurrentIndex(1);
    Q_EMIT device->activated(1);
    EXPECT_TRUE(pane_.cliCommand().endsWith(QLatin1String("--any-device")));
}

TEST_F(ComparePaneTest, FollowsWhatIsEditedAndSaysSo) {
    open("reduction/reduce-strided.toml");
    const auto simulated = [&] {
        return pane_.table()->index(0, ComparisonTable::Simulated).data(ComparisonTable::SortRole).toDouble();
    };
    const double saved = simulated();
    EXPECT_FALSE(says("Simulated as edited"));
    PlanRequest specAlone;
    specAlone.specs = {"nvidia-h200"};
    auto spec = std::make_shared<HardwareSpec>(openPlan(specAlone).plan.specs().front());
    spec->host.kernelStartUs += 100;
    EditedInputs edited;
    edited.specs["nvidia-h200"] = spec;
    QSignalSpy compared(&pane_, &ComparePane::compared);
    pane_.setEdited(edited);
    EXPECT_TRUE(says("Simulated as edited, not as saved: nvidia-h200."));
    ASSERT_TRUE(compared.wait(60'000));
    EXPECT_GT(simulated(), saved);
    EXPECT_FALSE(pane_.lastError(sample("reduction/reduce-strided.toml"), "nvidia-h200"))
        << "that is no error of what is saved";
    shoot(pane_, "compare-edited");
    pane_.setEdited({});
    ASSERT_TRUE(compared.wait(60'000));
    EXPECT_FALSE(says("Simulated as edited"));
    EXPECT_EQ(simulated(), saved);
}

TEST_F(ComparePaneTest, EveryChartShowsSomethingOrSaysWhyNot) {
    open("reduction/reduce-strided.toml");
    wholeFolder();
    for (const auto& [kind, name] :
         {std::pair{ChartKind::Bars, "bars"}, std::pair{ChartKind::Scatter, "scatter"},
          std::pair{ChartKind::Sweep, "sweep"}, std::pair{ChartKind::Stacks, "stacks"}}) {
        pane_.showChart(kind);
        for (int i = 0; i < 200 && pane_.chart().data().kind != kind; ++i) QTest::qWait(20);
        EXPECT_EQ(pane_.chart().data().kind, kind);
        EXPECT_FALSE(pane_.chart().data().empty()) << name;
        shoot(pane_, (std::string("compare-folder-") + name).c_str());
    }
    pane_.showChart(ChartKind::Sweep);
    for (int i = 0; i < 500 && pane_.chart().data().kind != ChartKind::Sweep; ++i) QTest::qWait(20);
    EXPECT_EQ(named<QComboBox>(pane_, "Swept value")->currentText().toStdString(), pane_.chart().data().x.title)
        << "the value that was taken unasked is shown as chosen";
}

TEST_F(ComparePaneTest, FiltersSortsAndOpensByKeyboard) {
    open("reduction/reduce-strided.toml");
    wholeFolder();
    auto* table = named<QTableView>(pane_, "Launches");
    const int all = table->model()->rowCount();
    QTest::keyClicks(named<QLineEdit>(pane_, "Filter"), QStringLiteral("strided"));
    const int few = table->model()->rowCount();
    EXPECT_LT(few, all);
    EXPECT_GT(few, 0);
    named<QLineEdit>(pane_, "Filter")->clear();
    EXPECT_EQ(table->model()->rowCount(), all);
    QSignalSpy opened(&pane_, &ComparePane::openRequested);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Down);
    QTest::keyClick(table, Qt::Key_Return);
    ASSERT_EQ(opened.count(), 1);
    EXPECT_TRUE(opened.front().front().toString().endsWith(QLatin1String(".toml")));
    EXPECT_EQ(opened.front().back().toString(), table->model()->index(1, 0).data().toString());
}

/// The line that a person copies prints the rows that the table shows and the metrics beside it.
TEST_F(ComparePaneTest, TheCopiedLineGivesTheNumbersThatAFilterLeaves) {
    open("reduction/reduce-strided.toml");
    wholeFolder();
    auto* table = named<QTableView>(pane_, "Launches");
    auto* metrics = named<QTableView>(pane_, "Metrics");
    named<QComboBox>(pane_, "Caches")->setCurrentIndex(1);
    const auto points = [&] { return metrics->model()->index(0, 1).data().toInt(); };
    const int before = points();
    QTest::keyClicks(named<QLineEdit>(pane_, "Filter"), QStringLiteral("strided n=1"));
    for (int i = 0; i < 500 && points() == before; ++i) QTest::qWait(20);
    EXPECT_LT(points(), before);
    EXPECT_TRUE(pane_.cliCommand().endsWith(QLatin1String("--caches warm --filter 'strided n=1'")))
        << pane_.cliCommand().toStdString();
    QStringList words =
        QProcess::splitCommand(pane_.cliCommand().replace(QLatin1Char('\''), QLatin1Char('"'))).mid(1);
    words << QStringLiteral("--csv") << QStringLiteral("-q");
    QProcess cli;
    cli.start(QStringLiteral(WARPSTRING_PROGRAM), words);
    ASSERT_TRUE(cli.waitForFinished(120'000));
    ASSERT_EQ(cli.exitCode(), 0) << cli.readAllStandardError().toStdString();
    const QByteArray rows = cli.readAllStandardOutput();
    EXPECT_EQ(rows.count("\r\n"), table->model()->rowCount() + 1);
    for (int row = 0; row < table->model()->rowCount(); ++row)
        EXPECT_TRUE(rows.contains(table->model()->index(row, 0).data().toString().toUtf8()));
    EXPECT_EQ(points(), table->model()->rowCount()) << "none of these is listed apart";
}

TEST_F(ComparePaneTest, PinsABaselineAndShowsWhatHasChanged) {
    open("reduction/reduce-strided.toml");
    QSignalSpy pinnedOne(&pane_, &ComparePane::baselineListChanged);
    pane_.pin(QStringLiteral("as it was"));
    EXPECT_EQ(pinnedOne.count(), 1);
    ASSERT_EQ(pane_.baselines().size(), 1U);
    auto* table = named<QTableView>(pane_, "Launches");
    EXPECT_FALSE(table->isColumnHidden(ComparisonTable::Change));
    EXPECT_EQ(table->model()->index(0, ComparisonTable::Change).data().toString(), QStringLiteral("+0.0 %"));
    // Baselines of a project file come back, and nothing is held against until one is chosen.
    const auto kept = baselineFromJson(toJson(*pane_.baselines().front()));
    ASSERT_TRUE(kept);
    pane_.setBaselines({std::make_shared<const Baseline>(*kept)});
    EXPECT_TRUE(table->isColumnHidden(ComparisonTable::Change));
    pane_.pin(QStringLiteral("as it was"));
    EXPECT_EQ(pane_.baselines().size(), 1U) << "the same name replaces";
    pane_.setSpecs({"nvidia-h200", "geforce-8800-gtx"});
    QSignalSpy compared(&pane_, &ComparePane::compared);
    ASSERT_TRUE(compared.wait(60'000));
    pane_.showChart(ChartKind::Deltas);
    for (int i = 0; i < 200 && pane_.chart().data().kind != ChartKind::Deltas; ++i) QTest::qWait(20);
    EXPECT_EQ(pane_.chart().data().kind, ChartKind::Deltas);
    shoot(pane_, "compare-deltas");
}

TEST_F(ComparePaneTest, WritesAReportAndPictures) {
    open("reduction/reduce-strided.toml");
    const test::ScratchFolder folder;
    ASSERT_TRUE(pane_.writeOther(QString::fromStdString(folder.path("r.html").string())).empty());
    const std::string html = folder.read("r.html");
    EXPECT_NE(html.find("reduce-strided"), std::string::npos);
    EXPECT_NE(html.find("warpstring compare"), std::string::npos);
    EXPECT_FALSE(pane_.writeOther(QStringLiteral("r.unknown")).empty());
    EXPECT_TRUE(writePicture(*pane_.picture(), QString::fromStdString(folder.path("c.png").string())).empty());
    EXPECT_GT(QImage(QString::fromStdString(folder.path("c.png").string())).width(), 100);
}

TEST_F(ComparePaneTest, AFileThatCannotBeReadIsAMessage) {
    pane_.setSpecs({"nvidia-h200"});
    pane_.setLaunchFile("/no/such/launch.toml");
    QSignalSpy compared(&pane_, &ComparePane::compared);
    pane_.show();
    ASSERT_TRUE(compared.wait(60'000));
    EXPECT_EQ(pane_.table()->rowCount(), 0);
    shoot(pane_, "compare-fault");
}

TEST_F(ComparePaneTest, LooksAsItShouldInBothThemesAndSizes) {
    if (qEnvironmentVariable("WARPSTRING_SHOTS").isEmpty()) GTEST_SKIP() << "nobody looks";
    open("reduction/reduce-strided.toml");
    wholeFolder();
    pane_.measuring().setLaunches({sample("reduction/reduce-strided.toml")});
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
        display_.setTheme(*theme);
        QApplication::setPalette(theme->palette());
        const std::string tone = theme->dark ? "dark" : "light";
        for (const auto& [size, text] :
             {std::pair{QSize(700, 600), "small"}, std::pair{QSize(1280, 800), "1280"},
              std::pair{QSize(2560, 1440), "2560"}}) {
            pane_.resize(size);
            for (const ChartKind kind :
                 {ChartKind::Bars, ChartKind::Scatter, ChartKind::Sweep, ChartKind::Stacks}) {
                pane_.showChart(kind);
                for (int i = 0; i < 200 && pane_.chart().data().kind != kind; ++i) QTest::qWait(20);
                QTest::qWait(50);
                shoot(pane_, ("look-" + tone + "-" + text + "-" + std::to_string(int(kind))).c_str());
            }
        }
    }
    pane_.measuring().show();
    QTest::qWait(3000);
    pane_.resize(900, 700);
    QTest::qWait(100);
    shoot(pane_, "look-measure");
    QApplication::setPalette(lightTheme().palette());
}

TEST(BatchPane, OffersTheChartsThatAreMadeOfRows) {
    Selection selection;
    Display display;
    BatchPane pane(PaneContext{selection, display});
    EXPECT_EQ(named<QComboBox>(pane, "Chart")->count(), int(batchCharts.size()));
    for (const ChartKind kind : charts::chartKinds)
        EXPECT_EQ(std::ranges::count(batchCharts, kind), traits(kind).ofRows != nullptr ? 1 : 0)
            << traits(kind).word;
}

TEST(BatchPane, RunsChartsAndSavesASweep) {
    Selection selection;
    Display display;
    BatchPane pane(PaneContext{selection, display});
    pane.resize(900, 700);
    pane.show();
    EXPECT_TRUE(pane.cliCommand().isEmpty());
    pane.setLaunchFile(sample("reduction/reduce-strided.toml"));
    pane.setSpecs({"nvidia-h200", "geforce-8800-gtx"});
    QSignalSpy finished(&pane.run(), &BatchRun::finished);
    pane.startOrCancel();
    ASSERT_TRUE(finished.wait(60'000));
    ASSERT_GT(pane.table()->rowCount(), 2);
    for (int i = 0; i < 200 && !pane.picture(); ++i) QTest::qWait(20);
    ASSERT_TRUE(pane.picture());
    EXPECT_TRUE(pane.cliCommand().endsWith(QLatin1String("-s nvidia-h200 -s geforce-8800-gtx")));
    const test::ScratchFolder folder;
    EXPECT_TRUE(pane.writeOther(QString::fromStdString(folder.path("rows.csv").string())).empty());
    const std::string rows = folder.read("rows.csv");
    EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), pane.table()->rowCount() + 1);
    shoot(pane, "batch");
    display.setTheme(darkTheme());
    QApplication::setPalette(darkTheme().palette());
    QTest::qWait(50);
    shoot(pane, "batch-dark");
    QApplication::setPalette(lightTheme().palette());
}

} // namespace

} // namespace warpstring::gui
