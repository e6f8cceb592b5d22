// SPDX-License-Identifier: GPL-3.0-or-later
// Each kernel simulates as its comment says: what it reads and writes, what is told of it, or as what it is
// refused.
#include <sstream>

#include <gtest/gtest.h>

#include "core/diagnostic.h"
#include "stringmodel/simulation.h"
#include "tests/kernels/kernel_facts.h"
#include "tests/kernels/own_kernels.h"

namespace warpstring::own_kernels {
namespace {

struct Expectation {
    std::string word; ///< "reads", "note", "refused"
    std::string rest; ///< what follows it
};

/// The last word is the value.
Expectation expectationOf(const std::string& text) {
    const auto blank = text.rfind(' ');
    if (blank == std::string::npos) return {text, ""};
    return {text.substr(0, blank), text.substr(blank + 1)};
}

/// "8" is that number for certain, "4..8" contains what is told.
void expectFigure(const Facts& facts, const Expectation& expected, const OwnKernel& kernel) {
    const auto found = facts.find(expected.word);
    ASSERT_NE(found, facts.end()) << "unknown: " << expected.word;
    const auto& told = found->second;
    const auto dots = expected.rest.find("..");
    const double low = std::stod(expected.rest);
    const double high = dots == std::string::npos ? low : std::stod(expected.rest.substr(dots + 2));
    const double slack = 1e-6 * std::max(1.0, high);
    EXPECT_TRUE(told.lower >= low - slack && told.upper <= high + slack)
        << kernel.title() << ": " << expected.word << " " << told.lower << " .. " << told.upper << ", not "
        << expected.rest;
}

std::string listOf(const Facts& facts) {
    std::ostringstream text;
    for (const auto& [word, figure] : facts)
        if (figure.upper != 0) text << word << " " << figure.lower << ".." << figure.upper << "; ";
    return text.str();
}

class OwnKernels : public testing::TestWithParam<OwnKernel> {
protected:
    void expectRefusal(const Diagnostics& faults) {
        for (const auto& text : GetParam().holds)
            if (const auto expected = expectationOf(text); expected.word == "refused") {
                EXPECT_EQ(faults.front().code, expected.rest);
                EXPECT_FALSE(faults.front().message.empty());
                EXPECT_EQ(faults.front().place.file, GetParam().file.string());
                return;
            }
        ADD_FAILURE() << GetParam().title() << ": " << toText(faults.front());
    }

    void expectHolds(const Pdg& pdg, const Simulation& simulation) {
        const Facts facts = factsOf(pdg, simulation.evaluation);
        std::vector<std::string> told, wanted;
        for (const auto& note : pdg.notes) told.push_back(note.code);
        // That two models tell apart times says nothing of the kernel.
        for (const auto& note : simulation.diagnostics)
            if (note.code != "simulate.models-differ") told.push_back(note.code);
        for (const auto& text : GetParam().holds) {
            const auto expected = expectationOf(text);
            if (expected.word == "refused")
                ADD_FAILURE() << GetParam().title() << " is not refused";
            else if (expected.word == "told")
                wanted.push_back(expected.rest);
            else
                expectFigure(facts, expected, GetParam());
        }
        const auto has = [](const auto& codes, const auto& code) {
            return std::find(codes.begin(), codes.end(), code) != codes.end();
        };
        for (const auto& code : wanted)
            EXPECT_TRUE(has(told, code)) << GetParam().title() << ": " << code << " is not told";
        for (const auto& code : told)
            EXPECT_TRUE(has(wanted, code)) << GetParam().title() << ": " << code << " is told";
        if (HasFailure()) std::cout << GetParam().title() << " | " << listOf(facts) << std::endl;
    }
};

TEST_P(OwnKernels, HoldWhatTheySay) {
    const auto kernel = built(GetParam());
    ASSERT_FALSE(GetParam().holds.empty()) << GetParam().title() << ": nothing must hold";
    if (!kernel) {
        expectRefusal(kernel.diagnostics());
        return;
    }
    const auto simulation = simulate(kernel->pdg, kernel->launch, device());
    if (!simulation) {
        expectRefusal(simulation.diagnostics());
        return;
    }
    EXPECT_LE(simulation->evaluation.workUnits, 2.2 * evaluation::EvaluationOptions{}.budget);
    EXPECT_GT(simulation->kernelTimeUs(), 0);
    EXPECT_FALSE(simulation->string.items.empty());
    expectHolds(kernel->pdg, *simulation);
}

INSTANTIATE_TEST_SUITE_P(All, OwnKernels, testing::ValuesIn(ownKernels()),
                         [](const auto& kernel) { return kernel.param.feature + "_" + kernel.param.kernel; });

TEST(OwnKernelsTable, HasThreeHundredOfThem) {
    std::map<std::string, int> features;
    int pocl = 0;
    for (const auto& kernel : ownKernels()) {
        ++features[kernel.feature];
        pocl += kernel.runsOnPocl ? 1 : 0;
    }
    for (const auto& [feature, count] : features) std::cout << feature << ": " << count << '\n';
    std::cout << ownKernels().size() << " kernels, " << pocl << " of them run on PoCL\n";
    EXPECT_GE(ownKernels().size(), 300u);
}

} // namespace
} // namespace warpstring::own_kernels
