// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/analysis.h"

#include <QSignalSpy>
#include <gtest/gtest.h>
#include <numeric>

#include "app/gui/models/session/analysis_runner.h"
#include "app/gui/models/shell_words.h"
#include "pdg/frontend/build_pdg.h"
#include "stringmodel/line_costs.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

using test::analysisOf;
using test::requestFor;

TEST(Analysis, GivesTheFiguresOfASimulationOfTheSameLaunch) {
    const auto analysis = analysisOf("scan/scan-init");
    auto graph = frontend::buildPdg({analysis->launch().source.string(), analysis->request.sourceText},
                                    analysis->launch().kernel, {analysis->launch().options, 32, false});
    ASSERT_TRUE(graph.ok());
    const auto plain = simulate(*graph, analysis->launch(), analysis->spec());
    ASSERT_TRUE(plain.ok());
    EXPECT_EQ(analysis->simulation.kernelTimeUs(), plain->kernelTimeUs());
    EXPECT_EQ(analysis->simulation.warpLatencyCycles(), plain->warpLatencyCycles());
    EXPECT_FALSE(analysis->simulation.timeline.has_value());
    EXPECT_FALSE(analysis->timeline()->sample.spans.empty());
}

TEST(Analysis, UsesTheEditedTextRatherThanTheFile) {
    auto request = requestFor("matmul/matmul-naive");
    batch::GraphCache graphs;
    const auto before = analyse(request, graphs);
    const auto at = request.sourceText.find("kernel");
    request.sourceText.insert(at, "this is no OpenCL;\n");
    const auto after = analyse(request, graphs);
    EXPECT_TRUE(before.ok());
    ASSERT_FALSE(after.ok());
    EXPECT_EQ(after.diagnostics().front().code, "frontend.compile");
    EXPECT_GT(after.diagnostics().front().place.line, 0);
}

TEST(Analysis, GraphsThatWereMadeAreNotMadeAgain) {
    const auto request = requestFor("scan/scan-init");
    batch::GraphCache graphs;
    const auto first = graphFor(request, graphs);
    for (int i = 0; i < 20; ++i) {
        auto other = request;
        other.sourceText += std::string(static_cast<std::size_t>(i % 5 + 1), '\n');
        (void)graphFor(other, graphs);
    }
    EXPECT_EQ(graphFor(request, graphs), first);
}

TEST(AnalysisRunner, AnswersTheLatestRequest) {
    AnalysisRunner runner;
    QSignalSpy spy(&runner, &AnalysisRunner::finished);
    quint64 last = 0;
    for (const char* sample :
         {"scan/scan-init", "scan/scan-div", "reduction/reduce-modulo", "scan/scan-div-bank"})
        last = runner.submit(requestFor(sample));
    AnalysisOutcome outcome;
    while (outcome.revision != last) {
        ASSERT_TRUE(spy.count() > 0 || spy.wait(60000));
        while (!spy.isEmpty()) {
            const auto next = spy.takeFirst().front().value<AnalysisOutcome>();
            EXPECT_GT(next.revision, outcome.revision);
            outcome = next;
        }
    }
    ASSERT_TRUE(outcome.analysis);
    EXPECT_EQ(outcome.analysis->launch().kernel, "scan_div_bank");
    EXPECT_FALSE(runner.busy());
}

TEST(AnalysisRunner, EndsWhileItComputes) {
    AnalysisRunner runner;
    (void)runner.submit(requestFor("fft/fft-shared-radix16", "nvidia-h200"));
}

TEST(AnalysisRunner, ACancelledRequestIsNotAnswered) {
    AnalysisRunner runner;
    QSignalSpy spy(&runner, &AnalysisRunner::finished);
    (void)runner.submit(requestFor("micro/complex-access", "nvidia-h200"));
    runner.cancel();
    EXPECT_FALSE(runner.busy());
    const quint64 next = runner.submit(requestFor("scan/scan-init"));
    ASSERT_TRUE(spy.wait(60000));
    EXPECT_EQ(spy.takeFirst().front().value<AnalysisOutcome>().revision, next);
}

TEST(AnalysisRunner, ATextThatIsNoKernelGivesDiagnostics) {
    AnalysisRunner runner;
    QSignalSpy spy(&runner, &AnalysisRunner::finished);
    auto request = requestFor("scan/scan-init");
    request.sourceText = "}";
    (void)runner.submit(std::move(request));
    ASSERT_TRUE(spy.wait(60000));
    const auto outcome = spy.takeFirst().front().value<AnalysisOutcome>();
    EXPECT_FALSE(outcome.analysis);
    EXPECT_TRUE(hasErrors(outcome.diagnostics));
}

TEST(LineCosts, AddUpToTheWalkOfTheString) {
    for (const char* sample : {"scan/scan-init", "matmul/matmul-tiled", "reduction/reduce-modulo"}) {
        const auto analysis = analysisOf(sample);
        const auto costs = lineCosts(analysis->simulation, *analysis->pdg);
        const double walk = analysis->simulation.correctedWalk.cycles;
        EXPECT_NEAR(costs.all, walk, 1e-6 * walk) << sample;
        double sum = costs.elsewhere.cycles;
        for (const auto& [line, cost] : costs.lines) {
            sum += cost.cycles;
            EXPECT_NEAR(std::accumulate(cost.byKind.begin(), cost.byKind.end(), 0.0), cost.cycles,
                        1e-9 * cost.cycles);
        }
        EXPECT_NEAR(sum, costs.all, 1e-6 * walk) << sample;
    }
}

TEST(LineCosts, TheLoopOfAProductTakesMost) {
    for (const char* spec : {"geforce-8800-gtx", "nvidia-h200"}) {
        const auto analysis = analysisOf("matmul/matmul-naive", spec);
        const auto costs = lineCosts(analysis->simulation, *analysis->pdg);
        const auto hottest =
            std::max_element(costs.lines.begin(), costs.lines.end(),
                             [](const auto& a, const auto& b) { return a.second.cycles < b.second.cycles; });
        const auto& access = analysis->pdg->accesses.front();
        EXPECT_EQ(hottest->first, analysis->pdg->statements[access.statement].place.at.line) << spec;
    }
}

TEST(ShellWords, AreQuotedWhereAShellWouldReadThem) {
    EXPECT_EQ(shellWord("samples/scan.toml"), "samples/scan.toml");
    EXPECT_EQ(shellWord("my kernels/a.toml"), "'my kernels/a.toml'");
    EXPECT_EQ(shellWord("it's"), "'it'\\''s'");
    EXPECT_EQ(shellWord(""), "''");
}

} // namespace

} // namespace warpstring::gui
