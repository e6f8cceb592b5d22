// SPDX-License-Identifier: GPL-3.0-or-later
// The search of the window finds what the library finds, and what it found is told, analysed and written.
#include "app/gui/models/generate/generate_run.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "app/common/program_paths.h"
#include "app/gui/models/comparison/comparison_table.h"
#include "app/gui/models/generate/candidate_kernel.h"
#include "app/gui/models/generate/candidate_table.h"
#include "app/gui/models/generate/derivation_model.h"
#include "app/gui/models/generate/generate_words.h"
#include "app/gui/models/generate/portability_table.h"
#include "app/gui/models/generate/rule_table.h"
#include "app/gui/models/session/session.h"
#include "core/files/launches/launch_sweep.h"
#include "generate/patterns/notation.h"
#include "tests/app/gui/scratch_folder.h"
#include "tests/app/gui/written_pattern.h"

namespace warpstring::gui {

namespace {

class GenerateRunTest : public testing::Test {
protected:
    static NamedSpec spec(const std::string& name) {
        auto loaded = cli::loadSpec(name, cli::specFolders({}));
        EXPECT_TRUE(loaded.ok()) << name;
        return {name, std::make_shared<const HardwareSpec>(*std::move(loaded))};
    }
    static GenerateRequest request(const std::string& text, const std::vector<std::string>& specs) {
        GenerateRequest request;
        auto program = generate::readPattern(text, "test.pattern");
        EXPECT_TRUE(program.ok());
        request.program = std::make_shared<const generate::Program>(*std::move(program));
        for (const std::string& name : specs) request.specs.push_back(spec(name));
        return request;
    }
    SharedGenerateOutcome outcomeOf(GenerateRequest request) {
        SharedGenerateOutcome outcome;
        const auto connection = QObject::connect(&run_, &GenerateRun::finished, &run_,
                                                 [&](const SharedGenerateOutcome& each) { outcome = each; });
        run_.start(std::move(request));
        EXPECT_TRUE(QTest::qWaitFor([&] { return outcome != nullptr; }, 120'000));
        QObject::disconnect(connection);
        return outcome;
    }
    /// Searched once for all tests.
    const SharedGenerateOutcome& sum() {
        static SharedGenerateOutcome outcome;
        if (!outcome) outcome = outcomeOf(request(test::sumPattern, {"nvidia-h200", "amd-mi210"}));
        return outcome;
    }
    static SharedVariantPlot plotted(const SharedGenerateOutcome& outcome) {
        return std::make_shared<const VariantPlot>(plotOf(outcome->devices[0].result.candidates));
    }
    test::ScratchFolder folder_;
    GenerateRun run_;
};

TEST_F(GenerateRunTest, FindsWhatTheLibraryFinds) {
    const auto& outcome = sum();
    ASSERT_EQ(outcome->devices.size(), 2U);
    EXPECT_TRUE(outcome->isComplete);
    batch::GraphCache graphs;
    const auto expected = generate::search(*outcome->request.program, *spec("nvidia-h200").spec, graphs);
    ASSERT_TRUE(expected.ok());
    const auto& found = outcome->devices.front().result.candidates;
    ASSERT_EQ(found.size(), expected->candidates.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].choices, expected->candidates[i].choices);
        EXPECT_DOUBLE_EQ(found[i].timeUs, expected->candidates[i].timeUs);
    }
    EXPECT_TRUE(headlineOf(*outcome, {0, 0}).contains(QStringLiteral(" on nvidia-h200: ")));
    EXPECT_TRUE(headlineOf(*outcome, {0, 1}).contains(QStringLiteral("times the fastest")));
    EXPECT_TRUE(waysText(*outcome, 0).startsWith(QString::number(found.size()) + QStringLiteral(" ways")));
}

TEST_F(GenerateRunTest, ItsTableRanksMarksAndSorts) {
    const auto& outcome = sum();
    CandidateTable table;
    const QAbstractItemModelTester tester(&table);
    table.setOutcome(outcome, 0, plotted(outcome));
    const auto& found = outcome->devices[0].result.candidates;
    ASSERT_EQ(table.rowCount(), static_cast<int>(found.size()));
    EXPECT_EQ(table.index(0, CandidateTable::OverBest).data().toString(), QStringLiteral("1.00"));
    const int last = table.rowCount() - 1;
    table.sort(CandidateTable::Time, Qt::DescendingOrder);
    EXPECT_EQ(table.idAt(0), static_cast<search::VariantId>(last));
    EXPECT_EQ(table.rowOf(0), last);
    for (int column = 0; column < table.columnCount(); ++column) {
        EXPECT_FALSE(table.headerData(column, Qt::Horizontal).toString().isEmpty());
        table.sort(column);
    }
    table.sort(-1);
    table.setHovered(3);
    EXPECT_TRUE(table.index(3, 0).data(ComparisonTable::MarkRole).toBool());
    table.setOutcome(nullptr, 0);
    EXPECT_EQ(table.rowCount(), 0);
}

TEST_F(GenerateRunTest, PointsStandOverTheirRulePaths) {
    const auto& found = sum()->devices[0].result.candidates;
    const VariantPlot plot = plotOf(found);
    ASSERT_EQ(plot.variants.size(), found.size());
    ASSERT_FALSE(plot.axes.empty());
    EXPECT_EQ(plot.axes.front().name, pathAxis);
    EXPECT_EQ(plot.axes.front().words.front(), rulePathOf(found.front())) << "the fastest first";
    EXPECT_EQ(plot.variants.back().id, 0U);
    EXPECT_EQ(plot.leastUs, found.front().timeUs);
    for (const PlottedVariant& variant : plot.variants) {
        ASSERT_EQ(variant.choice.size(), plot.axes.size());
        const generate::Candidate& candidate = found[variant.id];
        EXPECT_EQ(plot.axes[0].words[variant.choice[0]], rulePathOf(candidate));
        EXPECT_EQ(variant.timeUs, candidate.timeUs);
    }
    for (std::size_t axis = 1; axis < plot.axes.size(); ++axis) EXPECT_GE(plot.axes[axis].words.size(), 2U);
    EXPECT_TRUE(plotOf(std::vector<generate::Candidate>{}).variants.empty());
}

TEST(ChoiceParts, AreTheNameAndTheNumbers) {
    const ChoiceParts tile = partsOf("tile-2d(tileK = 16, width = 4), groups of 256");
    EXPECT_EQ(tile.name, "tile-2d");
    using Numbers = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(tile.numbers, (Numbers{{"tileK", "16"}, {"width", "4"}, {"groups", "256"}}));
    const ChoiceParts plain = partsOf("map-global in two dimensions, groups of 32 x 8");
    EXPECT_EQ(plain.name, "map-global in two dimensions");
    EXPECT_EQ(plain.numbers, (Numbers{{"groups", "32 x 8"}}));
    const ChoiceParts several = partsOf("vectorize(n = 2), map-global, groups of 128");
    EXPECT_EQ(several.name, "vectorize, map-global");
    EXPECT_EQ(several.numbers, (Numbers{{"n", "2"}, {"groups", "128"}}));
    EXPECT_EQ(partsOf("map-sequential").name, "map-sequential");
    EXPECT_EQ(partsOf("").name, "");
    EXPECT_EQ(partsOf("open(x = ").name, "open");
}

TEST_F(GenerateRunTest, ADerivationIsATreeThatEndsAtTheForm) {
    const auto& outcome = sum();
    const generate::Candidate& best = *outcome->candidate(0, 0);
    auto steps = derivationOf({*outcome->request.program, best.steps});
    ASSERT_TRUE(steps.ok());
    ASSERT_EQ(steps->size(), best.steps.size() + 1);
    EXPECT_EQ(steps->front().rule, "as it is written");
    std::string last;
    for (const DerivationLine& line : steps->back().lines) last += line.text + "\n";
    EXPECT_EQ(last, generate::toNotationLines(best.form.body, 92) + "\n");
    for (std::size_t i = 1; i < steps->size(); ++i) {
        EXPECT_FALSE((*steps)[i].becomes.empty());
        EXPECT_TRUE((*steps)[i].rule.starts_with(best.steps[i - 1].rule));
    }
    DerivationModel model;
    const QAbstractItemModelTester tester(&model);
    model.setSteps(*std::move(steps));
    const QModelIndex row = model.index(model.rowCount() - 1, 0);
    EXPECT_GT(model.rowCount(row), 0);
    EXPECT_TRUE(model.index(0, 0, row).data(DerivationModel::LineRole).toBool());
    generate::Step none;
    none.rule = "no-such-rule";
    EXPECT_FALSE(derivationOf({*outcome->request.program, {none}}).ok());
}

TEST_F(GenerateRunTest, WinnersAreHeldAgainstEachOther) {
    const auto& outcome = sum();
    PortabilityTable table;
    const QAbstractItemModelTester tester(&table);
    table.setOutcome(outcome);
    ASSERT_EQ(table.rowCount(), 2);
    ASSERT_EQ(table.columnCount(), PortabilityTable::FirstDevice + 2);
    for (int device = 0; device < 2; ++device) {
        EXPECT_EQ(table.index(device, PortabilityTable::FirstDevice + device).data().toString(),
                  QStringLiteral("1.00"));
        const double elsewhere =
            table.index(device, PortabilityTable::FirstDevice + 1 - device).data().toDouble();
        EXPECT_GE(elsewhere, 1.0) << "no way is faster there than the winner of all";
    }
}

TEST_F(GenerateRunTest, EveryKernelOfAWayIsAnalysedToTheTimeThatIsTold) {
    const auto& outcome = sum();
    batch::GraphCache graphs;
    const generate::Candidate& best = *outcome->candidate(0, 0);
    for (std::size_t kernel = 0; kernel < best.generated.kernels.size(); ++kernel) {
        const auto analysis = analyse(requestOf(*outcome, {0, 0}, kernel, folder_.path()), graphs);
        ASSERT_TRUE(analysis.ok());
        EXPECT_DOUBLE_EQ((*analysis)->simulation.kernelTimeUs(), best.kernelsUs[kernel]);
    }
}

TEST_F(GenerateRunTest, ADocumentOfAWayIsInNoFileAndHasItsTime) {
    const auto& outcome = sum();
    Session session;
    ASSERT_TRUE(session.setSpec("nvidia-h200").empty());
    const generate::Candidate& best = *outcome->candidate(0, 0);
    folder_.write("sum.cl", "mine");
    std::set<std::filesystem::path> taken{folder_ / "sum-2.cl"};
    const auto texts = documentOf(*outcome, {0, 0}, 0, folder_.path(),
                                  [&](const std::filesystem::path& path) { return taken.contains(path); });
    EXPECT_EQ(texts.sourcePath, folder_ / "sum-3.cl") << "nothing is written over";
    session.restore(texts);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.state() != Session::State::Computing; }, 60'000));
    ASSERT_TRUE(session.analysis()) << toText(session.diagnostics().front());
    EXPECT_DOUBLE_EQ(session.analysis()->simulation.kernelTimeUs(), best.kernelsUs[0]);
    EXPECT_TRUE(session.current()->modified());
    EXPECT_FALSE(std::filesystem::exists(texts.sourcePath));
    EXPECT_TRUE(session.current()->save().empty());
    EXPECT_TRUE(std::filesystem::exists(texts.launchPath));
    EXPECT_EQ(folder_.read("sum.cl"), "mine");
}

TEST_F(GenerateRunTest, WrittenFilesAreLaunchesThatCanBeRead) {
    const auto& outcome = sum();
    const auto written = saveCandidate(*outcome, {0, 0}, folder_ / "out");
    ASSERT_TRUE(written.ok());
    int launches = 0;
    for (const auto& path : *written) {
        if (path.extension() != ".toml" || path.stem().extension() == ".sequence") continue;
        ++launches;
        EXPECT_TRUE(files::LaunchSweep::open(path).ok()) << path;
    }
    EXPECT_EQ(launches, static_cast<int>(outcome->candidate(0, 0)->generated.kernels.size()) + 1);
    EXPECT_FALSE(saveCandidate(*outcome, {0, 0}, "/proc/nowhere").ok());
}

TEST_F(GenerateRunTest, RulesThatAreOffAreNotTaken) {
    RuleTable rules;
    const QAbstractItemModelTester tester(&rules);
    EXPECT_TRUE(rules.allowed().never.empty());
    GenerateRequest asked = request(test::doublePattern, {"nvidia-h200"});
    const auto all = outcomeOf(asked);
    ASSERT_EQ(all->devices.size(), 1U);
    // A rule that some way takes and another does not.
    std::string taken;
    const auto takes = [](const generate::Candidate& candidate, const std::string& rule) {
        return std::ranges::find(candidate.steps, rule, &generate::Step::rule) != candidate.steps.end();
    };
    for (const generate::Candidate& candidate : all->devices[0].result.candidates)
        for (const generate::Step& step : candidate.steps)
            if (!takes(*all->candidate(0, 0), step.rule)) taken = step.rule;
    ASSERT_FALSE(taken.empty());
    for (int row = 0; row < rules.rowCount(); ++row) {
        const QModelIndex name = rules.index(row, RuleTable::Name);
        if (name.data().toString().toStdString() != taken) continue;
        EXPECT_TRUE(rules.setData(name, Qt::Unchecked, Qt::CheckStateRole));
    }
    EXPECT_EQ(rules.off(), 1);
    asked.allowed = rules.allowed();
    const auto fewer = outcomeOf(asked);
    ASSERT_EQ(fewer->devices.size(), 1U);
    for (const generate::Candidate& candidate : fewer->devices[0].result.candidates)
        for (const generate::Step& step : candidate.steps) EXPECT_NE(step.rule, taken);
    rules.setAll(false);
    asked.allowed = rules.allowed();
    const auto none = outcomeOf(asked);
    EXPECT_TRUE(none->devices.empty());
    ASSERT_FALSE(none->faults.empty());
    EXPECT_EQ(none->faults.front().code, "generate.no-candidate");
}

TEST_F(GenerateRunTest, CancelEndsWithWhatWasFoundAndDroppingIsQuick) {
    const auto asked = request("size n = 1 << 25;\nsum(x: float[n]) = x |> reduce(add, 0)\n", {"nvidia-h200"});
    SharedGenerateOutcome outcome;
    QObject::connect(&run_, &GenerateRun::finished, &run_,
                     [&](const SharedGenerateOutcome& each) { outcome = each; });
    QSignalSpy progress(&run_, &GenerateRun::progressed);
    run_.start(asked);
    ASSERT_TRUE(QTest::qWaitFor([&] { return progress.count() > 0 || outcome; }, 60'000));
    run_.cancel();
    ASSERT_TRUE(QTest::qWaitFor([&] { return outcome != nullptr; }, 60'000));
    ASSERT_EQ(outcome->devices.size(), 1U);
    EXPECT_FALSE(outcome->devices[0].result.candidates.empty());
    outcome.reset();
    {
        GenerateRun other;
        QObject::connect(&other, &GenerateRun::finished, &run_, [&] { ADD_FAILURE() << "dropped"; });
        other.start(asked);
        QTest::qWait(50);
    }
    QCoreApplication::processEvents();
}

/// What the rules believe of an operator may be wrong: the device tells.
TEST_F(GenerateRunTest, WaysAreVerifiedDroppedAndMeasured) {
    qputenv("WARPSTRING_MEASURE", WARPSTRING_MEASURE_TEST_PROGRAM);
    const std::string text = "float odd(float a, float b) { return a * 0.5f + b; }\n"
                             "f(x: float[32][128]) = x |> map(row => row |> reduce(odd, 0)) |> join\n";
    GenerateRequest asked = request(text, {"nvidia-h200"});
    asked.description = {text, "test.pattern", {}};
    asked.verifies = true;
    asked.measured = 1;
    asked.device = "portable";
    asked.state = folder_.path("state.jsonl");
    const auto outcome = outcomeOf(asked);
    ASSERT_EQ(outcome->devices.size(), 1U);
    const DeviceCandidates& found = outcome->devices[0];
    EXPECT_TRUE(found.told.verified) << found.told.unverified;
    EXPECT_FALSE(found.told.dropped.empty());
    const QString told = verificationText(*outcome, 0);
    EXPECT_TRUE(told.startsWith(QStringLiteral("verified on "))) << told.toStdString();
    EXPECT_TRUE(told.contains(QStringLiteral("\ndropped: rows-by-groups"))) << told.toStdString();
    ASSERT_EQ(found.told.measured.size(), 1U);
    EXPECT_GT(found.told.measured[0].measuredUs, 0);
    const auto plot = std::make_shared<const VariantPlot>(plotOf(found.result.candidates, found.told.measured));
    EXPECT_TRUE(plot->find(0)->measuredUs);
    CandidateTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    table.setOutcome(outcome, 0, plot);
    QStringList headings;
    for (int column = 0; column < table.columnCount(); ++column)
        headings << table.headerData(column, Qt::Horizontal).toString();
    const auto measured = static_cast<int>(headings.indexOf(QStringLiteral("measured")));
    ASSERT_GE(measured, 0) << headings.join(QLatin1Char(' ')).toStdString();
    EXPECT_FALSE(table.index(0, measured).data().toString().isEmpty());
    EXPECT_TRUE(table.index(1, measured).data().toString().isEmpty());
    // The next search goes on from there.
    asked.verifies = false;
    asked.measured = 0;
    const auto again = outcomeOf(asked);
    EXPECT_GT(again->devices[0].result.known, 0U);
    EXPECT_TRUE(waysText(*again, 0).contains(QStringLiteral(" were known")));
    qputenv("WARPSTRING_MEASURE", "/nowhere/warpstring-measure");
    asked.verifies = true;
    const auto unverified = outcomeOf(asked);
    EXPECT_TRUE(unverified->faults.empty());
    EXPECT_TRUE(verificationText(*unverified, 0).startsWith(QStringLiteral("unverified: ")));
    qunsetenv("WARPSTRING_MEASURE");
}

TEST(GenerateWords, TheCommandIsThatOfAShell) {
    GenerateSettings settings;
    settings.allowed.never = {"tile-2d"};
    settings.budget = 50;
    settings.extent = generate::Extent::Wide;
    settings.verifies = true;
    EXPECT_EQ(
        generateCommand("my dir/a.pattern", {"nvidia-h200", "amd-mi210"}, {{"n", 8}}, settings),
        QStringLiteral("warpstring generate 'my dir/a.pattern' -s nvidia-h200 -s amd-mi210 -D n=8 --forbid "
                       "tile-2d --budget 50 --seed 1 --wide"));
    settings = {};
    settings.method = generate::Method::Tree;
    settings.measured = 3;
    settings.device = "0";
    settings.state = "a state.jsonl";
    EXPECT_EQ(generateCommand("a.c", {"nvidia-h200"}, {}, settings),
              QStringLiteral("warpstring generate a.c -s nvidia-h200 --budget 2000 --seed 1 --search mcts "
                             "--no-verify --measure 3 -d 0 --state 'a state.jsonl'"));
}

} // namespace

} // namespace warpstring::gui
