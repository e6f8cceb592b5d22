// SPDX-License-Identifier: GPL-3.0-or-later
// How often work-items get to each block of a kernel: counted by PoCL, told by the simulation of the same text.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/files/launches/launch_file.h"
#include "study/batch/resolved_launches.h"
#include "tests/kernels/counted_source.h"
#include "tests/kernels/kernel_facts.h"
#include "tests/kernels/own_kernels.h"

namespace warpstring::own_kernels {
namespace {

namespace fs = std::filesystem;
using evaluation::Bounded;

std::vector<OwnKernel> kernelsOfPocl() {
    std::vector<OwnKernel> kernels;
    for (const auto& kernel : ownKernels())
        if (kernel.runsOnPocl) kernels.push_back(kernel);
    return kernels;
}

/// What the simulation says of each counter, all copies of its line together.
std::vector<Bounded> toldCounts(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                const CountedSource& counted) {
    std::vector<Bounded> counts(counted.lines.size());
    for (const auto& statement : pdg.statements) {
        if (statement.kind != StatementKind::Memory) continue;
        if (pdg.accesses[statement.access].kind != AccessKind::Atomic) continue;
        const auto at = std::find(counted.lines.begin(), counted.lines.end(), statement.place.at.line);
        if (at == counted.lines.end()) continue;
        const auto lanes = laneExecutions(evaluation.regions[statement.region]);
        auto& sum = counts[static_cast<std::size_t>(at - counted.lines.begin())];
        sum.lower += lanes.lower;
        sum.upper += lanes.upper;
    }
    return counts;
}

class PoclCounts : public testing::TestWithParam<OwnKernel> {
protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) / (GetParam().kernel + "_" + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// The launch with one more argument, beside the text that counts. The file's name stays, for the launch
    /// has it.
    void write(const Built& kernel, const CountedSource& counted) const {
        std::ofstream(folder_ / GetParam().file.filename()) << counted.text;
        std::string text = kernel.launchText;
        if (text.find("\n[args]\n") == std::string::npos) text += "\n[args]\n";
        text += std::string(countersName) +
                " = { buffer = \"uint\", count = " + std::to_string(counted.lines.size()) + " }\n";
        if (!GetParam().options.empty()) {
            const auto first = text.find('\n') + 1;
            text.insert(first, "options = '" + GetParam().options + "'\n");
        }
        std::ofstream(folder_ / "launch.toml") << text;
        const auto resolved = batch::resolveLaunches({folder_ / "launch.toml"});
        if (resolved)
            std::ofstream(folder_ / "plan.jsonl") << records::toPlan(*resolved);
        else
            ADD_FAILURE() << GetParam().title() << ": " << toText(resolved.diagnostics().front());
    }

    /// What PoCL counts, and what it says where it cannot.
    std::vector<double> truth(std::string& said) const {
        const std::string command =
            "timeout 60 " WARPSTRING_COUNTED_RUN " " + (folder_ / "plan.jsonl").string() + " 2>&1";
        std::vector<double> counts;
        std::FILE* pipe = popen(command.c_str(), "r");
        char line[4096];
        while (std::fgets(line, sizeof line, pipe) != nullptr) {
            said += line;
            char* end = nullptr;
            const double count = std::strtod(line, &end);
            if (end != line && *end == '\n') counts.push_back(count);
        }
        if (pclose(pipe) != 0) counts.clear();
        return counts;
    }

    /// What the simulation says of the same launch of the same text.
    std::vector<Bounded> told(const CountedSource& counted) const {
        const auto file = files::readLaunchFile((folder_ / "launch.toml").string());
        if (!file) {
            ADD_FAILURE() << GetParam().title() << ": " << toText(file.diagnostics().front());
            return {};
        }
        const Launch& launch = file->launches.front();
        const auto pdg = graphOf(launch, counted.text);
        if (!pdg) {
            ADD_FAILURE() << GetParam().title() << ": " << toText(pdg.diagnostics().front());
            return {};
        }
        evaluation::EvaluationOptions everyGroup;
        everyGroup.sampledGroups = 4096;
        const auto evaluation = evaluate(*pdg, launch, device(), everyGroup);
        if (!evaluation) {
            ADD_FAILURE() << GetParam().title() << ": " << toText(evaluation.diagnostics().front());
            return {};
        }
        return toldCounts(*pdg, *evaluation, counted);
    }

    fs::path folder_;
};

TEST_P(PoclCounts, AreWhatTheSimulationSays) {
    const auto kernel = built(GetParam());
    ASSERT_TRUE(kernel) << GetParam().title() << ": " << toText(kernel.diagnostics().front());
    const auto counted = withCounters(kernel->source.text, GetParam().kernel);
    ASSERT_GE(counted.lines.size(), 2u) << GetParam().title();
    write(*kernel, counted);
    const auto figures = told(counted);
    ASSERT_EQ(figures.size(), counted.lines.size());
    std::string said;
    const auto counts = truth(said);
    ASSERT_EQ(counts.size(), counted.lines.size()) << GetParam().title() << ": " << said;
    int exact = 0;
    bool isTrue = true;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        exact += figures[i].isExact() ? 1 : 0;
        const double slack = 1e-9 * std::max(1.0, figures[i].upper);
        const bool isWithin = counts[i] >= figures[i].lower - slack && counts[i] <= figures[i].upper + slack;
        isTrue = isTrue && isWithin;
        EXPECT_TRUE(isWithin) << GetParam().title() << ": the block of line " << counted.lines[i]
                              << " is reached " << counts[i] << " times, told as " << figures[i].lower << " .. "
                              << figures[i].upper;
    }
    EXPECT_TRUE(isTrue) << counted.text;
    std::cout << GetParam().title() << ": " << exact << " of " << counts.size() << " blocks exact\n";
}

INSTANTIATE_TEST_SUITE_P(All, PoclCounts, testing::ValuesIn(kernelsOfPocl()),
                         [](const auto& kernel) { return kernel.param.feature + "_" + kernel.param.kernel; });

} // namespace
} // namespace warpstring::own_kernels
