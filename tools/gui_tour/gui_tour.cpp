// SPDX-License-Identifier: GPL-3.0-or-later
// The program goes through its panes by itself and takes a picture of its window at each stop.
// gui_tour FOLDER WIDTHxHEIGHT light|dark [STOP...]
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <cstdio>
#include <functional>

#include "app/common/program_paths.h"
#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/source_pane.h"
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
    return QString::fromStdString((warpstring::samplesFolder() / (std::string(name) + ".toml")).string());
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
        settle(1500);
    }

    void pinLine(int line) {
        window_.selection().clear();
        if (const auto& analysis = window_.session().analysis())
            window_.selection().pin(analysis->elements.fromLine(line));
    }

private:
    MainWindow& window_;
    QString folder_, suffix_;
    QStringList stops_;
};

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
    MainWindow window({user.filePath(QStringLiteral("config")), user.filePath(QStringLiteral("data"))});
    window.resize(size[0].toInt(), size[1].toInt());
    window.setTheme(words[3] == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::Light);
    window.show();
    window.restoreDefaultLayout();
    settle(500);
    Tour tour(window, words[1], QLatin1Char('-') + words[2] + QLatin1Char('-') + words[3], words.mid(4));

    tour.stop(QStringLiteral("start"), [] {});
    tour.open("scan/scan-init", "geforce-8800-gtx");
    tour.stop(QStringLiteral("string"), [&] {
        tour.raise("string");
        tour.pinLine(23);
    });
    tour.stop(QStringLiteral("graph"), [&] {
        tour.raise("graph");
        tour.pinLine(25);
    });
    tour.stop(QStringLiteral("threads"), [&] {
        tour.raise("threads");
        tour.pinLine(23);
    });
    tour.stop(QStringLiteral("error"), [&] {
        tour.raise("string");
        window.source().editor().insertAt(QStringLiteral("    float x = undeclared + 1;\n"), 13, 0);
        settle(2000, [&] { return window.session().state() == Session::State::Faulty; });
    });
    tour.open("matmul/matmul-tiled", "nvidia-h200");
    tour.stop(QStringLiteral("heat"), [&] {
        tour.raise("string");
        tour.pinLine(69);
        window.source().editor().showFrom(50);
    });
    tour.stop(QStringLiteral("timeline"), [&] { tour.raise("timeline"); });
    tour.stop(QStringLiteral("compare"), [&] { tour.raise("compare"); });
    tour.stop(QStringLiteral("batch"), [&] { tour.raise("batch"); });
    tour.stop(QStringLiteral("spec"), [&] { tour.raise("spec"); });
    window.close();
    return 0;
}
