// SPDX-License-Identifier: GPL-3.0-or-later
// What one more prediction of every sample launch takes once its kernel's graph is built: with the timeline and
// by the closed form, on an NVIDIA H200. At the end, of the samples and of the field set: the mean, and the
// launches beyond the targets of docs/performance.md.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "core/files/specs/hardware_spec_file.h"
#include "stringmodel/simulation.h"
#include "study/batch/graph_cache.h"
#include "study/batch/launch_folders.h"

namespace {

using namespace warpstring;

const std::string root = WARPSTRING_SOURCE_DIR;

struct Model {
    const char* name;
    ModelChoice choice;
    double targetMilliseconds;
};
constexpr Model models[] = {{"timeline", ModelChoice::Timeline, 20},
                            {"closed-form", ModelChoice::ClosedForm, 2}};

/// How the names of a set's launches begin, behind that of the model.
constexpr const char* sets[] = {"samples", "field-set"};

const char* setOf(const Launch& launch) {
    return sets[launch.file.string().find("/samples/field/") == std::string::npos ? 0 : 1];
}

void predict(benchmark::State& state, const Launch& launch, const HardwareSpec& spec, batch::GraphCache& graphs,
             ModelChoice model) {
    const auto graph = graphs.graphFor(launch, spec.device.addressBits, false);
    if (!graph->ok()) return state.SkipWithError("the kernel has no graph");
    SimulationOptions options;
    options.model = model;
    const auto first = simulate(**graph, launch, spec, options); // memory is there from now on
    if (first && first->timeline) state.counters["operations"] = first->timeline->simulatedOperations;
    for (auto _ : state) benchmark::DoNotOptimize(simulate(**graph, launch, spec, options));
}

/// The usual lines, and what they amount to.
class TargetReporter : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const auto& run : runs)
            if (run.run_type == Run::RT_Iteration)
                measured_.push_back({run.run_name.function_name, run.GetAdjustedCPUTime()});
    }

    void Finalize() override {
        for (const auto& model : models)
            for (const char* set : sets) sumUp(model, set);
    }

private:
    void sumUp(const Model& model, const char* set) const {
        std::vector<Measured> slow;
        double sum = 0;
        int count = 0;
        for (const auto& run : measured_) {
            if (!run.name.starts_with(std::string(model.name) + "/" + set + "/")) continue;
            sum += run.milliseconds;
            ++count;
            if (run.milliseconds > model.targetMilliseconds) slow.push_back(run);
        }
        if (count == 0) return;
        std::sort(slow.begin(), slow.end(),
                  [](const auto& a, const auto& b) { return a.milliseconds > b.milliseconds; });
        std::printf("\n%s, %s: %d launches, %.2f ms on average, %zu beyond %g ms\n", model.name, set, count,
                    sum / count, slow.size(), model.targetMilliseconds);
        for (const auto& run : slow) std::printf("%10.2f ms  %s\n", run.milliseconds, run.name.c_str());
    }

    struct Measured {
        std::string name;
        double milliseconds;
    };
    std::vector<Measured> measured_;
};

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    const auto spec = warpstring::files::readHardwareSpec(root + "/hwspecs/nvidia-h200.toml");
    auto sweeps = warpstring::batch::openLaunches({root + "/samples"});
    if (!spec || !sweeps) {
        std::cerr << "the samples or the spec cannot be read\n";
        return 1;
    }
    std::vector<warpstring::Launch> launches;
    for (auto& sweep : *sweeps)
        for (std::uint64_t i = 0; i < sweep.count(); ++i)
            if (auto launch = sweep.at(i)) launches.push_back(std::move(*launch));
    warpstring::batch::GraphCache graphs;
    for (const auto& model : models)
        for (const auto& launch : launches)
            benchmark::RegisterBenchmark(
                (std::string(model.name) + "/" + setOf(launch) + "/" + launch.name).c_str(),
                [&](benchmark::State& state) { predict(state, launch, *spec, graphs, model.choice); })
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
    TargetReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
}
