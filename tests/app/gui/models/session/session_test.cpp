// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/session.h"

#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;
using test::smallKernel;
using test::smallLaunch;

class SessionTest : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(session_.setSpec("geforce-8800-gtx").empty());
        launch_ = folder_.write("twice.toml", smallLaunch());
        source_ = folder_.write("twice.cl", smallKernel);
    }

    /// Until no edit waits and nothing is computed.
    void settle() {
        session_.analyseNow();
        ASSERT_TRUE(QTest::qWaitFor([this] { return session_.state() != Session::State::Computing; }, 60000));
    }
    void open(const std::filesystem::path& path) {
        (void)session_.open(path);
        settle();
    }
    void edit(const std::string& text) {
        session_.current()->setSourceText(text);
        settle();
    }

    ScratchFolder folder_;
    std::filesystem::path launch_, source_;
    Session session_;
};

TEST_F(SessionTest, IsEmptyUntilSomethingIsOpen) {
    EXPECT_EQ(session_.state(), Session::State::Empty);
    EXPECT_EQ(session_.current(), nullptr);
    EXPECT_FALSE(session_.analysis());
    session_.analyseNow();
    session_.setCurrent(3);
    session_.close(0);
    EXPECT_EQ(session_.state(), Session::State::Empty);
    EXPECT_FALSE(session_.open(folder_ / "missing.cl").empty());
    EXPECT_EQ(session_.documents(), 0U);
}

TEST_F(SessionTest, AnalysesWhatIsOpened) {
    open(launch_);
    EXPECT_EQ(session_.state(), Session::State::Good);
    ASSERT_TRUE(session_.analysis());
    EXPECT_EQ(session_.analysis()->launch().kernel, "twice");
    EXPECT_FALSE(hasErrors(session_.diagnostics()));
    EXPECT_GT(session_.milliseconds(), 0);
}

TEST_F(SessionTest, TheLastGoodAnalysisStaysWhileTheTextIsFaulty) {
    open(launch_);
    const auto good = session_.analysis();
    edit("this is no kernel\n" + smallKernel);
    EXPECT_EQ(session_.state(), Session::State::Faulty);
    EXPECT_EQ(session_.analysis(), good);
    ASSERT_TRUE(hasErrors(session_.diagnostics()));
    EXPECT_EQ(session_.diagnostics().front().code, "frontend.compile");
    EXPECT_EQ(session_.diagnostics().front().place.file, source_.string());
    EXPECT_EQ(session_.diagnostics().front().place.line, 1);
    edit("// well\n" + smallKernel);
    EXPECT_EQ(session_.state(), Session::State::Good);
    EXPECT_NE(session_.analysis(), good);
    EXPECT_FALSE(hasErrors(session_.diagnostics()));
}

TEST_F(SessionTest, AFaultyLaunchKeepsTheLastGoodAnalysisToo) {
    open(launch_);
    const auto good = session_.analysis();
    session_.current()->setLaunchText(smallLaunch() + "what = 1\n");
    settle();
    EXPECT_EQ(session_.state(), Session::State::Faulty);
    EXPECT_EQ(session_.analysis(), good);
    EXPECT_TRUE(hasErrors(session_.diagnostics()));
    session_.current()->setLaunchText(smallLaunch());
    settle();
    EXPECT_EQ(session_.state(), Session::State::Good);
}

TEST_F(SessionTest, FindingsNameTheSourceAsItIsOpenHoweverTheLaunchNamesIt) {
    folder_.write("deeper/twice.toml", smallLaunch("../twice.cl"));
    open(folder_ / "deeper/twice.toml");
    edit("}\n");
    ASSERT_FALSE(session_.diagnostics().empty());
    EXPECT_EQ(session_.diagnostics().front().place.file, session_.current()->sourcePath().string());
}

TEST_F(SessionTest, EditsAreAnalysedOnceAfterAPause) {
    open(launch_);
    QSignalSpy states(&session_, &Session::stateChanged);
    QSignalSpy analyses(&session_, &Session::analysisChanged);
    for (int i = 0; i < 20; ++i)
        session_.current()->setSourceText(smallKernel + std::string(static_cast<std::size_t>(i), '\n') + "//");
    EXPECT_EQ(session_.state(), Session::State::Good) << "waits for the typing to stop";
    EXPECT_EQ(states.count(), 0);
    ASSERT_TRUE(analyses.wait(60000));
    QTest::qWait(2 * Session::debounceMs);
    EXPECT_EQ(analyses.count(), 1);
    EXPECT_EQ(session_.analysis()->request.sourceText, session_.current()->sourceText());
}

TEST_F(SessionTest, ADocumentNeverShowsAnothersAnalysis) {
    folder_.write("other.toml", smallLaunch("other.cl", "other"));
    folder_.write("other.cl", "__kernel void other" + smallKernel.substr(smallKernel.find('(')));
    // Both ways of coming between: before the analysis is there, and after.
    const auto check = [this] {
        if (session_.analysis()) {
            EXPECT_EQ(session_.analysis()->launch().file.stem(), session_.current()->launchPath().stem());
        }
    };
    QObject::connect(&session_, &Session::analysisChanged, &session_, check);
    QObject::connect(&session_, &Session::currentChanged, &session_, check);
    (void)session_.open(launch_);
    (void)session_.open(folder_ / "other.toml");
    for (int i = 0; i < 12; ++i) {
        session_.setCurrent(static_cast<std::size_t>(i % 2));
        EXPECT_FALSE(session_.analysis());
        if (i % 3 == 2) settle();
        check();
    }
    settle();
    ASSERT_TRUE(session_.analysis());
    session_.close(session_.currentIndex());
    EXPECT_FALSE(session_.analysis());
    settle();
    ASSERT_TRUE(session_.analysis());
    check();
    session_.close(0);
    QTest::qWait(2 * Session::debounceMs);
    EXPECT_FALSE(session_.analysis());
    EXPECT_EQ(session_.state(), Session::State::Empty);
    EXPECT_TRUE(session_.diagnostics().empty());
}

TEST_F(SessionTest, AFileIsOpenOnce) {
    open(launch_);
    open(folder_.copySample("scan/scan-init"));
    EXPECT_EQ(session_.documents(), 2U);
    session_.document(0).setSourceText("// edited\n" + smallKernel);
    EXPECT_TRUE(session_.open(launch_).empty());
    EXPECT_EQ(session_.documents(), 2U);
    EXPECT_EQ(session_.currentIndex(), 0U);
    EXPECT_TRUE(session_.current()->sourceModified()) << "as it is, with its edits";
}

TEST_F(SessionTest, TheDeviceStaysWhereItsSuccessorIsNotKnown) {
    open(launch_);
    const auto spec = session_.spec();
    const auto analysis = session_.analysis();
    QSignalSpy changed(&session_, &Session::specChanged);
    for (const char* name : {"no-such-gpu", "/no/such/file.toml", "", "/tmp"}) {
        const auto faults = session_.setSpec(name);
        ASSERT_FALSE(faults.empty()) << name;
        EXPECT_FALSE(faults.front().message.empty());
    }
    EXPECT_EQ(session_.spec(), spec);
    EXPECT_EQ(session_.specName(), "geforce-8800-gtx");
    EXPECT_EQ(session_.analysis(), analysis);
    EXPECT_EQ(changed.count(), 0);
    ASSERT_TRUE(session_.setSpec("nvidia-h200").empty());
    settle();
    EXPECT_EQ(changed.count(), 1);
    EXPECT_NE(session_.analysis(), analysis);
    EXPECT_EQ(session_.analysis()->request.specName, "nvidia-h200");
}

TEST_F(SessionTest, AnEditedSpecTakesTheChosenOnesPlaceUntilItIsGivenUp) {
    open(folder_.copySample("matmul/matmul-naive"));
    const double before = session_.analysis()->simulation.kernelTimeUs();
    auto edited = std::make_shared<HardwareSpec>(*session_.spec());
    edited->execution.clockMhz *= 2;
    edited->globalMemory.bandwidthGBs *= 2;
    session_.setEditedSpec(edited);
    settle();
    EXPECT_EQ(session_.spec(), edited);
    EXPECT_LT(session_.analysis()->simulation.kernelTimeUs(), before);
    EXPECT_EQ(session_.analysis()->request.spec, edited);
    session_.setEditedSpec(nullptr);
    settle();
    EXPECT_EQ(session_.analysis()->simulation.kernelTimeUs(), before);
    const auto shown = session_.analysis();
    session_.setEditedSpec(nullptr);
    QTest::qWait(2 * Session::debounceMs);
    EXPECT_EQ(session_.analysis(), shown) << "nothing to compute anew";
    session_.setEditedSpec(edited);
    ASSERT_TRUE(session_.setSpec("geforce-8800-gtx").empty());
    settle();
    EXPECT_EQ(session_.analysis()->simulation.kernelTimeUs(), before) << "choosing one gives the edits up";
}

TEST_F(SessionTest, ModelAndShapeAreChosen) {
    open(folder_.copySample("matmul/matmul-naive"));
    EXPECT_FALSE(session_.analysis()->simulation.timeline.has_value());
    session_.setModel(ModelChoice::Timeline);
    settle();
    EXPECT_TRUE(session_.analysis()->simulation.timeline.has_value());
    session_.setSourceShape(true);
    settle();
    EXPECT_TRUE(session_.analysis()->request.sourceShape);
    EXPECT_TRUE(session_.analysis()->simulation.sourceShape);
}

TEST_F(SessionTest, SaysThatALaunchIsDraftedAsLongAsItIs) {
    const auto lonely = folder_.write("lonely/twice.cl", smallKernel);
    const auto drafted = [this] {
        return std::any_of(session_.diagnostics().begin(), session_.diagnostics().end(),
                           [](const auto& diagnostic) { return diagnostic.code == "launch.drafted"; });
    };
    open(lonely);
    EXPECT_EQ(session_.state(), Session::State::Good);
    EXPECT_TRUE(drafted());
    EXPECT_TRUE(session_.current()->save().empty());
    settle();
    EXPECT_FALSE(drafted());
}

TEST_F(SessionTest, DraftsAreMadeOffTheThreadOfTheWindow) {
    (void)session_.open(folder_.write("lonely/twice.cl", smallKernel));
    ASSERT_TRUE(session_.current()->textToFill().has_value()) << "opening waits for no compiler";
    QSignalSpy replaced(session_.current(), &KernelDocument::launchReplaced);
    settle();
    EXPECT_EQ(session_.state(), Session::State::Good);
    EXPECT_EQ(replaced.count(), 1);
    EXPECT_FALSE(session_.current()->modified());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !session_.facts().kernels.empty(); }, 60000));
    EXPECT_EQ(session_.facts().kernels, std::vector<std::string>{"twice"});
    ASSERT_EQ(session_.facts().arguments.size(), 2U);
    EXPECT_EQ(session_.facts().arguments[1].name, "out");
}

TEST_F(SessionTest, ADraftDoesNotGoBeforeAnEditMadeMeanwhile) {
    (void)session_.open(folder_.write("lonely/twice.cl", smallKernel));
    session_.current()->setLaunchText(smallLaunch());
    settle();
    EXPECT_EQ(session_.current()->launchText(), smallLaunch());
    EXPECT_EQ(session_.state(), Session::State::Good);
}

TEST_F(SessionTest, AKernelThatCannotBeDraftedIsRefusedOnceForOneCause) {
    QSignalSpy refused(&session_, &Session::draftRefused);
    open(folder_.write("lonely/missing.cl", "#include \"missing.h\"\n" + smallKernel));
    EXPECT_EQ(session_.state(), Session::State::Faulty);
    EXPECT_EQ(refused.count(), 1);
    ASSERT_EQ(session_.diagnostics().size(), 1U);
    EXPECT_EQ(session_.diagnostics().front().code, "frontend.missing-headers");
    EXPECT_FALSE(session_.current()->launchText().empty()) << "there is a skeleton to begin with";
    folder_.write("lonely/include/missing.h", "#define HERE 1\n");
    session_.current()->setLaunchText(session_.current()->launchText() + "options = \"-I " +
                                      (folder_ / "lonely/include").string() + "\"\n");
    settle();
    EXPECT_EQ(session_.state(), Session::State::Good) << "what the skeleton names helps the draft";
    EXPECT_NE(session_.current()->launchText().find("options = "), std::string::npos);
}

TEST_F(SessionTest, AnotherKernelIsDraftedAndAnalysed) {
    open(folder_.write("lonely/two.cl", smallKernel + "__kernel void idle(__global float* p, int n) {\n"
                                                      "    if (n > 0) p[get_global_id(0)] = 0;\n"
                                                      "}\n"));
    ASSERT_EQ(session_.state(), Session::State::Good);
    EXPECT_EQ(session_.analysis()->launch().kernel, "twice") << "the first one";
    ASSERT_TRUE(QTest::qWaitFor([this] { return session_.facts().kernels.size() == 2; }, 60000));
    session_.current()->wantKernel("idle");
    settle();
    EXPECT_EQ(session_.state(), Session::State::Good);
    EXPECT_EQ(session_.analysis()->launch().kernel, "idle");
    EXPECT_TRUE(session_.analysis()->launch().arguments.contains("p"));
}

TEST_F(SessionTest, AKernelTypedIntoAnEmptyFileGetsItsDraft) {
    open(folder_.write("empty/empty.cl", ""));
    EXPECT_EQ(session_.state(), Session::State::Faulty);
    EXPECT_TRUE(hasErrors(session_.diagnostics()));
    edit("__kernel void tw");
    EXPECT_EQ(session_.state(), Session::State::Faulty);
    edit(smallKernel);
    EXPECT_EQ(session_.state(), Session::State::Good);
    ASSERT_TRUE(session_.analysis());
    EXPECT_EQ(session_.analysis()->launch().kernel, "twice");
}

} // namespace

} // namespace warpstring::gui
