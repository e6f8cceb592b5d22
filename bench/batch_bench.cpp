// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch of a batch costs, by part, and batches on one and two threads. The program as a whole:
// bench/batch.
#include <benchmark/benchmark.h>

#include <string>

#include "core/files/specs/hardware_spec_file.h"
#include "study/batch/batch.h"
#include "study/batch/row_text.h"

namespace {

using namespace warpstring;

const std::string root = WARPSTRING_SOURCE_DIR;

files::LaunchSweep sweep() {
    std::string text =
        "schema = \"warpstring.launch/1\"\nkernel = \"matmul_naive\"\nsource = "
        "\"../samples/matmul/matmul.cl\"\n"
        "options = \"-cl-mad-enable\"\nglobal = [\"n\", \"n\"]\nlocal = [16, 16]\n[args]\nn = 16\n"
        "a = { buffer = \"float\", count = \"n*n\", access = \"read\" }\n"
        "b = { buffer = \"float\", count = \"n*n\", access = \"read\" }\n"
        "c = { buffer = \"float\", count = \"n*n\", access = \"write\" }\n[sweep]\nn = [16";
    for (int n = 2; n <= 1000; ++n) text += "," + std::to_string(16 * n);
    return *files::LaunchSweep::parse(text + "]\n", root + "/bench/batch_bench.toml");
}

batch::BatchPlan plan() {
    return {{sweep()}, {*files::readHardwareSpec(root + "/hwspecs/geforce-8800-gtx.toml")}, {}};
}

class NoFile : public batch::RowSink {
public:
    void encode(batch::BatchRow row, batch::EncodedRows& into) const override {
        batch::jsonLines().append(into.text, row, batch::rowColumns(false));
        ++into.count;
    }
    Diagnostics write(batch::EncodedRows rows) override {
        benchmark::DoNotOptimize(rows.text.data());
        return {};
    }
    Diagnostics finish(bool) override { return {}; }
};

void makeLaunch(benchmark::State& state) {
    auto launches = sweep();
    std::uint64_t i = 0;
    for (auto _ : state) benchmark::DoNotOptimize(launches.at(++i % launches.count()));
}
BENCHMARK(makeLaunch)->Unit(benchmark::kMicrosecond);

void nameLaunch(benchmark::State& state) {
    auto launches = sweep();
    std::uint64_t i = 0;
    for (auto _ : state) benchmark::DoNotOptimize(launches.nameOf(++i % launches.count()));
}
BENCHMARK(nameLaunch)->Unit(benchmark::kMicrosecond);

void computeRow(benchmark::State& state) {
    const auto all = plan();
    batch::GraphCache graphs;
    batch::RowSimulator simulator(all, graphs);
    std::uint64_t i = 0;
    for (auto _ : state) benchmark::DoNotOptimize(simulator.row(++i % all.rows()));
}
BENCHMARK(computeRow)->Unit(benchmark::kMicrosecond);

void encodeRow(benchmark::State& state) {
    const auto all = plan();
    batch::GraphCache graphs;
    const auto row = batch::RowSimulator(all, graphs).row(7);
    for (auto _ : state) {
        std::string text;
        batch::jsonLines().append(text, row, batch::rowColumns(false));
        benchmark::DoNotOptimize(text.data());
    }
}
BENCHMARK(encodeRow)->Unit(benchmark::kMicrosecond);

void wholeBatch(benchmark::State& state) {
    const auto all = plan();
    batch::GraphCache graphs;
    NoFile sink;
    batch::BatchOptions options;
    options.jobs = static_cast<int>(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(runBatch(all, graphs, sink, options));
    state.counters["launches"] = benchmark::Counter(
        static_cast<double>(state.iterations()) * static_cast<double>(all.rows()), benchmark::Counter::kIsRate);
}
BENCHMARK(wholeBatch)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
