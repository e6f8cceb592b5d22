// SPDX-License-Identifier: GPL-3.0-or-later
// The program goes through its panes by itself and takes a picture of its window at each stop.
// gui_tour FOLDER WIDTHxHEIGHT light|dark [STOP...]
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <cstdio>
#include <functional>

#include "app/common/program_paths.h"
#include "app/gui/panes/batch_pane.h"
#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/compare_pane.h"
#include "app/gui/panes/derivation_view.h"
#include "app/gui/panes/diff_pane.h"
#include "app/gui/panes/generate_pane.h"
#include "app/gui/panes/graph_pane.h"
#include "app/gui/panes/launch_pane.h"
#include "app/gui/panes/memory_pane.h"
#include "app/gui/panes/search_pane.h"
#include "app/gui/panes/source_pane.h"
#include "app/gui/panes/spec_editor_pane.h"
#include "app/gui/panes/string_pane.h"
#include "app/gui/panes/summary_pane.h"
#include "app/gui/panes/timeline_canvas.h"
#include "app/gui/panes/timeline_pane.h"
#include "app/gui/panes/tune_pane.h"
#include "app/gui/window/main_window.h"

namespace {

using namespace warpstring::gui;

/// Runs the event loop until `done` or for the time at most.
void settle(int milliseconds, const std::function<bool()>& done = [] { return false; }) {
    QElapsedTimer time;
    time.start();
    while (time.elapsed() < milliseconds && !done()) QApplication::processEvents(QEventLoop::AllEvents, 20);
}

QString sample(const char* name) {
    return QString::fromStdString((warpstring::cli::samplesFolder() / (std::string(name) + ".toml")).string());
}

class Tour {
public:
    Tour(MainWindow& window, QString folder, QString suffix, QStringList stops)
        : window_(window), folder_(std::move(folder)), suffix_(std::move(suffix)), stops_(std::move(stops)) {}

    void stop(const QString& name, const std::function<void()>& arrange) {
        if (!stops_.isEmpty() && !stops_.contains(name)) return;
        arrange();
        settle(600);
        const QString path = folder_ + QLatin1Char('/') + name + suffix_ + QStringLiteral(".png");
        std::printf("%s%s\n", window_.grab().save(path) ? "" : "cannot write ", qPrintable(path));
    }

    void open(const char* name, const char* spec) {
        window_.setSpec(QString::fromLatin1(spec));
        window_.open(sample(name));
        waitForResult();
    }

    void waitForResult() {
        Session& session = window_.session();
        settle(20000, [&] { return session.state() == Session::State::Good; });
    }

    void raise(const char* dock) {
        for (QDockWidget* each : window_.docks().docks())
            if (each->objectName() == QLatin1String(dock)) {
                each->show();
                each->raise();
                each->widget()->setFocus();
            }
        settle(1200);
    }

    void pinLine(int line) {
        window_.selection().clear();
        if (const auto& analysis = window_.session().analysis())
            window_.selection().pin(analysis->elements.fromLine(line));
    }

    /// A choice of a pane, by its accessible name.
    static void choose(Pane& pane, const QString& name, int item) {
        for (QComboBox* box : pane.findChildren<QComboBox*>())
            if (box->accessibleName() == name) {
                box->setCurrentIndex(item);
                Q_EMIT box->activated(item);
            }
    }

    void compare(warpstring::charts::ChartKind kind) {
        raise("compare");
        ComparePane& pane = window_.compare();
        pane.showChart(kind);
        settle(500);
        settle(60000, [&] { return !pane.run().running(); });
        settle(800);
    }

private:
    MainWindow& window_;
    QString folder_, suffix_;
    QStringList stops_;
};

void showSummary(MainWindow& window, Tour& tour) {
    tour.stop(QStringLiteral("summary"), [&] {
        tour.raise("summary");
        settle(20000, [&] { return !window.summary().advice().running(); });
    });
}

/// A matrix-vector product of which neighbours come to read neighbours.
void showBaseline(MainWindow& window, Tour& tour) {
    CodeEditor& editor = window.source().editor();
    tour.stop(QStringLiteral("baseline"), [&] {
        tour.raise("summary");
        QString text = editor.text();
        editor.replaceText(
            text.replace(QStringLiteral("a[row * columns + column]"), QStringLiteral("a[column * rows + row]")),
            true);
        editor.showFrom(1);
        settle(2000);
        tour.waitForResult();
        settle(20000, [&] { return !window.summary().advice().running(); });
    });
}

/// The same edit beside the text as it was opened, and one launch on two devices.
void showDiff(MainWindow& window, Tour& tour) {
    KernelDiff& diff = window.diff().diff();
    tour.stop(QStringLiteral("diff"), [&] {
        tour.raise("diff");
        settle(20000, [&] { return !diff.busy(); });
    });
    tour.stop(QStringLiteral("diff-devices"), [&] {
        tour.raise("diff");
        diff.choose(DiffSide::Left, {DiffChoice::Of::Current, {}, 0, "nvidia-a100"});
        settle(100);
        settle(20000, [&] { return !diff.busy(); });
    });
    diff.choose(DiffSide::Left, {DiffChoice::Of::Baseline, {}, 0, {}});
}

void showString(MainWindow& window, Tour& tour) {
    tour.stop(QStringLiteral("string"), [&] {
        tour.raise("string");
        tour.pinLine(23);
    });
    auto* byCycles = window.string().findChild<QCheckBox*>();
    tour.stop(QStringLiteral("cycles"), [&] {
        tour.raise("string");
        tour.pinLine(22);
        byCycles->setChecked(true);
    });
    byCycles->setChecked(false);
}

void showLines(Tour& tour) {
    tour.stop(QStringLiteral("lines"), [&] {
        tour.raise("lines");
        tour.pinLine(69);
    });
}

/// A tiled product: where one work-group's tiles lie in the matrices.
void showMemory(MainWindow& window, Tour& tour) {
    MemoryPane& pane = window.memory();
    tour.stop(QStringLiteral("memory"), [&] {
        tour.raise("memory");
        settle(20000, [&] { return pane.map() != nullptr && !pane.loader().running(); });
        pane.choose({{60, 90, 0}, 3});
        settle(20000, [&] { return !pane.loader().running(); });
        tour.pinLine(75);
    });
}

void showSearch(MainWindow& window, Tour& tour) {
    tour.stop(QStringLiteral("search"), [&] {
        tour.raise("string");
        tour.raise("search");
        window.search().propose(QStringLiteral("barrier"));
        for (int hit = 0; hit < 3; ++hit) window.search().findNext(true);
    });
    window.search().clear();
    tour.raise("problems");
}

void showGraph(MainWindow& window, Tour& tour) {
    tour.stop(QStringLiteral("graph"), [&] {
        tour.raise("graph");
        auto* canvas = window.findChild<GraphCanvas*>();
        canvas->clearFocus();
        tour.pinLine(22);
        canvas->zoomBy(0.7);
    });
}

void showSchedule(MainWindow& window, Tour& tour) {
    TimelineCanvas& canvas = window.timeline().canvas();
    tour.stop(QStringLiteral("schedule"), [&] {
        tour.raise("timeline");
        settle(6000);
        canvas.fit();
        canvas.fit(); // the work-groups as well
    });
}

void showTimeline(MainWindow& window, Tour& tour) {
    TimelineCanvas& canvas = window.timeline().canvas();
    tour.stop(QStringLiteral("timeline"), [&] {
        tour.raise("timeline");
        tour.pinLine(23);
        canvas.showWindow(900, 1500);
        canvas.setSpan(std::pair(1040.0, 1160.0));
    });
    canvas.setSpan(std::nullopt);
    canvas.fit();
}

void showComparison(MainWindow& window, Tour& tour) {
    tour.stop(QStringLiteral("sweep"), [&] { tour.compare(warpstring::charts::ChartKind::Sweep); });
    tour.stop(QStringLiteral("compare"), [&] {
        Tour::choose(window.compare(), QStringLiteral("Launches"), 1);
        tour.compare(warpstring::charts::ChartKind::Scatter);
    });
    Tour::choose(window.compare(), QStringLiteral("Launches"), 0);
}

void showBatch(MainWindow& window, Tour& tour) {
    BatchPane& batch = window.batch();
    tour.stop(QStringLiteral("batch"), [&] {
        tour.raise("batch");
        batch.setSpecs({"nvidia-h200", "tesla-c1060", "amd-mi210"});
        batch.startOrCancel();
        settle(60000, [&] { return !batch.run().running(); });
        settle(800);
    });
}

/// A transpose with eight axes, and its fastest variants.
void showTune(MainWindow& window, Tour& tour) {
    TunePane& pane = window.tune();
    tour.stop(QStringLiteral("tune"), [&] {
        window.open(
            QString::fromStdString((warpstring::cli::samplesFolder() / "../bench/device/spaces/transpose.toml")
                                       .lexically_normal()
                                       .string()));
        tour.waitForResult();
        tour.raise("tune");
        settle(20000, [&] { return !pane.space().busy(); });
        pane.setBudget(120, 1);
        pane.startOrCancel();
        settle(60000, [&] { return !pane.run().running(); });
    });
    tour.stop(QStringLiteral("tune-parameters"), [&] {
        for (QTabWidget* tabs : pane.findChildren<QTabWidget*>())
            if (tabs->tabText(1) == QStringLiteral("Parameters")) tabs->setCurrentIndex(1);
        settle(200);
    });
}

/// A sum, and the ways to compute it.
void showGenerate(MainWindow& window, Tour& tour) {
    tour.stop(QStringLiteral("generate"), [&] {
        window.setSpec(QStringLiteral("nvidia-h200"));
        window.open(
            QString::fromStdString((warpstring::cli::samplesFolder() / "patterns/asum.pattern").string()));
        GeneratePane& page = *window.pattern();
        settle(20000, [&] { return page.document().program() != nullptr; });
        page.startOrCancel();
        settle(60000, [&] { return !page.run().running(); });
        settle(20000, [&] { return page.kernelAnalysis() != nullptr; });
        auto* tree = page.findChild<DerivationView*>();
        tree->expand(tree->model()->index(4, 0));
    });
}

void showSpec(MainWindow& window, Tour& tour) {
    tour.stop(QStringLiteral("spec"), [&] {
        tour.raise("spec");
        SpecEdit& edit = window.specEditor().edit();
        edit.setValue("shared_memory.cycles_per_access", QStringLiteral("2"));
        settle(500);
        tour.waitForResult();
        for (QTableView* view : window.specEditor().findChildren<QTableView*>())
            if (view->model()->rowCount() == 1) view->setCurrentIndex(view->model()->index(0, 0));
    });
}

/// A kernel with nothing beside it: rows of a sparse matrix, a work-group each.
void showLaunch(MainWindow& window, Tour& tour, const QString& source) {
    QFile file(source);
    if (!file.open(QIODevice::WriteOnly)) return;
    file.write("// y = A x, a work-group a row of A in compressed rows\n"
               "__kernel void spmv(__global const int* rows, __global const int* columns,\n"
               "                   __global const REAL* values, __global const REAL* x,\n"
               "                   __global REAL* y, const int n, const REAL scale) {\n"
               "    __local REAL parts[GROUP];\n"
               "    const int row = get_group_id(0), lane = get_local_id(0);\n"
               "    if (row >= n) return;\n"
               "    REAL sum = 0;\n"
               "    for (int i = rows[row] + lane; i < rows[row + 1]; i += GROUP)\n"
               "        sum += values[i] * x[columns[i]];\n"
               "    parts[lane] = sum;\n"
               "    barrier(CLK_LOCAL_MEM_FENCE);\n"
               "    for (int h = GROUP / 2; h > 0; h /= 2) {\n"
               "        if (lane < h) parts[lane] += parts[lane + h];\n"
               "        barrier(CLK_LOCAL_MEM_FENCE);\n"
               "    }\n"
               "    if (lane == 0) y[row] = scale * parts[0];\n"
               "}\n");
    file.close();
    tour.stop(QStringLiteral("launch"), [&] {
        window.setSpec(QStringLiteral("nvidia-h200"));
        window.open(source);
        tour.waitForResult();
        settle(1000);
        auto* launch = window.findChild<LaunchPane*>();
        for (QWidget* above = launch; above != nullptr; above = above->parentWidget())
            if (auto* tabs = qobject_cast<QTabWidget*>(above)) tabs->setCurrentWidget(launch);
        tour.raise("string");
    });
    if (window.session().documents() > 0) window.session().close(0);
}

} // namespace

int main(int argc, char** argv) {
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    const QStringList words = QApplication::arguments();
    const QStringList size = words.value(2).split(QLatin1Char('x'));
    if (words.size() < 4 || size.size() != 2) {
        std::fprintf(stderr, "usage: gui_tour FOLDER WIDTHxHEIGHT light|dark [STOP...]\n");
        return 2;
    }
    QDir().mkpath(words[1]);
    const QTemporaryDir user;
    warpstring::gui::MainWindow window(
        {user.filePath(QStringLiteral("config")), user.filePath(QStringLiteral("data"))});
    window.resize(size[0].toInt(), size[1].toInt());
    window.setTheme(words[3] == QLatin1String("dark") ? warpstring::gui::ThemeChoice::Dark
                                                      : warpstring::gui::ThemeChoice::Light);
    window.show();
    window.restoreDefaultLayout();
    settle(500);
    Tour tour(window, words[1], QLatin1Char('-') + words[2] + QLatin1Char('-') + words[3], words.mid(4));

    tour.stop(QStringLiteral("start"), [] {});
    tour.open("scan/scan-init", "geforce-8800-gtx");
    showString(window, tour);
    showSearch(window, tour);
    showGraph(window, tour);
    tour.stop(QStringLiteral("threads"), [&] {
        tour.raise("threads");
        tour.pinLine(23);
    });
    window.setSpec(QStringLiteral("nvidia-a100")); // no record of it takes room
    tour.waitForResult();
    showTimeline(window, tour);
    window.setSpec(QStringLiteral("geforce-8800-gtx"));
    tour.waitForResult();
    tour.stop(QStringLiteral("error"), [&] {
        tour.raise("string");
        window.source().editor().insertAt(QStringLiteral("    float x = undeclared + 1;\n"), 13, 0);
        settle(2000, [&] { return window.session().state() == warpstring::gui::Session::State::Faulty; });
    });
    window.session().close(0);
    showLaunch(window, tour, user.filePath(QStringLiteral("spmv.cl")));
    tour.open("matmul/matmul-tiled", "nvidia-h200");
    tour.stop(QStringLiteral("source"), [&] {
        tour.raise("string");
        tour.pinLine(69);
        window.source().editor().showFrom(50);
    });
    showLines(tour);
    showMemory(window, tour);
    window.session().close(0);
    tour.open("blas/gemv-item", "nvidia-h200");
    showSummary(window, tour);
    showBaseline(window, tour);
    showDiff(window, tour);
    window.session().close(0);
    tour.open("scan/scan-div-sizes", "nvidia-h200");
    window.session().current()->setLaunchIndex(1);
    window.session().analyseNow();
    tour.waitForResult();
    showSchedule(window, tour);
    showComparison(window, tour);
    showBatch(window, tour);
    showSpec(window, tour);
    showTune(window, tour);
    showGenerate(window, tour);
    window.close();
    return 0;
}
