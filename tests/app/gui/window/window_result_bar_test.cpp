// SPDX-License-Identifier: GPL-3.0-or-later
// The line above everything: whenever a kernel is open it is there, and it tells no time that is none.
#include <QComboBox>
#include <QFontMetrics>
#include <QMenu>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTextDocument>
#include <QToolBar>

#include "app/gui/window/summary_bar.h"
#include "core/text/duration_text.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

class WindowResultBar : public test::WindowTest {
protected:
    void SetUp() override {
        test::WindowTest::SetUp();
        folder_.write("twice.cl", test::smallKernel);
        launch_ = folder_.write("twice.toml", test::smallLaunch());
    }

    QToolBar& bar() { return *window_->findChild<QToolBar*>(QStringLiteral("result")); }
    SummaryBar& summary() { return *window_->findChild<SummaryBar*>(); }
    QComboBox& launches() {
        for (auto* box : summary().findChildren<QComboBox*>())
            if (box->accessibleName() == QStringLiteral("Launch")) return *box;
        ADD_FAILURE();
        std::abort();
    }

    std::filesystem::path launch_;
};

TEST_F(WindowResultBar, ComesAgainAfterTheLastFileWasClosed) {
    EXPECT_FALSE(bar().isVisible()) << "there is no result";
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(open(launch_));
        EXPECT_TRUE(bar().isVisible()) << i;
        EXPECT_FALSE(bar().visibleRegion().isEmpty()) << i;
        trigger(QStringLiteral("&Close"));
        EXPECT_FALSE(bar().isVisible()) << i;
    }
}

TEST_F(WindowResultBar, IsThereWhenAnArgumentOpensAKernelAfterAStartPageWasLeft) {
    ASSERT_TRUE(open(launch_));
    trigger(QStringLiteral("&Close"));
    window_->close(); // with the start page
    start({QStringLiteral("geforce-8800-gtx"), {text(launch_)}});
    settle();
    EXPECT_TRUE(bar().isVisible());
    window_->close(); // with a kernel
    start({QStringLiteral("geforce-8800-gtx"), {text(launch_)}});
    settle();
    EXPECT_TRUE(bar().isVisible());
}

TEST_F(WindowResultBar, IsThereWhateverALayoutSays) {
    bar().setVisible(true);
    bar().hide();
    const QByteArray without = window_->saveState(PaneDocks::version);
    ASSERT_TRUE(open(launch_));
    ASSERT_TRUE(window_->docks().restore(without));
    EXPECT_TRUE(bar().isVisible());
    const std::unique_ptr<QMenu> menu(window_->createPopupMenu());
    for (const QAction* action : menu->actions())
        EXPECT_FALSE(action->isVisible() && action->text() == bar().windowTitle())
            << "nothing takes it away for ever";
}

TEST_F(WindowResultBar, AKernelThatNeverEndsHasNoTime) {
    ASSERT_TRUE(open(launch_));
    ASSERT_TRUE(summary().text().contains(QStringLiteral("kernel time")));
    editor().setText(QStringLiteral("__kernel void twice(__global const float* in, __global float* out) {\n"
                                    "    const int i = get_global_id(0);\n"
                                    "    while (1) out[i] = in[i];\n"
                                    "}\n"));
    settle();
    ASSERT_TRUE(hasErrors(session().diagnostics())) << "what this test is about";
    EXPECT_EQ(session().state(), Session::State::Faulty);
    EXPECT_FALSE(summary().text().contains(QStringLiteral("cycles"))) << summary().text().toStdString();
    EXPECT_FALSE(summary().text().contains(QStringLiteral("kernel time")));
    EXPECT_TRUE(summary().text().contains(QStringLiteral("Problems"))) << "where it is said why";
    for (const auto* label : summary().findChildren<QLabel*>())
        EXPECT_FALSE(label->text().contains(QStringLiteral("good"))) << "what is shown is no good result";
    editor().setText(QString::fromStdString(test::smallKernel));
    settle();
    EXPECT_EQ(session().state(), Session::State::Good);
    EXPECT_TRUE(summary().text().contains(QStringLiteral("kernel time")));
}

TEST_F(WindowResultBar, ALastGoodResultIsStillCalledSo) {
    ASSERT_TRUE(open(launch_));
    editor().setText(QStringLiteral("__kernel void twice("));
    settle();
    EXPECT_EQ(session().state(), Session::State::Faulty);
    EXPECT_TRUE(summary().text().contains(QStringLiteral("kernel time")));
    QStringList labels;
    for (const auto* label : summary().findChildren<QLabel*>()) labels += label->text();
    EXPECT_TRUE(labels.contains(QStringLiteral("last good result"))) << labels.join(u'|').toStdString();
}

TEST_F(WindowResultBar, WhatTellsLaunchesApartIsReadable) {
    std::string swept = test::smallLaunch();
    swept += "\n[sweep]\nn = [65536, 131072]\nwhat_is_swept_besides = [1, 2, 3]\n";
    swept.insert(swept.find("n = 65536"), "what_is_swept_besides = 1\n");
    ASSERT_TRUE(open(folder_.write("a-name-that-is-as-long-as-names-of-files-may-be.toml", swept)));
    ASSERT_EQ(session().current()->launchCount(), 6U);
    QComboBox& box = launches();
    ASSERT_EQ(box.count(), 6);
    QCoreApplication::sendPostedEvents();
    QTest::qWait(20);
    QStyleOptionComboBox option;
    option.initFrom(&box);
    const int room =
        box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box).width();
    for (int i = 0; i < box.count(); ++i) {
        EXPECT_LE(box.fontMetrics().horizontalAdvance(box.itemText(i)), room) << box.itemText(i).toStdString();
        EXPECT_TRUE(session().current()->launchName(static_cast<std::uint64_t>(i)).endsWith(box.itemText(i)));
        EXPECT_EQ(box.findText(box.itemText(i)), i) << "each is told from the others";
    }
}

TEST_F(WindowResultBar, TimeBoundAndOccupancyStayAt1000Pixels) {
    window_->setSpec(QStringLiteral("nvidia-h200"));
    ASSERT_TRUE(openSample("scan/scan-init"));
    editor().setText(editor().text().replace(QStringLiteral("stride <<= 1"), QStringLiteral("stride <<= 2")));
    settle();
    const auto analysis = session().analysis();
    const QLabel* figures = nullptr;
    for (const auto* label : summary().findChildren<QLabel*>())
        if (label->accessibleName() == QStringLiteral("Result")) figures = label;
    ASSERT_NE(figures, nullptr);
    for (const int width : {1600, 1280, 1000}) {
        window_->resize(width, 700);
        QTest::qWait(30);
        const QString shown = figures->text();
        EXPECT_TRUE(shown.contains(QString::fromStdString(durationText(analysis->simulation.kernelTimeUs()))))
            << width;
        EXPECT_TRUE(shown.contains(QStringLiteral("\u2192"))) << "and what it was before, at " << width;
        EXPECT_TRUE(shown.contains(QString::fromStdString(analysis->simulation.boundBy()))) << width;
        EXPECT_TRUE(shown.contains(percentText(analysis->simulation.occupancy.fraction))) << width;
        QTextDocument text;
        text.setDefaultFont(figures->font());
        text.setDocumentMargin(0);
        text.setHtml(shown);
        EXPECT_LE(text.idealWidth(), figures->width()) << "it is seen as a whole, at " << width;
    }
}

} // namespace

} // namespace warpstring::gui
