// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluation against brute force over every lane, on random kernels.
#include <algorithm>
#include <iostream>

#include <gtest/gtest.h>

#include "pdg/evaluation/evaluation.h"
#include "pdg/frontend/build_pdg.h"
#include "tests/pdg/evaluation/joined_regions.h"
#include "tests/pdg/evaluation/kernel_printer.h"
#include "tests/pdg/evaluation/lane_interpreter.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

using oracle::KernelForm;
using oracle::KernelTruth;
using oracle::LineTruth;
using oracle::RandomKernel;

constexpr std::int64_t mostElements = 1 << 18;

/// No launch of the tests has more groups.
EvaluationOptions everyGroup() {
    EvaluationOptions options;
    options.sampledGroups = 4096;
    return options;
}

/// What the evaluation says of a source line: all copies of it together, over all warps.
struct LineFigures {
    Bounded executions, transactions, bytes, sharedCycles;
    std::vector<RegionId> regions;
};

/// Whether two regions hang from the two sides of one branch.
bool excludeEachOther(const Pdg& pdg, RegionId a, RegionId b) {
    const auto chain = [&](RegionId region) {
        std::vector<ControlParent> parents;
        for (; region != none; region = pdg.regions[region].parent)
            parents.insert(parents.end(), pdg.regions[region].controlParents.begin(),
                           pdg.regions[region].controlParents.end());
        return parents;
    };
    for (const auto& x : chain(a))
        for (const auto& y : chain(b))
            if (x.predicate == y.predicate && x.side != y.side) return true;
    return false;
}

/// Where LLVM knows one branch from another, it copies what lies between them to both sides of the first: a
/// warp that diverges there executes the line twice, and the source does not tell.
bool isThreaded(const Pdg& pdg, const LineFigures& line) {
    for (const auto a : line.regions)
        for (const auto b : line.regions)
            if (excludeEachOther(pdg, a, b)) return true;
    return false;
}

void addUp(Bounded& sum, const Bounded& part, double warps) {
    sum.lower += part.lower * warps;
    sum.value += part.value * warps;
    sum.upper += part.upper * warps;
}

std::map<int, LineFigures> figuresByLine(const Pdg& pdg, const Evaluation& evaluation) {
    std::map<int, LineFigures> lines;
    for (const auto& statement : pdg.statements) {
        if (statement.kind != StatementKind::Memory) continue;
        auto& line = lines[statement.place.at.line];
        const auto& access = evaluation.accesses[statement.access];
        line.regions.push_back(statement.region);
        addUp(line.executions, evaluation.regions[statement.region].executions, evaluation.warps);
        addUp(line.transactions, access.transactions, evaluation.warps);
        addUp(line.bytes, access.bytes, evaluation.warps);
        addUp(line.sharedCycles, access.sharedCycles, evaluation.warps);
    }
    return lines;
}

/// Exact figures are the truth, others have it between their bounds.
std::string difference(const char* what, const Bounded& figure, double truth) {
    const double slack = 1e-9 * std::max(1.0, std::abs(truth));
    if (truth >= figure.lower - slack && truth <= figure.upper + slack) return "";
    return std::string(what) + " " + std::to_string(truth) + " is told as " + std::to_string(figure.lower) +
           " to " + std::to_string(figure.upper) + "; ";
}

struct Tally {
    int kernels = 0, exact = 0, sampled = 0, refused = 0, linesCompared = 0, exactLines = 0, skipped = 0;
};

class KernelOracle : public testing::Test {
protected:
    /// The next kernel whose truth the interpreter can tell; its arrays are as long as they must be.
    RandomKernel next(KernelForm form, KernelTruth& truth) {
        while (true) {
            RandomKernel kernel = oracle::randomKernel(form, random_);
            truth = oracle::interpret(kernel);
            bool small = truth.valid;
            for (std::size_t i = 0; i < truth.counts.size() && small; ++i)
                small = truth.counts[i] <= mostElements;
            if (!small) continue;
            for (std::size_t i = 0; i < truth.counts.size(); ++i)
                kernel.arrays[i].count = std::max(kernel.arrays[i].count, truth.counts[i]);
            oracle::print(kernel);
            return kernel;
        }
    }

    void check(const RandomKernel& kernel, const KernelTruth& truth, const frontend::BuildOptions& options) {
        const auto pdg = buildPdg({"k.cl", kernel.text}, "k", options);
        if (!pdg &&
            pdg.diagnostics()[0].code == "frontend.too-many-loops") { // once loops around them are unrolled
            ++tally_.refused;
            return;
        }
        ASSERT_TRUE(pdg.ok()) << toText(pdg.diagnostics()[0]) << "\n" << kernel.text;
        const auto evaluation = evaluate(*pdg, kernel.launch(), HardwareSpec{}, everyGroup());
        ASSERT_TRUE(evaluation.ok()) << toText(evaluation.diagnostics()[0]) << "\n" << kernel.text;
        const auto lines = figuresByLine(*pdg, *evaluation);
        ++tally_.kernels;
        std::string assumptions;
        for (const auto& assumption : evaluation->assumptions) assumptions += "  " + assumption + "\n";
        bool exact = assumptions.empty();
        // No bounds, but said to be no truth.
        if (assumptions.find("sampled") != std::string::npos ||
            assumptions.find(" work-groups") != std::string::npos) {
            ++tally_.sampled;
            if (kernel.form == KernelForm::Affine) report(kernel, options, "not exact:\n" + assumptions);
            return;
        }
        std::set<int> inLoops;
        oracle::addLinesInLoops(kernel.body, false, inLoops);
        std::string wrong;
        for (const auto& [line, figures] : lines) {
            const auto isJoined = [&](RegionId region) { return oracle::isJoined(*pdg, region); };
            if (isThreaded(*pdg, figures) ||
                (inLoops.contains(line) && std::ranges::any_of(figures.regions, isJoined))) {
                ++tally_.skipped;
                continue;
            }
            const auto known = truth.lines.find(line);
            const LineTruth expected = known == truth.lines.end() ? LineTruth{} : known->second;
            const std::string differences =
                difference("executions", figures.executions, expected.executions) +
                difference("transactions", figures.transactions, expected.transactions) +
                difference("bytes", figures.bytes, expected.bytes) +
                difference("shared cycles", figures.sharedCycles, expected.sharedCycles);
            if (!differences.empty()) wrong += "line " + std::to_string(line) + ": " + differences + "\n";
            const bool lineExact = figures.executions.isExact() && figures.transactions.isExact() &&
                                   figures.bytes.isExact() && figures.sharedCycles.isExact();
            exact &= lineExact;
            ++tally_.linesCompared;
            tally_.exactLines += lineExact ? 1 : 0;
        }
        for (const auto& [line, expected] : truth.lines)
            if (!lines.contains(line))
                wrong += "line " + std::to_string(line) + " is executed and has no statement\n";
        for (const auto& fault : evaluation->diagnostics)
            if (fault.severity == Severity::Error) wrong += toText(fault) + "\n";
        tally_.exact += exact ? 1 : 0;
        if (kernel.form == KernelForm::Affine && !exact) wrong += "not exact:\n" + assumptions;
        if (!wrong.empty()) report(kernel, options, wrong);
    }

    void report(const RandomKernel& kernel, const frontend::BuildOptions& options, const std::string& wrong) {
        constexpr int mostPrinted = 5;
        if (++failures_ > mostPrinted) return;
        const auto& range = kernel.range;
        std::string launch = "global";
        for (const auto size : range.global) launch += " " + std::to_string(size);
        launch += ", local";
        for (const auto size : range.local) launch += " " + std::to_string(size);
        launch += ", n0 = " + std::to_string(kernel.scalars[0]) + ", n1 = " + std::to_string(kernel.scalars[1]);
        ADD_FAILURE() << wrong << launch << ", " << options.addressBits << " bits"
                      << (options.sourceShape ? ", source shape\n" : "\n") << kernel.text;
    }

    /// Every kernel in one shape and in the other, with both widths of addresses.
    void run(KernelForm form, int kernels) {
        for (int i = 0; i < kernels; ++i) {
            KernelTruth truth;
            const RandomKernel kernel = next(form, truth);
            frontend::BuildOptions options;
            options.addressBits = i % 3 == 2 ? 64 : 32;
            for (const bool sourceShape : {i % 2 == 0, i % 2 != 0}) {
                options.sourceShape = sourceShape;
                check(kernel, truth, options);
                if (HasFatalFailure()) return;
            }
        }
        EXPECT_EQ(failures_, 0);
        EXPECT_LE(tally_.refused, kernels / 100);
        EXPECT_LT(tally_.skipped, tally_.linesCompared / 100);
        std::cout << "seed " << seed_ << ": " << tally_.kernels << " graphs, " << tally_.exact << " exact, "
                  << tally_.sampled << " sampled; " << tally_.linesCompared << " lines, " << tally_.exactLines
                  << " exact, " << tally_.skipped << " not compared\n";
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
    Tally tally_;
    int failures_ = 0;
};

TEST_F(KernelOracle, IsExactForAffineAndGeometricKernels) {
    run(KernelForm::Affine, 500);
    EXPECT_EQ(tally_.exact, tally_.kernels);
    EXPECT_GT(tally_.linesCompared, 4000);
}

TEST_F(KernelOracle, IsRightForOtherKernels) {
    run(KernelForm::General, 300);
    EXPECT_GT(tally_.exact, tally_.kernels * 9 / 10);
    EXPECT_GT(tally_.linesCompared, 2000);
}

TEST_F(KernelOracle, UsesTheDataOfTheLaunch) {
    run(KernelForm::KnownData, 150);
    EXPECT_GT(tally_.exactLines, 1000);
}

TEST_F(KernelOracle, BoundsWhatDependsOnUnknownData) {
    run(KernelForm::UnknownData, 150);
    EXPECT_GT(tally_.linesCompared, 1000);
    EXPECT_LT(tally_.exact, tally_.kernels);
}

} // namespace
} // namespace warpstring::evaluation
