// SPDX-License-Identifier: GPL-3.0-or-later
// How long the desktop program's window takes to its first full picture and from there to the summary's advice,
// and how long both and typing block it.
//   gui_latency                every sample in a process of its own, then typing into the largest one
//   gui_latency --first FILE   milliseconds to the first picture of one launch file
//   gui_latency --type FILE    typing into one
// Set QT_QPA_PLATFORM=offscreen where there is no screen.
#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>
#include <optional>
#include <set>

#include "app/common/program_paths.h"
#include "app/gui/models/session/sample_list.h"
#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/graph_pane.h"
#include "app/gui/panes/source_pane.h"
#include "app/gui/panes/summary_pane.h"
#include "app/gui/window/main_window.h"

namespace warpstring::gui {

namespace {

/// Milliseconds that this thread has computed: on a busy machine, the part of a stall that is the program's.
double threadMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Milliseconds that all threads have computed.
double processMs() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Notes how long events take to be delivered, and when something was painted last.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        // Names are taken first: the receiver may be gone afterwards.
        const auto type = event->type();
        const char* name = receiver->metaObject()->className();
        const bool outermost = depth_++ == 0;
        QElapsedTimer timer;
        timer.start();
        const double before = threadMs();
        const bool done = QApplication::notify(receiver, event);
        --depth_;
        const double milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        if (type == QEvent::Paint) notePaint(receiver);
        if (outermost) {
            Cost& worst = worst_[QStringLiteral("%1 %2").arg(QString::fromLatin1(name)).arg(type)];
            worst.wall = std::max(worst.wall, milliseconds);
            worst.computed = std::max(worst.computed, threadMs() - before);
        }
        return done;
    }

    struct Cost {
        double computed = 0, wall = 0; ///< milliseconds
        friend auto operator<=>(const Cost&, const Cost&) = default;
    };

    void restart() {
        worst_.clear();
        sinceStart_.restart();
        lastPaint_ = 0;
        unpainted_.clear();
        fullPicture_.reset();
    }
    /// From now on: until each of the panes was painted.
    void expectPaint(std::set<const QWidget*> panes) {
        unpainted_ = std::move(panes);
        fullPicture_.reset();
    }
    /// Milliseconds until the last of them was.
    [[nodiscard]] std::optional<qint64> fullPicture() const { return fullPicture_; }
    [[nodiscard]] qint64 lastPaint() const { return lastPaint_; }
    [[nodiscard]] qint64 elapsed() const { return sinceStart_.elapsed(); }
    [[nodiscard]] std::vector<std::pair<Cost, QString>> slowest(std::size_t most) const {
        std::vector<std::pair<Cost, QString>> all;
        all.reserve(worst_.size());
        for (const auto& [name, cost] : worst_) all.emplace_back(cost, name);
        std::sort(all.rbegin(), all.rend());
        all.resize(std::min(all.size(), most));
        return all;
    }

private:
    void notePaint(QObject* painted) {
        lastPaint_ = sinceStart_.elapsed();
        if (unpainted_.empty()) return;
        for (const auto* widget = qobject_cast<QWidget*>(painted); widget != nullptr;
             widget = widget->parentWidget())
            unpainted_.erase(widget);
        if (unpainted_.empty()) fullPicture_ = lastPaint_;
    }

    std::set<const QWidget*> unpainted_;
    std::optional<qint64> fullPicture_;
    int depth_ = 0;
    QElapsedTimer sinceStart_;
    qint64 lastPaint_ = 0;
    std::map<QString, Cost> worst_;
};

UserFolders foldersIn(const QTemporaryDir& folder) {
    return {folder.filePath(QStringLiteral("config")), folder.filePath(QStringLiteral("data"))};
}

bool busy(MainWindow& window) {
    if (window.session().state() == Session::State::Computing) return true;
    for (Pane* pane : window.panes())
        if (auto* graph = qobject_cast<GraphPane*>(pane); graph != nullptr && graph->isVisible())
            if (graph->graph().busy()) return true;
    return false;
}

/// Until nothing is computed and nothing was painted for a while; the time of the last paint.
qint64 untilPainted(TimedApplication& application, MainWindow& window) {
    constexpr qint64 quietMs = 150, mostMs = 60000;
    while (application.elapsed() < mostMs) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 10);
        if (!busy(window) && application.lastPaint() > 0 &&
            application.elapsed() - application.lastPaint() > quietMs)
            break;
        QTest::qWait(1);
    }
    return application.lastPaint();
}

struct Advised {
    double after = 0;    ///< milliseconds from the first full picture to that with the advice
    double computed = 0; ///< the longest work for one event meanwhile, milliseconds
};

/// From the first full picture on, until the summary shows its advice.
Advised untilAdvised(TimedApplication& application, MainWindow& window) {
    const AdviceRunner& advice = window.summary().advice();
    if (!advice.running()) return {};
    application.restart();
    QObject::connect(&advice, &AdviceRunner::finished, &window,
                     [&] { application.expectPaint({&window.summary()}); });
    while (!application.fullPicture() && application.elapsed() < 60000)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const auto slowest = application.slowest(1);
    return {static_cast<double>(application.fullPicture().value_or(-1)),
            slowest.empty() ? 0 : slowest.front().first.computed};
}

int first(TimedApplication& application, const QString& file, const QString& spec, bool details) {
    const QTemporaryDir folder;
    application.restart();
    const double before = processMs(), threadBefore = threadMs();
    MainWindow window(foldersIn(folder), {spec, {file}});
    const qint64 constructed = application.elapsed();
    QObject::connect(&window, &MainWindow::shown, [&] {
        if (!window.session().analysis()) return;
        std::set<const QWidget*> visible;
        for (const Pane* pane : window.panes())
            if (pane->isVisible() && !pane->visibleRegion().isEmpty()) visible.insert(pane);
        application.expectPaint(std::move(visible));
    });
    window.show();
    const qint64 shown = application.elapsed();
    QTimer wake; // where there is nothing to come any more
    wake.start(100);
    while (!application.fullPicture() && application.elapsed() < 60000 &&
           window.session().state() != Session::State::Faulty)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const qint64 painted = application.fullPicture().value_or(-1);
    const double computed = processMs() - before, thread = threadMs() - threadBefore;
    const auto slowest = application.slowest(8);
    const Advised advised = untilAdvised(application, window);
    std::printf("%lld %.0f %.0f %lld %lld %.0f %zu %.0f %.1f\n", static_cast<long long>(painted), computed,
                thread, static_cast<long long>(constructed), static_cast<long long>(shown),
                window.session().milliseconds(),
                window.session().analysis() ? window.session().analysis()->tokens.size() : 0, advised.after,
                advised.computed);
    if (details)
        for (const auto& [cost, name] : slowest)
            std::printf("  %7.1f ms computed, %7.1f ms elapsed  %s\n", cost.computed, cost.wall,
                        qPrintable(name));
    return window.session().analysis() ? 0 : 1;
}

/// Types a remark, letter by letter as fast as people do, and a statement's spaces, so that all of it is
/// simulated again; the longest gap between beats of a timer of a millisecond is the longest stall.
int type(TimedApplication& application, const QString& file, const QString& spec, int seconds) {
    const QTemporaryDir folder;
    application.restart();
    MainWindow window(foldersIn(folder));
    if (!spec.isEmpty()) window.setSpec(spec);
    window.open(file);
    window.show();
    (void)untilPainted(application, window);
    for (Pane* pane : window.panes()) { // every pane has been looked at
        if (QDockWidget* dock = window.docks().dockOf(pane)) dock->raise();
        application.restart();
        (void)untilPainted(application, window);
    }
    CodeEditor& editor = window.source().editor();
    std::printf("%-10s %12s %12s %12s %10s\n", "in front", "computed, ms", "stall, ms", "median, ms",
                "analyses");
    for (Pane* pane : window.docks().panes()) {
        window.docks().dockOf(pane)->raise();
        QTest::qWait(200);
        editor.setFocus();
        editor.setCursorPosition(editor.lines() - 1, 0);
        int analyses = 0;
        const auto counted =
            QObject::connect(&window.session(), &Session::analysisChanged, [&analyses] { ++analyses; });
        application.restart();
        std::vector<double> gaps;
        QElapsedTimer sinceBeat;
        QTimer beat;
        beat.setTimerType(Qt::PreciseTimer);
        beat.setInterval(1);
        QObject::connect(&beat, &QTimer::timeout, [&] {
            gaps.push_back(static_cast<double>(sinceBeat.nsecsElapsed()) / 1e6);
            sinceBeat.restart();
        });
        QTimer keys;
        int key = 0;
        QObject::connect(&keys, &QTimer::timeout, [&] {
            // A pause every ten letters lets the analysis begin.
            if (++key % 14 < 4) return;
            const QString letters = QStringLiteral("// typed");
            if (key % 14 < 13) {
                QTest::keyClick(&editor, letters[key % letters.size()].toLatin1());
                return;
            }
            QTest::keyClick(&editor, Qt::Key_Return);
            QTest::keyClicks(&editor, QStringLiteral("//"));
        });
        QTest::keyClick(&editor, Qt::Key_Return);
        QTest::keyClicks(&editor, QStringLiteral("//"));
        sinceBeat.start();
        beat.start();
        keys.start(60);
        QEventLoop loop; // QTest::qWait() sleeps between events
        QTimer::singleShot(1000 * seconds, &loop, &QEventLoop::quit);
        loop.exec();
        keys.stop();
        beat.stop();
        QObject::disconnect(counted);
        std::sort(gaps.begin(), gaps.end());
        const auto slowest = application.slowest(1);
        std::printf("%-10s %12.1f %12.1f %12.2f %10d\n", qPrintable(window.docks().dockOf(pane)->objectName()),
                    slowest.empty() ? 0 : slowest.front().first.computed, gaps.empty() ? 0 : gaps.back(),
                    gaps.empty() ? 0 : gaps[gaps.size() / 2], analyses);
        for (const auto& [cost, name] : application.slowest(4))
            std::printf("    %7.1f ms computed, %7.1f ms elapsed  %s\n", cost.computed, cost.wall,
                        qPrintable(name));
    }
    return 0;
}

struct Figures {
    double painted = 0, computed = 0, thread = 0, constructed = 0, shown = 0, analysed = 0;
    int tokens = 0;
    Advised advised;
    QString name, file;
};

std::vector<Figures> measureEverySample(const QString& spec) {
    std::vector<Figures> all;
    for (const Sample& sample : listSamples(cli::samplesFolder())) {
        Figures figures;
        figures.file = QString::fromStdString(sample.file.string());
        figures.name = sample.folder + QLatin1Char('/') + sample.name;
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--first"), figures.file, spec});
        process.waitForFinished(-1);
        const QByteArray output = process.readAllStandardOutput();
        if (process.exitCode() != 0 ||
            std::sscanf(output.constData(), "%lf %lf %lf %lf %lf %lf %d %lf %lf", &figures.painted,
                        &figures.computed, &figures.thread, &figures.constructed, &figures.shown,
                        &figures.analysed, &figures.tokens, &figures.advised.after,
                        &figures.advised.computed) != 9) {
            std::printf("%s: no picture\n", qPrintable(figures.name));
            continue;
        }
        all.push_back(figures);
    }
    std::sort(all.begin(), all.end(), [](const Figures& a, const Figures& b) { return a.painted > b.painted; });
    return all;
}

/// How long the advice comes after the picture, and how long it blocks.
void printAdvised(std::vector<Figures> all) {
    const auto by = [&](auto value) {
        std::sort(all.begin(), all.end(),
                  [&](const Figures& a, const Figures& b) { return value(a) > value(b); });
    };
    by([](const Figures& figures) { return figures.advised.after; });
    std::printf("advice after the picture: median %.0f ms, worst %.0f ms (%s)\n",
                all[all.size() / 2].advised.after, all.front().advised.after, qPrintable(all.front().name));
    by([](const Figures& figures) { return figures.advised.computed; });
    std::printf("the longest work for one event meanwhile: median %.1f ms, worst %.1f ms (%s)\n",
                all[all.size() / 2].advised.computed, all.front().advised.computed,
                qPrintable(all.front().name));
}

} // namespace

int runLatency(TimedApplication& application) {
    QApplication::setCursorFlashTime(0); // a blinking cursor paints for ever
    const QStringList given = QCoreApplication::arguments();
    const QString mode = given.value(1);
    if (mode == QStringLiteral("--first"))
        return first(application, given.value(2), given.value(3), given.contains(QStringLiteral("details")));
    if (mode == QStringLiteral("--type")) return type(application, given.value(2), given.value(3), 4);
    for (const QString& spec : {QStringLiteral("geforce-8800-gtx"), QStringLiteral("nvidia-h200")}) {
        const auto all = measureEverySample(spec);
        if (all.empty()) return 1;
        std::printf("%s: first full picture of %zu samples: median %.0f ms, worst %.0f ms\n", qPrintable(spec),
                    all.size(), all[all.size() / 2].painted, all.front().painted);
        std::printf("%-36s %9s %9s %9s %11s %9s %9s %7s\n", "the slowest, ms", "picture", "computed",
                    "of GUI's", "constructed", "shown", "analysis", "tokens");
        for (std::size_t i = 0; i < std::min<std::size_t>(8, all.size()); ++i)
            std::printf("%-36s %9.0f %9.0f %9.0f %11.0f %9.0f %9.0f %7d\n", qPrintable(all[i].name),
                        all[i].painted, all[i].computed, all[i].thread, all[i].constructed, all[i].shown,
                        all[i].analysed, all[i].tokens);
        printAdvised(all);
        const auto largest = std::max_element(
            all.begin(), all.end(), [](const Figures& a, const Figures& b) { return a.tokens < b.tokens; });
        std::printf("typing into %s, %d tokens:\n", qPrintable(largest->name), largest->tokens);
        std::fflush(stdout);
        QProcess process;
        process.setProcessChannelMode(QProcess::ForwardedChannels);
        process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--type"), largest->file, spec});
        process.waitForFinished(-1);
    }
    return 0;
}

} // namespace warpstring::gui

int main(int argc, char** argv) {
    warpstring::gui::TimedApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    return warpstring::gui::runLatency(application);
}
