// SPDX-License-Identifier: GPL-3.0-or-later
// Every folder of samples: opened, edited into nonsense and back.
#include "app/gui/models/session/sample_list.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

/// Those with launches. Read from the folders alone: parameters are made before anything else of the program
/// is.
std::vector<std::string> folders() {
    namespace fs = std::filesystem;
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::path(WARPSTRING_SOURCE_DIR) / "samples"))
        if (entry.is_directory() &&
            std::any_of(fs::directory_iterator(entry.path()), fs::directory_iterator(),
                        [](const auto& file) { return file.path().extension() == ".toml"; }))
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

class WindowOnSample : public test::WindowTest, public testing::WithParamInterface<std::string> {
protected:
    /// The folder's first launch file.
    static std::string sample() {
        for (const Sample& each : test::launchSamples())
            if (each.folder.toStdString() == GetParam())
                return (each.folder + QLatin1Char('/') + each.name).toStdString();
        ADD_FAILURE() << "no launch in " << GetParam();
        return {};
    }
};

TEST_P(WindowOnSample, ShowsItInEveryPane) {
    const auto launch = folder_.copySample(sample());
    ASSERT_TRUE(open(launch)) << message().toStdString();
    ASSERT_EQ(session().state(), Session::State::Good);
    const auto analysis = session().analysis();
    EXPECT_EQ(editor().text().toStdString(), test::textOf(session().current()->sourcePath()));
    EXPECT_TRUE(window_->summary().canvas().summary()) << "it is in front";
    raise(window_->string());
    EXPECT_EQ(window_->string().canvas().page().boxes.size(), shownString(*analysis, true).tokens.size());
    trigger(QStringLiteral("&Fold Unrolled Iterations"));
    EXPECT_EQ(window_->string().canvas().page().boxes.size(), analysis->tokens.size());
    auto& graph = pane<GraphPane>();
    raise(graph);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !graph.graph().busy(); }, test::patienceMs));
    ASSERT_TRUE(graph.graph().shown());
    EXPECT_FALSE(graph.graph().shown()->layout.nodes.empty());
    for (Pane* each : window_->panes()) {
        EXPECT_FALSE(each->accessibleName().isEmpty());
        const QString command = each->cliCommand();
        EXPECT_TRUE(command.isEmpty() || command.startsWith(QStringLiteral("warpstring ")))
            << each->accessibleName().toStdString();
    }
    EXPECT_TRUE(window_->windowTitle().contains(text(launch.filename())));
    EXPECT_TRUE(message().isEmpty()) << message().toStdString();
}

TEST_P(WindowOnSample, ASyntaxErrorLeavesTheLastGoodResultAndIsToldBesideItsLine) {
    ASSERT_TRUE(openSample(sample()));
    ASSERT_EQ(session().state(), Session::State::Good);
    const auto good = session().analysis();
    raise(window_->string());
    const auto boxes = window_->string().canvas().page().boxes.size();
    editor().setFocus();
    editor().setCursorPosition(0, 0);
    QTest::keyClicks(&editor(), QStringLiteral("this is wrong "));
    EXPECT_TRUE(session().current()->sourceModified());
    ASSERT_TRUE(becomes(Session::State::Faulty)) << "by itself, some time after the last key";
    EXPECT_EQ(session().analysis(), good);
    EXPECT_EQ(window_->string().canvas().page().boxes.size(), boxes);
    ASSERT_TRUE(hasErrors(session().diagnostics()));
    QString beside;
    for (int line = 0; line < editor().lines(); ++line) beside += editor().annotation(line);
    EXPECT_TRUE(beside.contains(QStringLiteral("error")) ||
                beside.contains(QStringLiteral("[frontend.compile]")))
        << beside.toStdString();
    EXPECT_FALSE(editor().annotation(session().diagnostics().front().place.line - 1).isEmpty());
    EXPECT_GT(pane<ProblemsPane>().problems().count(Severity::Error), 0);
    EXPECT_TRUE(window_->docks().dockOf(&pane<ProblemsPane>())->windowTitle().contains(QLatin1Char('(')));
    for (int i = 0; i < 20 && session().current()->sourceModified(); ++i)
        QTest::keyClick(&editor(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(session().current()->sourceModified());
    ASSERT_TRUE(becomes(Session::State::Good));
    EXPECT_EQ(session().analysis()->simulation.kernelTimeUs(), good->simulation.kernelTimeUs());
    for (int line = 0; line < editor().lines(); ++line)
        EXPECT_FALSE(editor().annotation(line).contains(QStringLiteral("frontend.compile")));
    EXPECT_EQ(pane<ProblemsPane>().problems().count(Severity::Error), 0);
}

INSTANTIATE_TEST_SUITE_P(Samples, WindowOnSample, testing::ValuesIn(folders()),
                         [](const auto& folder) { return folder.param; });

} // namespace

} // namespace warpstring::gui
