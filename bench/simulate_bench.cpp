// SPDX-License-Identifier: GPL-3.0-or-later
// What a user waits for: building a graph, evaluating it again for another launch, many kernels in one process.
// Figures and the commands that give them: docs/performance.md.
#include <benchmark/benchmark.h>

#include <string>

#include "core/files/launches/launch_file.h"
#include "core/files/specs/hardware_spec_file.h"
#include "pdg/frontend/build_pdg.h"
#include "stringmodel/simulation.h"

namespace {

using namespace warpstring;

const std::string root = WARPSTRING_SOURCE_DIR;

HardwareSpec spec() { return *files::readHardwareSpec(root + "/hwspecs/geforce-8800-gtx.toml"); }

Launch launch(const std::string& file) {
    return files::readLaunchFile(root + "/samples/" + file)->launches.front();
}

Pdg graph(const Launch& launch, bool sourceShape = false) {
    frontend::BuildOptions options;
    options.options = launch.options;
    options.sourceShape = sourceShape;
    return *buildPdg(*frontend::readKernelSource(launch.source.string()), launch.kernel, options);
}

const char* const samples[] = {"matmul/matmul-naive.toml",   "matmul/matmul-tiled-sizes.toml",
                               "scan/scan-init.toml",        "scan/scan-div-bank.toml",
                               "fft/fft-global-radix4.toml", "fft/fft-shared-radix2.toml",
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
BENCHMARK(simulateAgain)
    ->ArgsProduct({benchmark::CreateDenseRange(0, 6, 1), {0, 1}})
    ->Unit(benchmark::kMicrosecond);

/// A sum over n terms by n work-items: an affine kernel whose simulation must not take longer for a larger n.
void simulateBySize(benchmark::State& state) {
    const auto n = state.range(0);
    const frontend::KernelSource source{
        "sum.cl", "__kernel void sum(__global const float* a, __global float* b, int n) {\n"
                  "    const int g = get_global_id(0);\n"
                  "    float s = 0.0f;\n"
                  "    for (int k = 0; k < n; ++k) s += a[k] * b[g + k];\n"
                  "    if (g < n - 5) b[g] = s;\n"
                  "}\n"};
    const auto pdg = *buildPdg(source, "sum", {});
    const auto device = spec();
    const std::string text =
        "schema = \"warpstring.launch/1\"\nkernel = \"sum\"\nsource = \"simulate_bench.cpp\"\n"
        "global = [\"n\"]\nlocal = [256]\n[args]\nn = " +
        std::to_string(n) +
        "\na = { buffer = \"float\", count = \"n\", init = \"zero\" }\n"
        "b = { buffer = \"float\", count = \"2 * n\", init = \"zero\" }\n";
    const auto what = files::parseLaunchFile(text, root + "/bench/sum.toml")->launches.front();
    for (auto _ : state) benchmark::DoNotOptimize(simulate(pdg, what, device));
}
BENCHMARK(simulateBySize)->Arg(1024)->Arg(8192)->Arg(65536)->Unit(benchmark::kMicrosecond);

/// Different kernels, each parsed, built and simulated, in one process on one and on two threads.
void manyKernels(benchmark::State& state) {
    const auto what = launch("matmul/matmul-naive.toml");
    const auto device = spec();
    const auto source = *frontend::readKernelSource(what.source.string());
    int variant = state.thread_index() * 1000000;
    for (auto _ : state) {
        frontend::KernelSource other = source;
        const std::string from = "float sum = 0.0f;";
        other.text.replace(other.text.find(from), from.size(),
                           "float sum = " + std::to_string(++variant) + ".0f;");
        frontend::BuildOptions options;
        options.options = what.options;
        const auto pdg = buildPdg(other, what.kernel, options);
        benchmark::DoNotOptimize(simulate(*pdg, what, device));
    }
    state.counters["kernels"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(manyKernels)->Threads(1)->Threads(2)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
