// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison of 100,000 launches costs the GUI's thread: set, sort by each column, filter by each key
// pressed, scroll. Prints medians and the longest of each, milliseconds.
#include <QApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include "app/gui/drawing/display.h"
#include "app/gui/models/comparison/comparison_table.h"
#include "app/gui/panes/tone_delegate.h"
#include "tests/app/gui/models/comparison/comparisons.h"

namespace {

using namespace warpstring;
using namespace warpstring::gui;

constexpr std::size_t launches = 100'000;
constexpr int repeats = 9;

class Times {
public:
    void take(const std::function<void()>& work) {
        const double begin = cpuMs();
        QElapsedTimer timer;
        timer.start();
        work();
        wall_.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        cpu_.push_back(cpuMs() - begin);
    }
    void print(const std::string& what) {
        std::sort(wall_.begin(), wall_.end());
        std::sort(cpu_.begin(), cpu_.end());
        std::printf("%-34s %8.2f %8.2f %8.2f %8.2f\n", what.c_str(), wall_[wall_.size() / 2], wall_.back(),
                    cpu_[cpu_.size() / 2], cpu_.back());
    }

private:
    /// Of this thread: other work of the machine does not count.
    static double cpuMs() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
    }

    std::vector<double> wall_, cpu_;
};

} // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const auto comparison = test::manyLaunches(launches, 1);
    const std::map<std::string, double> clocks{{"a", 1980}, {"b", 1350}};
    gui::Display display;
    warpstring::gui::ComparisonTable table;
    QTableView view;
    view.setModel(&table);
    styleTable(view, display);
    view.resize(1280, 800);
    view.show();
    const auto shown = [&] { QApplication::processEvents(); };
    std::printf("%-34s %8s %8s %8s %8s\n", "milliseconds, 100,000 launches", "median", "longest", "CPU",
                "longest");

    Times set;
    for (int i = 0; i < repeats; ++i)
        set.take([&] {
            table.setComparison(comparison, clocks);
            shown();
        });
    set.print("set");
    const auto settle = [&] { // another thread finds the order of words
        Times ready;
        ready.take([&] {
            while (!table.prepared()) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        });
        ready.print("ready to sort, on another thread");
    };
    settle();
    for (int column = 0; column < warpstring::gui::ComparisonTable::ColumnCount; ++column) {
        if (column == warpstring::gui::ComparisonTable::Change) continue; // empty without a baseline
        Times sort;
        for (int i = 0; i < repeats; ++i)
            sort.take([&] {
                view.sortByColumn(column, i % 2 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
                shown();
            });
        sort.print("sort by " + table.headerData(column, Qt::Horizontal).toString().toStdString());
    }
    const auto baseline = std::make_shared<const warpstring::gui::Baseline>(
        warpstring::gui::pinned(*comparison, QStringLiteral("b"), {}));
    Times against;
    for (int i = 0; i < repeats; ++i)
        against.take([&] {
            table.setBaseline(i % 2 == 0 ? baseline : nullptr);
            shown();
        });
    against.print("hold against a baseline");
    table.setBaseline(baseline);
    settle();
    Times change;
    for (int i = 0; i < repeats; ++i)
        change.take([&] {
            view.sortByColumn(warpstring::gui::ComparisonTable::Change,
                              i % 2 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
            shown();
        });
    change.print("sort by change since the baseline");

    for (const bool sorted : {false, true}) {
        view.sortByColumn(sorted ? warpstring::gui::ComparisonTable::Error : -1, Qt::DescendingOrder);
        Times filter;
        const QString typed = QStringLiteral("kernel_1 n=1 two");
        for (int i = 0; i < 3; ++i)
            for (qsizetype letters = 0; letters <= typed.size(); ++letters)
                filter.take([&] {
                    table.setFilter({typed.left(letters), {}, {}});
                    shown();
                });
        filter.print(sorted ? "filter, a key, sorted by error" : "filter, a key");
        table.setFilter({});
    }

    Times scroll;
    QScrollBar& bar = *view.verticalScrollBar();
    for (int frame = 0; frame < 600; ++frame)
        scroll.take([&] {
            bar.setValue(frame < 300 ? frame * 7 : int(std::size_t(frame) * 7919 % launches));
            view.viewport()->repaint();
            shown();
        });
    scroll.print("scroll, a frame");
    return 0;
}
