// SPDX-License-Identifier: GPL-3.0-or-later
// Searches of `tune` through many variants: 10,000 launches of one graph, and 1,000 sets of macros, each
// parsed.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/files/specs/hardware_spec_file.h"
#include "tuning/search/search.h"
#include "tuning/search/space_reading.h"

namespace {

using namespace warpstring;

const std::string root = WARPSTRING_SOURCE_DIR;

std::string listOf(int first, int count, int step = 1) {
    std::string list;
    for (int i = 0; i < count; ++i) list += (i > 0 ? "," : "") + std::to_string(first + i * step);
    return "[" + list + "]";
}

std::string launch(const std::string& tune) {
    return "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"warpstring_tune_bench.cl\"\nglobal = "
           "[\"n * "
           "1024\"]\nlocal = [64]\n"
           "[macros]\nROUNDS = 16\nSTRIDE = 1\n[args]\nn = 1024\n"
           "a = { buffer = \"float\", count = \"n * 16384 + 4096\", access = \"read\" }\n"
           "b = { buffer = \"float\", count = \"n * 1024\", access = \"write\" }\n[tune]\n" +
           tune;
}

constexpr const char* kernel = "__kernel void k(__global const float* a, __global float* b, int n) {\n"
                               "    int i = get_global_id(0);\n"
                               "    float s = 0;\n"
                               "    for (int j = 0; j < ROUNDS; ++j) s = s * 0.5f + a[i * STRIDE + j * 4];\n"
                               "    if (i < n * 1024) b[i] = s;\n"
                               "}\n";

/// A launch's source has to be there.
std::filesystem::path sourceFile() {
    const auto path = std::filesystem::temp_directory_path() / "warpstring_tune_bench.cl";
    std::ofstream(path) << kernel;
    return path;
}

void run(benchmark::State& state, const std::string& tune) {
    const auto source = sourceFile();
    const search::NamedText text{launch(tune), source.parent_path() / "warpstring_tune_bench.toml"};
    const auto space = search::readSpace(text, std::nullopt);
    const std::vector<HardwareSpec> specs{*files::readHardwareSpec(root + "/hwspecs/nvidia-h200.toml")};
    search::SearchOptions options;
    options.evaluations = 1'000'000;
    options.threads = static_cast<unsigned>(state.range(0));
    for (auto _ : state) {
        search::VariantTextCache texts(text, {kernel, source}, **space, nullptr);
        batch::GraphCache graphs;
        const auto found = search::search(texts, graphs, specs, options);
        state.counters["variants"] = static_cast<double>(found.devices[0].variants.size());
        state.counters["timelines"] = static_cast<double>(found.devices[0].simulations);
        state.counters["parsed"] = static_cast<double>(graphs.parsed());
    }
}

void launchesOfOneGraph(benchmark::State& state) {
    run(state, "n = " + listOf(512, 2000) + "\nlocal = [[32], [64], [128], [256], [512]]\n");
}
BENCHMARK(launchesOfOneGraph)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kSecond);

void macrosEachParsed(benchmark::State& state) {
    run(state, "ROUNDS = " + listOf(8, 100) + "\nSTRIDE = " + listOf(1, 10) + "\n");
}
BENCHMARK(macrosEachParsed)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kSecond);

} // namespace

BENCHMARK_MAIN();
