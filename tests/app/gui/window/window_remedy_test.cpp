// SPDX-License-Identifier: GPL-3.0-or-later
// A remedy of the summary is applied to the editors, and refused with its reason.
#include "app/gui/window/summary_bar.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

/// Columns of a tile whose rows all begin in one bank.
const std::string turnKernel = "__kernel void turn(__global const float* a, __global float* b) {\n"
                               "    __local float tile[32][32];\n"
                               "    const int x = get_local_id(0), y = get_local_id(1);\n"
                               "    tile[y][x] = a[y * 32 + x];\n"
                               "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "    float sum = 0;\n"
                               "    for (int k = 0; k < 64; ++k) sum += tile[x][(y + k) & 31];\n"
                               "    b[get_global_id(1) * 4096 + get_global_id(0)] = sum;\n"
                               "}\n";
const std::string turnLaunch = "schema = \"warpstring.launch/1\"\nkernel = \"turn\"\nsource = \"turn.cl\"\n"
                               "global = [4096, 4096]\nlocal = [32, 32]\n\n[args]\n"
                               "a = { buffer = \"float\", count = 1024, access = \"read\" }\n"
                               "b = { buffer = \"float\", count = 16777216, access = \"write\" }\n";

/// Neighbours read the same rows of `b` again and again.
const std::string productKernel =
    "__kernel void product(__global const float* a, __global const float* b,\n"
    "                      __global float* c, int n, int depth) {\n"
    "    const int row = get_global_id(1), column = get_global_id(0);\n"
    "    float sum = 0;\n"
    "    for (int k = 0; k < depth; ++k) sum += a[row * depth + k] * b[k * n + column];\n"
    "    c[row * n + column] = sum;\n"
    "}\n";
const std::string productLaunch =
    "schema = \"warpstring.launch/1\"\nkernel = \"product\"\nsource = \"product.cl\"\n"
    "global = [32, 64]\nlocal = [16, 16]\n\n[args]\nn = 32\ndepth = 96\n"
    "a = { buffer = \"float\", count = 6144, access = \"read\" }\n"
    "b = { buffer = \"float\", count = 3072, access = \"read\" }\n"
    "c = { buffer = \"float\", count = 2048, access = \"write\" }\n";

class WindowRemedy : public test::WindowTest {
protected:
    void SetUp() override {
        start({QStringLiteral("nvidia-h200"), {}});
        folder_.write("turn.cl", turnKernel);
        ASSERT_TRUE(open(folder_.write("turn.toml", turnLaunch)));
        raise(window_->summary());
        ASSERT_TRUE(
            QTest::qWaitFor([this] { return !window_->summary().advice().running(); }, test::patienceMs));
    }
    const PageLink* applyLink() {
        for (const PageLink& link : window_->summary().canvas().page().links)
            if (!link.rewrite.isEmpty()) return &link;
        return nullptr;
    }
};

TEST_F(WindowRemedy, IsAppliedAsOneStepThatUndoTakesBack) {
    const PageLink* link = applyLink();
    ASSERT_NE(link, nullptr);
    EXPECT_EQ(link->rewrite, QStringLiteral("pad tile=1"));
    const double before = session().analysis()->simulation.kernelTimeUs();
    QTest::mouseClick(&window_->summary().canvas(), Qt::LeftButton, {}, link->rect.center().toPoint());
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return session().current()->sourceText() != turnKernel; }, test::patienceMs));
    settle();
    EXPECT_NE(session().current()->sourceText().find("tile[32][32 + 1]"), std::string::npos)
        << session().current()->sourceText();
    EXPECT_LT(session().analysis()->simulation.kernelTimeUs(), before);
    EXPECT_TRUE(window_->findChild<SummaryBar*>()->text().contains(QStringLiteral("\u2192")));
    editor().undo();
    settle();
    EXPECT_FALSE(session().current()->modified());
}

TEST_F(WindowRemedy, TheKeyboardReachesIt) {
    SummaryCanvas& canvas = window_->summary().canvas();
    QTest::keyClick(&canvas, Qt::Key_Home);
    for (int i = 0; i < 200; ++i) {
        ASSERT_TRUE(canvas.current());
        if (!canvas.page().links[*canvas.current()].rewrite.isEmpty()) break;
        QTest::keyClick(&canvas, Qt::Key_Down);
    }
    QTest::keyClick(&canvas, Qt::Key_Return);
    EXPECT_TRUE(
        QTest::qWaitFor([this] { return session().current()->sourceText() != turnKernel; }, test::patienceMs));
}

TEST_F(WindowRemedy, ABufferIsStagedInLocalMemory) {
    folder_.write("product.cl", productKernel);
    ASSERT_TRUE(open(folder_.write("product.toml", productLaunch)));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !window_->summary().advice().running(); }, test::patienceMs));
    const PageLink* link = applyLink();
    ASSERT_NE(link, nullptr);
    EXPECT_EQ(link->rewrite, QStringLiteral("stage b=16"));
    QTest::mouseClick(&window_->summary().canvas(), Qt::LeftButton, {}, link->rect.center().toPoint());
    ASSERT_TRUE(QTest::qWaitFor([this] { return session().current()->sourceText() != productKernel; },
                                test::patienceMs));
    settle();
    EXPECT_NE(session().current()->sourceText().find("__local float b_tile[16][16];"), std::string::npos)
        << session().current()->sourceText();
}

TEST_F(WindowRemedy, ARefusalIsToldWithItsReason) {
    Q_EMIT window_->summary().rewriteWanted(QStringLiteral("pad nothing=1"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !message().isEmpty(); }, test::patienceMs));
    EXPECT_TRUE(message().contains(QStringLiteral("nothing"))) << message().toStdString();
    EXPECT_FALSE(session().current()->modified());
}

} // namespace

} // namespace warpstring::gui
