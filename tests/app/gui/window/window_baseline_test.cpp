// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit did is told wherever the figures stand.
#include "app/gui/window/summary_bar.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

const std::string slowKernel = "__kernel void twice(__global const float* in, __global float* out) {\n"
                               "    const int i = get_global_id(0);\n"
                               "    float x = in[i]; for (int k = 0; k < 4000; ++k) x = x * x; out[i] = x;\n"
                               "}\n";
const auto arrow = QStringLiteral("\u2192");

class WindowBaseline : public test::WindowTest {
protected:
    void SetUp() override {
        start({QStringLiteral("nvidia-h200"), {}});
        folder_.write("twice.cl", test::smallKernel);
        ASSERT_TRUE(open(folder_.write("twice.toml", test::smallLaunch())));
    }

    void edit(const std::string& text) {
        editor().setText(QString::fromStdString(text));
        settle();
    }
    QString bar() { return window_->findChild<SummaryBar*>()->text(); }
    QString summaryTexts() {
        window_->summary().catchUp();
        QStringList texts;
        for (const PageText& text : window_->summary().canvas().page().texts) texts += text.text;
        return texts.join(QLatin1Char('\n'));
    }
    QString margin(int line) {
        const auto length =
            editor().SendScintilla(QsciScintilla::SCI_MARGINGETTEXT, static_cast<unsigned long>(line - 1),
                                   static_cast<void*>(nullptr));
        QByteArray text(static_cast<qsizetype>(length) + 1, '\0');
        editor().SendScintilla(QsciScintilla::SCI_MARGINGETTEXT, static_cast<unsigned long>(line - 1),
                               text.data());
        return QString::fromUtf8(text.left(length));
    }
    QString stringLabels() {
        window_->string().catchUp();
        QStringList texts;
        for (const auto* label : window_->string().findChildren<QLabel*>()) texts += label->text();
        return texts.join(QLatin1Char('\n'));
    }
};

TEST_F(WindowBaseline, NothingIsToldBeforeAnythingChanged) {
    EXPECT_FALSE(bar().contains(arrow)) << bar().toStdString();
    EXPECT_FALSE(summaryTexts().contains(QStringLiteral("since opening")));
    EXPECT_FALSE(stringLabels().contains(arrow));
    EXPECT_FALSE(margin(3).contains(QLatin1Char('+')) || margin(3).contains(QChar(0xd7)));
}

TEST_F(WindowBaseline, AnEditTellsOldAndNewEverywhere) {
    const double before = session().analysis()->simulation.kernelTimeUs();
    edit(slowKernel);
    const double now = session().analysis()->simulation.kernelTimeUs();
    ASSERT_GT(now, before);
    const QString change = changeText(FigureChange{before, now});
    EXPECT_TRUE(bar().contains(arrow) && bar().contains(change)) << bar().toStdString();
    EXPECT_TRUE(summaryTexts().contains(change + QStringLiteral(" since opening")))
        << summaryTexts().toStdString();
    EXPECT_TRUE(stringLabels().contains(arrow)) << stringLabels().toStdString();
    EXPECT_TRUE(margin(3).contains(QChar(0xd7))) << "many times as many: " << margin(3).toStdString();
    edit(test::smallKernel);
    EXPECT_FALSE(bar().contains(arrow)) << "it is as it was";
    EXPECT_TRUE(summaryTexts().contains(QStringLiteral("unchanged since opening")));
}

TEST_F(WindowBaseline, WhatIsPinnedIsHeldAgainstUntilItIsReset) {
    edit(slowKernel);
    trigger(QStringLiteral("Pin as &Baseline"));
    EXPECT_FALSE(bar().contains(arrow));
    EXPECT_FALSE(summaryTexts().contains(QStringLiteral(" since ")));
    edit(test::smallKernel);
    EXPECT_TRUE(bar().contains(arrow + QStringLiteral(" ")) && bar().contains(QLatin1Char('-')))
        << bar().toStdString();
    EXPECT_TRUE(summaryTexts().contains(QStringLiteral("since it was pinned")));
    trigger(QStringLiteral("Reset B&aseline to Opening"));
    EXPECT_TRUE(summaryTexts().contains(QStringLiteral("unchanged since opening")));
    EXPECT_FALSE(bar().contains(arrow));
}

TEST_F(WindowBaseline, AnotherDeviceAndAnotherShapeAreChangesToo) {
    window_->setSpec(QStringLiteral("geforce-8800-gtx"));
    settle();
    EXPECT_TRUE(bar().contains(arrow)) << bar().toStdString();
    window_->setSpec(QStringLiteral("nvidia-h200"));
    settle();
    edit(slowKernel);
    trigger(QStringLiteral("Pin as &Baseline"));
    trigger(QStringLiteral("Keep Loops and Branches as &Written"));
    settle();
    EXPECT_TRUE(summaryTexts().contains(QStringLiteral("since it was pinned")));
}

} // namespace

} // namespace warpstring::gui
