// SPDX-License-Identifier: GPL-3.0-or-later
// A message goes when what it says is so no longer; nothing is offered that cannot be done.
#include <QTreeWidget>

#include "app/gui/window/start_page.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

using test::smallKernel;
using test::smallLaunch;

class WindowMessages : public test::WindowTest {
protected:
    void SetUp() override {
        test::WindowTest::SetUp();
        folder_.write("twice.cl", smallKernel);
        launch_ = folder_.write("twice.toml", smallLaunch());
    }
    void edit(const std::string& before) { editor().setText(QString::fromStdString(before + smallKernel)); }

    std::filesystem::path launch_;
};

TEST_F(WindowMessages, OfAFaultyFileGoOnceItIsMended) {
    (void)open(folder_.write("alone/lone.cl", "__kernel void twice("));
    ASSERT_FALSE(message().isEmpty()) << "no launch can be drafted";
    editor().setText(QString::fromStdString(smallKernel));
    settle();
    ASSERT_EQ(session().state(), Session::State::Good);
    EXPECT_TRUE(message().isEmpty()) << message().toStdString();
}

TEST_F(WindowMessages, OfWhatCouldNotBeOpenedGoWhenSomethingElseIs) {
    EXPECT_FALSE(window_->open(text(folder_ / "nowhere.toml")));
    ASSERT_FALSE(message().isEmpty());
    ASSERT_TRUE(open(launch_));
    EXPECT_TRUE(message().isEmpty()) << message().toStdString();
}

TEST_F(WindowMessages, OfADeviceThatIsUnknownGoWhenOneIsChosen) {
    ASSERT_TRUE(open(launch_));
    EXPECT_FALSE(window_->setSpec(QStringLiteral("no-such-gpu")));
    ASSERT_FALSE(message().isEmpty());
    ASSERT_TRUE(window_->setSpec(QStringLiteral("nvidia-h200")));
    EXPECT_TRUE(message().isEmpty()) << message().toStdString();
}

TEST_F(WindowMessages, OfEditsGoWhenTheyAreSavedOrUndone) {
    ASSERT_TRUE(open(launch_));
    edit("// typed\n");
    trigger(QStringLiteral("&Close"));
    ASSERT_NE(button(QStringLiteral("&Discard Edits")), nullptr);
    edit({});
    EXPECT_TRUE(message().isEmpty()) << "there are none any more";
    edit("// typed\n");
    trigger(QStringLiteral("&Close"));
    ASSERT_NE(button(QStringLiteral("&Discard Edits")), nullptr);
    trigger(QStringLiteral("&Save"));
    EXPECT_TRUE(message().isEmpty()) << message().toStdString();
}

TEST_F(WindowMessages, OfFilesThatOthersChangedGoWithTheirDocument) {
    ASSERT_TRUE(open(launch_));
    folder_.write("twice.cl", "// by another editor\n" + smallKernel);
    QEvent activated(QEvent::WindowActivate);
    QApplication::sendEvent(window_.get(), &activated);
    ASSERT_NE(button(QStringLiteral("&Read Again")), nullptr);
    ASSERT_TRUE(openSample("scan/scan-init"));
    EXPECT_TRUE(message().isEmpty()) << "of another document: " << message().toStdString();
}

TEST_F(WindowMessages, WhatCannotBeSavedIsSaidUntilItIs) {
    ASSERT_TRUE(open(launch_));
    edit("// typed\n");
    std::filesystem::remove(folder_ / "twice.cl");
    std::filesystem::create_directory(folder_ / "twice.cl");
    trigger(QStringLiteral("&Save"));
    settle();
    ASSERT_FALSE(message().isEmpty()) << "an analysis does not make it good";
    std::filesystem::remove(folder_ / "twice.cl");
    trigger(QStringLiteral("&Save"));
    EXPECT_TRUE(message().isEmpty()) << message().toStdString();
}

TEST_F(WindowMessages, NothingIsSavedClosedOrExportedWhereNothingIsOpen) {
    const QStringList labels{QStringLiteral("&Save"),   QStringLiteral("Re&vert to Saved"),
                             QStringLiteral("&Close"),  QStringLiteral("Save &Project..."),
                             QStringLiteral("&Export"), QStringLiteral("E&xport This Pane...")};
    const auto areEnabled = [&](bool expected) {
        for (const QString& label : labels) {
            const QAction* action = actionIn(window_->menuBar()->actions(), label);
            ASSERT_NE(action, nullptr) << label.toStdString();
            EXPECT_EQ(action->isEnabled(), expected) << label.toStdString();
        }
    };
    areEnabled(false);
    ASSERT_TRUE(open(launch_));
    areEnabled(true);
    trigger(QStringLiteral("&Close"));
    areEnabled(false);
}

TEST_F(WindowMessages, RecentFilesCanBeOpenedOrAreNotOffered) {
    ASSERT_TRUE(open(launch_));
    const auto lone = folder_.write("alone/lone.cl", smallKernel); // its launch is drafted, and in no file
    ASSERT_TRUE(open(lone));
    ASSERT_EQ(window_->recent().files().size(), 2U);
    for (const RecentFile& file : window_->recent().files())
        EXPECT_TRUE(QFileInfo::exists(file.path)) << file.path.toStdString();
    trigger(QStringLiteral("&Close"));
    trigger(QStringLiteral("&Close"));
    ASSERT_TRUE(window_->open(window_->recent().files().front().path));
    settle();
    EXPECT_EQ(editor().text().toStdString(), smallKernel);
    std::filesystem::remove(launch_);
    int gone = 0;
    const QAction* menu = actionIn(window_->menuBar()->actions(), QStringLiteral("Open &Recent"));
    ASSERT_NE(menu, nullptr);
    Q_EMIT menu->menu()->aboutToShow();
    for (const QAction* action : menu->menu()->actions()) {
        if (!action->text().startsWith(QStringLiteral("twice.toml"))) continue;
        ++gone;
        EXPECT_FALSE(action->isEnabled()) << "as on the start page";
    }
    EXPECT_EQ(gone, 1);
}

} // namespace

} // namespace warpstring::gui
