// SPDX-License-Identifier: GPL-3.0-or-later
// A main window with folders of its own, for tests that use it as a person does.
#pragma once

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTest>
#include <gtest/gtest.h>
#include <memory>

#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/graph_pane.h"
#include "app/gui/panes/launch_pane.h"
#include "app/gui/panes/problems_pane.h"
#include "app/gui/panes/source_pane.h"
#include "app/gui/panes/string_canvas.h"
#include "app/gui/panes/string_pane.h"
#include "app/gui/panes/summary_canvas.h"
#include "app/gui/panes/summary_pane.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui::test {

inline constexpr int patienceMs = 60000;

class WindowTest : public testing::Test {
protected:
    void SetUp() override { start(); }

    void TearDown() override {
        EXPECT_EQ(QApplication::activeModalWidget(), nullptr) << "nothing may stop a person";
    }

    /// A new window, as after a new start of the program.
    void start(const Opening& opening = {QStringLiteral("geforce-8800-gtx"), {}}) {
        window_.reset();
        qputenv("XDG_DATA_HOME", (folder_ / "share").string().c_str()); // of edited specs
        window_ = std::make_unique<MainWindow>(UserFolders{text(folder_ / "config"), text(folder_ / "data")},
                                               opening);
        window_->show();
        window_->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
        QTest::qWait(1); // what waits for the window to be there
    }

    static QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

    bool open(const std::filesystem::path& path) {
        const bool opened = window_->open(text(path));
        settle();
        return opened;
    }
    bool openSample(const std::string& sample) { return open(folder_.copySample(sample)); }

    /// Until the texts as they are have been analysed.
    void settle() {
        session().analyseNow();
        EXPECT_TRUE(
            QTest::qWaitFor([this] { return session().state() != Session::State::Computing; }, patienceMs));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    bool becomes(Session::State state) {
        return QTest::qWaitFor([this, state] { return session().state() == state; }, patienceMs);
    }

    Session& session() { return window_->session(); }
    CodeEditor& editor() { return window_->source().editor(); }
    QString message() const { return window_->messages().isVisible() ? window_->messages().text() : QString(); }

    template <class P>
    P& pane() {
        for (Pane* each : window_->panes())
            if (auto* found = qobject_cast<P*>(each)) return *found;
        ADD_FAILURE() << "no such pane";
        std::abort();
    }
    /// To the front of its tabs.
    void raise(Pane& pane) {
        QDockWidget* dock = window_->docks().dockOf(&pane);
        ASSERT_NE(dock, nullptr);
        dock->show();
        dock->raise();
        QTest::qWait(20);
    }

    QPushButton* button(const QString& label) {
        for (auto* each : window_->messages().findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == label) return each;
        return nullptr;
    }
    static QAction* actionIn(const QList<QAction*>& actions, const QString& label) {
        for (QAction* action : actions) {
            if (action->menu() != nullptr) {
                Q_EMIT action->menu()->aboutToShow();
                if (QAction* found = actionIn(action->menu()->actions(), label)) return found;
            }
            if (action->text() == label) return action;
        }
        return nullptr;
    }
    void trigger(const QString& label) {
        QAction* action = actionIn(window_->menuBar()->actions(), label);
        ASSERT_NE(action, nullptr) << label.toStdString();
        ASSERT_TRUE(action->isEnabled()) << label.toStdString();
        action->trigger();
    }

    ScratchFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace warpstring::gui::test
