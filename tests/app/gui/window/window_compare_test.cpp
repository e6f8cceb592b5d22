// SPDX-License-Identifier: GPL-3.0-or-later
// The compare pane and the start page's list as the window keeps them: by the device, and by texts as edited.
#include <QClipboard>
#include <QLabel>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>

#include "app/gui/panes/batch_pane.h"
#include "app/gui/panes/compare_pane.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

class WindowCompare : public test::WindowTest {
protected:
    static std::filesystem::path sampleFile() {
        return std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples/reduction/reduce-strided.toml";
    }
    /// Until what changes by `act` has been compared.
    template <class Act>
    void compared(Act act) {
        QSignalSpy spy(&window_->compare(), &ComparePane::compared);
        act();
        ASSERT_TRUE(spy.wait(test::patienceMs));
    }
    [[nodiscard]] bool paneSays(const char* words) {
        for (const QLabel* label : window_->compare().findChildren<QLabel*>())
            if (!label->isHidden() && label->text().contains(QLatin1String(words))) return true;
        return false;
    }
    const RecentFile& recent() { return window_->recent().files().front(); }
};

TEST_F(WindowCompare, TheLastErrorIsOfTheDeviceThatStandsBesideIt) {
    start({QStringLiteral("nvidia-h200"), {}});
    ASSERT_TRUE(open(sampleFile()));
    compared([&] { raise(window_->compare()); });
    ASSERT_TRUE(recent().lastError);
    EXPECT_LT(std::abs(*recent().lastError), 0.5);
    EXPECT_EQ(recent().spec, QStringLiteral("nvidia-h200"));
    compared([&] { window_->setSpec(QStringLiteral("geforce-8800-gtx")); });
    EXPECT_EQ(recent().spec, QStringLiteral("geforce-8800-gtx"));
    EXPECT_EQ(recent().lastError, std::nullopt) << "it was measured on an H200";
}

TEST_F(WindowCompare, TheErrorStandsWhereANarrowPaneStillHasIt) {
    start({QStringLiteral("nvidia-h200"), {}});
    window_->resize(1280, 800);
    ASSERT_TRUE(open(sampleFile()));
    compared([&] { raise(window_->compare()); });
    const QTableView* table = nullptr;
    for (const auto* view : window_->compare().findChildren<QTableView*>())
        if (view->accessibleName() == QStringLiteral("Launches")) table = view;
    ASSERT_NE(table, nullptr);
    for (const int column : {ComparisonTable::Simulated, ComparisonTable::Measured, ComparisonTable::Error})
        EXPECT_LE(table->columnViewportPosition(column) + table->columnWidth(column),
                  table->viewport()->width())
            << column;
    EXPECT_EQ(table->textElideMode(), Qt::ElideMiddle) << "names differ at their ends";
}

TEST_F(WindowCompare, FollowsTheTextAndTheSpecAsTheyAreEdited) {
    start({QStringLiteral("nvidia-h200"), {}});
    ASSERT_TRUE(open(sampleFile()));
    compared([&] { raise(window_->compare()); });
    const auto error = recent().lastError;
    EXPECT_FALSE(paneSays("Simulated as edited"));
    const QString saved = editor().text();
    compared([&] {
        editor().setText(saved + QStringLiteral("\n// edited\n"));
        settle();
        settle();
    });
    EXPECT_TRUE(paneSays("Simulated as edited, not as saved: reduction.cl."));
    EXPECT_TRUE(paneSays("No measurement belongs to these launches")) << "of this text";
    EXPECT_EQ(recent().lastError, error) << "that is of what is saved";
    compared([&] {
        editor().setText(saved);
        settle();
    });
    EXPECT_FALSE(paneSays("Simulated as edited"));

    auto spec = std::make_shared<HardwareSpec>(*session().spec());
    spec->execution.clockMhz /= 2;
    compared([&] {
        session().setEditedSpec(spec);
        settle();
    });
    EXPECT_TRUE(paneSays("Simulated as edited, not as saved: nvidia-h200."));
    EXPECT_EQ(recent().lastError, error);
}

TEST_F(WindowCompare, ABatchIsOfTheTextAsItIsEditedAndSaysSo) {
    start({QStringLiteral("nvidia-h200"), {}});
    folder_.write("twice.cl", test::smallKernel);
    ASSERT_TRUE(open(folder_.write("twice.toml", test::smallLaunch())));
    BatchPane& batch = window_->batch();
    const auto says = [&](const char* words) {
        for (const QLabel* label : batch.findChildren<QLabel*>())
            if (!label->isHidden() && label->text().contains(QLatin1String(words))) return true;
        return false;
    };
    const auto timeOfBatch = [&] {
        batch.startOrCancel();
        EXPECT_TRUE(QTest::qWaitFor([&] { return !batch.run().running(); }, test::patienceMs));
        const QAbstractItemModel& rows = *batch.table();
        EXPECT_EQ(rows.rowCount(), 1);
        return rows.index(0, BatchTable::FirstSwept + static_cast<int>(BatchTable::KernelTime))
            .data()
            .toString();
    };
    const QString saved = timeOfBatch();
    EXPECT_FALSE(says("edit"));
    editor().setText(QStringLiteral("__kernel void twice(__global const float* in, __global float* out) {\n"
                                    "    float x = in[get_global_id(0)];\n"
                                    "    for (int k = 0; k < 4000; ++k) x = x * x;\n"
                                    "    out[get_global_id(0)] = x;\n}\n"));
    settle();
    EXPECT_TRUE(says("other texts than now: run it again for twice.cl"));
    EXPECT_NE(timeOfBatch(), saved);
    EXPECT_TRUE(says("Simulated as edited, not as saved: twice.cl."));
    editor().setText(QString::fromStdString(test::smallKernel));
    settle();
    EXPECT_TRUE(says("edits that are gone"));
    EXPECT_EQ(timeOfBatch(), saved);
    EXPECT_FALSE(says("edit"));
}

TEST_F(WindowCompare, TheBatchesLabelsKeepTheirEnds) {
    for (const auto* view : window_->batch().findChildren<QTableView*>())
        EXPECT_EQ(view->textElideMode(), Qt::ElideMiddle) << "names differ at their ends";
}

TEST_F(WindowCompare, ACopiedCommandSaysThatItTakesWhatIsSaved) {
    start({QStringLiteral("nvidia-h200"), {}});
    folder_.write("twice.cl", test::smallKernel);
    ASSERT_TRUE(open(folder_.write("twice.toml", test::smallLaunch())));
    const auto copied = [&](const char* pane) {
        QAction* menu = actionIn(window_->menuBar()->actions(), QStringLiteral("&Edit"));
        for (QAction* commands : menu->menu()->actions())
            if (commands->menu() != nullptr) {
                Q_EMIT commands->menu()->aboutToShow();
                for (QAction* action : commands->menu()->actions())
                    if (action->text() == QLatin1String(pane)) action->trigger();
            }
        return window_->statusBar()->currentMessage();
    };
    for (const char* pane : {"Compare", "Batch", "String"}) {
        EXPECT_TRUE(copied(pane).startsWith(QStringLiteral("Copied: warpstring ")))
            << copied(pane).toStdString();
    }
    editor().insertAt(QStringLiteral("// edited\n"), 0, 0);
    settle();
    for (const char* pane : {"Compare", "Batch", "String", "Diff"}) {
        const QString said = copied(pane);
        EXPECT_TRUE(said.startsWith(
            QStringLiteral("Copied; it takes twice.cl as saved, without the edits: warpstring ")))
            << said.toStdString();
        EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("warpstring ")))
            << "it can be pasted";
    }
    EXPECT_TRUE(copied("Hardware spec").startsWith(QStringLiteral("Copied: "))) << "which no kernel is part of";
}

} // namespace

} // namespace warpstring::gui
