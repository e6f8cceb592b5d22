// SPDX-License-Identifier: GPL-3.0-or-later
// How often work-items get to each block of a kernel: counted by PoCL, told by the simulation of the same text.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string_view>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/records/plan.h"
#include "study/batch/resolved_launches.h"
#include "tests/kernels/counted_source.h"
#include "tests/kernels/kernel_facts.h"
#include "tests/kernels/own_kernels.h"

namespace warpstring::own_kernels {
namespace {

namespace fs = std::filesystem;
using evaluation::Bounded;

/// The kernels of a file that PoCL can run, as they stand in it: one program.
using KernelsOfFile = std::vector<OwnKernel>;

std::vector<KernelsOfFile> filesOfPocl() {
    std::vector<KernelsOfFile> files;
    for (const auto& kernel : ownKernels()) {
        if (!kernel.runsOnPocl) continue;
        if (files.empty() || files.back().front().file != kernel.file) files.emplace_back();
        files.back().push_back(kernel);
    }
    return files;
}

struct CountedKernel {
    OwnKernel kernel;
    std::vector<int> lines; ///< of the counters, in the text of all kernels
    Launch launch;
};

/// What the simulation says of each counter, all copies of its line together.
std::vector<Bounded> toldCounts(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                const std::vector<int>& lines) {
    std::vector<Bounded> counts(lines.size());
    for (const auto& statement : pdg.statements) {
        if (statement.kind != StatementKind::Memory) continue;
        if (pdg.accesses[statement.access].kind != AccessKind::Atomic) continue;
        const auto at = std::find(lines.begin(), lines.end(), statement.place.at.line);
        if (at == lines.end()) continue;
        const auto lanes = laneExecutions(evaluation.regions[statement.region]);
        auto& sum = counts[static_cast<std::size_t>(at - lines.begin())];
        sum.lower += lanes.lower;
        sum.upper += lanes.upper;
    }
    return counts;
}

class PoclCounts : public testing::TestWithParam<KernelsOfFile> {
protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) /
                  (GetParam().front().file.stem().string() + "_" + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// A launch with one more argument, beside the text that counts, whose file has the name that the launch
    /// knows.
    fs::path write(const OwnKernel& kernel, const Built& made, std::size_t counters) const {
        std::string text = made.launchText;
        if (text.find("\n[args]\n") == std::string::npos) text += "\n[args]\n";
        text +=
            std::string(countersName) + " = { buffer = \"uint\", count = " + std::to_string(counters) + " }\n";
        if (!kernel.options.empty()) text.insert(text.find('\n') + 1, "options = '" + kernel.options + "'\n");
        const auto path = folder_ / (kernel.kernel + ".toml");
        std::ofstream(path) << text;
        return path;
    }

    /// All kernels with their counters in one text, from the top down, so that lines stay.
    void prepare() {
        std::vector<fs::path> paths;
        for (const auto& kernel : GetParam()) {
            const auto made = built(kernel);
            ASSERT_TRUE(made) << kernel.title() << ": " << toText(made.diagnostics().front());
            if (text_.empty()) text_ = made->source.text;
            auto counted = withCounters(text_, kernel.kernel);
            ASSERT_GE(counted.lines.size(), 2u) << kernel.title();
            text_ = counted.text;
            paths.push_back(write(kernel, *made, counted.lines.size()));
            kernels_.push_back({kernel, counted.lines, {}});
        }
        std::ofstream(folder_ / GetParam().front().file.filename()) << text_;
        const auto plan = batch::resolveLaunches(paths);
        ASSERT_TRUE(plan) << toText(plan.diagnostics().front());
        ASSERT_EQ(plan->size(), kernels_.size());
        for (std::size_t i = 0; i < kernels_.size(); ++i) kernels_[i].launch = (*plan)[i].launch;
        std::ofstream(folder_ / "plan.jsonl") << records::toPlan(*plan);
    }

    /// A line for each launch: what PoCL counts, or what it says.
    std::vector<std::string> answers() const {
        const std::string command =
            "timeout 60 " WARPSTRING_COUNTED_RUN " " + (folder_ / "plan.jsonl").string() + " 2>/dev/null";
        std::vector<std::string> lines;
        std::FILE* pipe = popen(command.c_str(), "r");
        std::string line;
        for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
            if (c != '\n') {
                line += static_cast<char>(c);
                continue;
            }
            constexpr std::string_view mark = "counts: ";
            if (line.starts_with(mark)) lines.push_back(line.substr(mark.size()));
            line.clear();
        }
        pclose(pipe);
        return lines;
    }

    /// What the simulation says of the same launch of the same text.
    Result<std::vector<Bounded>> told(const CountedKernel& counted) const {
        const auto pdg = graphOf(counted.launch, text_);
        if (!pdg) return pdg.diagnostics();
        evaluation::EvaluationOptions everyGroup;
        everyGroup.sampledGroups = 4096;
        const auto evaluation = evaluate(*pdg, counted.launch, device(), everyGroup);
        if (!evaluation) return evaluation.diagnostics();
        return toldCounts(*pdg, *evaluation, counted.lines);
    }

    void compare(const CountedKernel& counted, const std::string& answer) {
        const std::string title = counted.kernel.title();
        const auto figures = told(counted);
        ASSERT_TRUE(figures) << title << ": " << toText(figures.diagnostics().front());
        std::istringstream stream(answer);
        int exact = 0;
        for (std::size_t i = 0; i < figures->size(); ++i) {
            double count = 0;
            ASSERT_TRUE(stream >> count) << title << ": " << answer;
            const auto& figure = (*figures)[i];
            exact += figure.isExact() ? 1 : 0;
            const double slack = 1e-9 * std::max(1.0, figure.upper);
            EXPECT_TRUE(count >= figure.lower - slack && count <= figure.upper + slack)
                << title << ": the block of line " << counted.lines[i] << " is reached " << count
                << " times, told as " << figure.lower << " .. " << figure.upper << "\n"
                << text_;
        }
        std::cout << title << ": " << exact << " of " << figures->size() << " blocks exact\n";
    }

    fs::path folder_;
    std::string text_;
    std::vector<CountedKernel> kernels_;
};

TEST_P(PoclCounts, AreWhatTheSimulationSays) {
    ASSERT_NO_FATAL_FAILURE(prepare());
    const auto lines = answers();
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
        if (i < lines.size())
            compare(kernels_[i], lines[i]);
        else
            ADD_FAILURE() << kernels_[i].kernel.title() << ": PoCL died or took longer than a minute";
        if (i >= lines.size()) break;
    }
}

INSTANTIATE_TEST_SUITE_P(All, PoclCounts, testing::ValuesIn(filesOfPocl()), [](const auto& kernels) {
    return kernels.param.front().feature + "_" + kernels.param.front().file.stem().string();
});

} // namespace
} // namespace warpstring::own_kernels
