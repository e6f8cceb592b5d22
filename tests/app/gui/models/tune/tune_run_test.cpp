// SPDX-License-Identifier: GPL-3.0-or-later
// The search of the window finds what the library finds, of texts as they are edited.
#include "app/gui/models/tune/tune_run.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "app/gui/models/comparison/comparison_table.h"
#include "app/gui/models/tune/apply_variant.h"
#include "app/gui/models/tune/exclusion_table.h"
#include "app/gui/models/tune/space_form.h"
#include "app/gui/models/tune/tune_words.h"
#include "app/gui/models/tune/variant_table.h"
#include "core/files/launches/launch_sweep.h"
#include "tests/app/gui/scratch_folder.h"
#include "tests/app/gui/tuned_kernel.h"

namespace warpstring::gui {

namespace {

class TuneRunTest : public testing::Test {
protected:
    /// The file has another text than the session.
    TuneRequest request(const std::string& more = test::strideTune,
                        const std::string& source = test::strideKernel) {
        folder_.write("stride.cl", test::strideKernel);
        EXPECT_TRUE(session_.setSpec("nvidia-h200").empty());
        session_.open(folder_.write("stride.toml", test::strideLaunch("")));
        session_.current()->setLaunchText(test::strideLaunch(more));
        session_.current()->setSourceText(source);
        session_.analyseNow();
        EXPECT_TRUE(QTest::qWaitFor([this] { return session_.state() == Session::State::Good; }, 60'000));
        TuneRequest request;
        request.inputs = *tuneInputs(session_);
        if (const auto form = formOfLaunch(request.inputs.launch)) request.space = form->text();
        return request;
    }
    SharedTuneOutcome outcomeOf(const TuneRequest& request) {
        SharedTuneOutcome outcome;
        connection_ = QObject::connect(&run_, &TuneRun::finished, &run_,
                                       [&](const SharedTuneOutcome& each) { outcome = each; });
        run_.start(request);
        EXPECT_TRUE(QTest::qWaitFor([&] { return outcome != nullptr; }, 120'000));
        QObject::disconnect(connection_);
        return outcome;
    }
    test::ScratchFolder folder_;
    Session session_;
    TuneRun run_;
    QMetaObject::Connection connection_;
};

TEST_F(TuneRunTest, FindsWhatTheLibraryFinds) {
    const TuneRequest asked = request();
    const auto outcome = outcomeOf(asked);
    ASSERT_TRUE(outcome->texts);
    search::VariantTextCache texts(asked.inputs.launch, asked.inputs.source,
                                   **search::readSpace(asked.inputs.launch, std::nullopt), nullptr);
    batch::GraphCache graphs;
    const auto expected = search::search(texts, graphs, {asked.inputs.analysis->spec()}, {});
    const auto a = outcome->device()->ranking(), b = expected.devices.front().ranking();
    ASSERT_EQ(a.size(), b.size());
    ASSERT_FALSE(a.empty());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].id, b[i].id);
        EXPECT_DOUBLE_EQ(a[i].figures.timeUs, b[i].figures.timeUs);
    }
    // What a warp fetches grows with the stride.
    EXPECT_EQ(outcome->answer.top.front().name.substr(0, 9), "STRIDE=1,");
    EXPECT_DOUBLE_EQ(*outcome->answer.startUs, asked.inputs.analysis->simulation.kernelTimeUs());
    EXPECT_TRUE(headlineOf(*outcome).contains(QStringLiteral("times as fast")))
        << headlineOf(*outcome).toStdString();
    EXPECT_TRUE(coverageOf(*outcome).contains(QStringLiteral("All 10 variants")))
        << coverageOf(*outcome).toStdString();
    EXPECT_TRUE(whyText(*outcome).startsWith(QStringLiteral("Why: ")));
}

TEST_F(TuneRunTest, ItsTableRanksMarksAndSorts) {
    const auto outcome = outcomeOf(request());
    VariantTable table;
    const QAbstractItemModelTester tester(&table);
    table.setOutcome(outcome);
    ASSERT_EQ(table.rowCount(), static_cast<int>(outcome->answer.top.size()));
    const auto cell = [&](int row, const QString& title) {
        for (int column = 0; column < table.columnCount(); ++column)
            if (table.headerData(column, Qt::Horizontal).toString() == title)
                return table.index(row, column).data().toString();
        ADD_FAILURE() << "no column " << title.toStdString();
        return QString();
    };
    EXPECT_EQ(cell(0, QStringLiteral("STRIDE")), QStringLiteral("1"));
    int starts = 0;
    for (int row = 0; row < table.rowCount(); ++row)
        if (cell(row, QStringLiteral("note")).contains(QStringLiteral("as it stands"))) {
            ++starts;
            EXPECT_EQ(cell(row, QStringLiteral("STRIDE")), QStringLiteral("8"));
            EXPECT_EQ(cell(row, QStringLiteral("local")), QStringLiteral("64"));
            EXPECT_EQ(cell(row, QStringLiteral("speedup")), QStringLiteral("1.00"));
        }
    EXPECT_EQ(starts, 1);
    const auto last = table.idAt(table.rowCount() - 1);
    table.sort(VariantTable::Time, Qt::DescendingOrder);
    EXPECT_EQ(table.idAt(0), last);
    EXPECT_EQ(table.rowOf(*last), 0);
    table.sort(VariantTable::FirstAxis, Qt::DescendingOrder);
    EXPECT_EQ(cell(0, QStringLiteral("STRIDE")), QStringLiteral("16"));
    table.sort(-1);
    EXPECT_EQ(cell(0, QStringLiteral("rank")), QStringLiteral("1"));
    ExclusionTable exclusions;
    const QAbstractItemModelTester other(&exclusions);
    exclusions.setOutcome(outcome);
    ASSERT_GE(exclusions.rowCount(), 1) << "a group of 4096 fits nowhere";
    EXPECT_EQ(exclusions.total() + outcome->device()->ranking().size(), outcome->device()->variants.size());
}

TEST_F(TuneRunTest, AVariantBecomesTextsThatSimulateToItsTime) {
    const auto outcome = outcomeOf(request());
    const search::TopVariant& best = outcome->answer.top.front();
    const auto texts = textsOfVariant(*outcome, best.id);
    ASSERT_TRUE(texts);
    EXPECT_NE(texts->launch.find("STRIDE = 1\n"), std::string::npos);
    EXPECT_NE(texts->launch.find("# as found"), std::string::npos) << "comments stay";
    EXPECT_NE(texts->launch.find("[tune]"), std::string::npos);
    EXPECT_EQ(texts->source, test::strideKernel);
    session_.current()->setLaunchText(texts->launch);
    session_.analyseNow();
    ASSERT_TRUE(QTest::qWaitFor([this] { return session_.state() == Session::State::Good; }, 60'000));
    EXPECT_DOUBLE_EQ(session_.analysis()->simulation.kernelTimeUs(), best.timeUs);
}

TEST_F(TuneRunTest, RewritesAreSearchedAndKeepTheNameOfTheSource) {
    TuneRequest asked = request("");
    asked.space = "schema = \"warpstring.space/1\"\n[tune]\nrewrite.coarsen = [\"coarsen x=2\"]\n";
    const auto outcome = outcomeOf(asked);
    ASSERT_EQ(outcome->answer.top.size(), 1U)
        << (outcome->device()->exclusions.empty()
                ? ""
                : outcome->device()->exclusions.begin()->second.first.message);
    const auto texts = textsOfVariant(*outcome, outcome->answer.top.front().id);
    ASSERT_TRUE(texts);
    EXPECT_NE(texts->source, test::strideKernel);
    EXPECT_NE(texts->launch.find("source = \"stride.cl\""), std::string::npos) << texts->launch;
    const auto written = saveVariant(*outcome, outcome->answer.top.front().id, folder_.path("tuned"));
    EXPECT_FALSE(written) << "there is no such folder";
    std::filesystem::create_directories(folder_.path("tuned"));
    const auto files = saveVariant(*outcome, outcome->answer.top.front().id, folder_.path("tuned"));
    ASSERT_TRUE(files);
    ASSERT_EQ(files->size(), 2U);
    EXPECT_EQ(folder_.read("tuned/" + (*files)[1].filename().string()), texts->source);
    EXPECT_TRUE(
        files::LaunchSweep::parse(folder_.read("tuned/" + (*files)[0].filename().string()), (*files)[0]));
}

TEST_F(TuneRunTest, CancelledItKeepsWhatWasFound) {
    std::string tune = "\n[tune]\nSTRIDE = [1";
    for (int i = 2; i <= 16; ++i) tune += ", " + std::to_string(i);
    tune += "]\nUNUSED = [1";
    for (int i = 2; i <= 200; ++i) tune += ", " + std::to_string(i);
    TuneRequest asked = request(tune + "]\n", "// UNUSED\n" + test::strideKernel);
    asked.jobs = 1;
    SharedTuneOutcome outcome;
    QObject::connect(&run_, &TuneRun::finished, &run_, [&](const SharedTuneOutcome& each) { outcome = each; });
    QObject::connect(&run_, &TuneRun::progressed, &run_, [&](quint64 done, quint64) {
        if (done > 0) run_.cancel();
    });
    QElapsedTimer slowest;
    qint64 longest = 0;
    run_.start(asked);
    while (!outcome && longest < 100'000) {
        slowest.start();
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        longest = std::max(longest, slowest.elapsed());
    }
    ASSERT_TRUE(outcome);
    EXPECT_LT(longest, 250) << "the window goes on; 50 where nothing else is busy";
    EXPECT_FALSE(outcome->result.isComplete);
    EXPECT_GE(outcome->device()->ranking().size(), 1U);
    EXPECT_LT(outcome->device()->variants.size(), 3200U);
    EXPECT_FALSE(outcome->answer.top.empty());
    EXPECT_FALSE(outcome->answer.top.front().boundBy.empty()) << "told in full nevertheless";
    EXPECT_TRUE(coverageOf(*outcome).contains(QStringLiteral("cancelled")));
    EXPECT_FALSE(run_.running());
}

TEST_F(TuneRunTest, DroppedItSaysNothing) {
    const TuneRequest asked = request();
    QSignalSpy finished(&run_, &TuneRun::finished);
    run_.start(asked);
    run_.drop();
    EXPECT_FALSE(run_.running());
    EXPECT_FALSE(finished.wait(500));
    {
        TuneRun closed;
        closed.start(asked);
    } // ends, and does not wait for the whole search
}

TEST_F(TuneRunTest, ItsCommandFindsTheSame) {
    const TuneRequest asked = request();
    const std::string command = tuneCommand(asked.inputs, 500, 7, "other space.toml");
    EXPECT_NE(command.find("warpstring tune " + asked.inputs.launch.path.string() + " -s nvidia-h200"),
              std::string::npos)
        << command;
    EXPECT_NE(command.find("--space 'other space.toml' --evaluations 500 --seed 7"), std::string::npos)
        << command;
}

} // namespace

} // namespace warpstring::gui
