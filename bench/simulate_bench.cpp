// SPDX-License-Identifier: GPL-3.0-or-later
// What a user waits for: building a graph, evaluating it again for another launch, many kernels in one process.
// Figures and the commands that give them: docs/performance.md.
#include <benchmark/benchmark.h>

#include <string>

#include "core/files/hardware_spec_file.h"
#include "core/files/launch_file.h"
#include "pdg/build.h"
#include "stringmodel/simulation.h"

namespace {

using namespace warpstring;

const std::string root = WARPSTRING_SOURCE_DIR;

HardwareSpec spec() { return *readHardwareSpec(root + "/hwspecs/geforce-8800-gtx.toml"); }

Launch launch(const std::string& file) { return readLaunchFile(root + "/samples/" + file)->launches.front(); }

Pdg graph(const Launch& launch, bool sourceShape = false) {
    BuildOptions options;
    options.options = launch.options;
    options.sourceShape = sourceShape;
    return *buildPdg(*readKernelSource(launch.source.string()), launch.kernel, options);
}

const char* const samples[] = {"matmul/matmul-naive.toml", "matmul/matmul-tiled-sizes.toml", "scan/scan-init.toml",
                               "scan/scan-div-bank.toml", "fft/fft-global-radix4.toml", "fft/fft-shared-radix2.toml",
                               "fft/fft-shared-radix16.toml"};

void buildGraph(benchmark::State& state) {
    const auto what = launch(samples[state.range(0)]);
    state.SetLabel(samples[state.range(0)]);
    for (auto _ : state) benchmark::DoNotOptimize(graph(what));
}
BENCHMARK(buildGraph)->DenseRange(0, 6)->Unit(benchmark::kMillisecond);

/// Another launch of a kernel whose graph is there.
void simulateAgain(benchmark::State& state) {
    const auto what = launch(samples[state.range(0)]);
    const auto device = spec();
    const auto pdg = graph(what, state.range(1) != 0);
    state.SetLabel(std::string(samples[state.range(0)]) + (state.range(1) != 0 ? " source shape" : ""));
    for (auto _ : state) benchmark::DoNotOptimize(simulate(pdg, what, device));
}
BENCHMARK(simulateAgain)->ArgsProduct({benchmark::CreateDenseRange(0, 6, 1), {0, 1}})->Unit(benchmark::kMicrosecond);

/// Affine kernels: the time must not grow with n.
void simulateBySize(benchmark::State& state) {
    auto what = launch("matmul/matmul-naive.toml");
    const auto device = spec();
    const auto pdg = graph(what);
    const auto n = static_cast<std::uint64_t>(state.range(0));
    what.range.global = {n, n, 1};
    std::get<ScalarArgument>(what.arguments.at("n")).value = static_cast<std::int64_t>(n);
    for (const char* name : {"a", "b", "c"}) std::get<BufferArgument>(what.arguments.at(name)).count = n * n;
    for (auto _ : state) benchmark::DoNotOptimize(simulate(pdg, what, device));
}
BENCHMARK(simulateBySize)->Arg(1024)->Arg(8192)->Arg(65536)->Unit(benchmark::kMicrosecond);

/// Different kernels parsed and simulated in one process; --benchmark_filter=manyKernels reports kernels a second.
void manyKernels(benchmark::State& state) {
    const auto what = launch("matmul/matmul-naive.toml");
    const auto device = spec();
    const auto source = *readKernelSource(what.source.string());
    int variant = state.thread_index() * 1000000;
    for (auto _ : state) {
        KernelSource other{source.name, source.text};
        const std::string name = "matmul_naive";
        const auto at = other.text.find("float sum = 0.0f;");
        other.text.insert(at, "sum_offset: ; const float offset" + std::to_string(variant) + " = " + std::to_string(variant) + ".0f; ");
        other.text.replace(other.text.find("sum_offset: ; "), 14, "");
        ++variant;
        BuildOptions options;
        options.options = what.options;
        const auto pdg = buildPdg(other, name, options);
        benchmark::DoNotOptimize(simulate(*pdg, what, device));
    }
    state.counters["kernels"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(manyKernels)->Threads(1)->Threads(2)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
