// SPDX-License-Identifier: GPL-3.0-or-later
// A batch by threads of one process and by worker processes, in turns: what processes cost.
// Usage: process_bench [RUNS [JOBS [LAUNCH FILE OR FOLDER]]]; without it a sweep of 20,000 launches of one
// kernel.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/files/specs/hardware_spec_file.h"
#include "study/batch/launch_folders.h"
#include "study/batch/row_text.h"
#include "study/workers/process_batch.h"

namespace {

using namespace warpstring;

const std::string root = WARPSTRING_SOURCE_DIR;

constexpr int sweepLaunches = 20'000;

std::string sweepText() {
    std::string text =
        "schema = \"warpstring.launch/1\"\nkernel = \"matmul_naive\"\nsource = \"" + root +
        "/samples/matmul/matmul.cl\"\n"
        "options = \"-cl-mad-enable\"\nglobal = [\"n\", \"n\"]\nlocal = [16, 16]\n[args]\nn = 16\n"
        "a = { buffer = \"float\", count = \"n*n\", access = \"read\" }\n"
        "b = { buffer = \"float\", count = \"n*n\", access = \"read\" }\n"
        "c = { buffer = \"float\", count = \"n*n\", access = \"write\" }\n"
        "[constants]\nagain = 0\n[sweep]\nn = [16";
    for (int n = 2; n <= 1000; ++n) text += "," + std::to_string(16 * n);
    text += "]\nagain = [0";
    for (int i = 1; i < sweepLaunches / 1000; ++i) text += "," + std::to_string(i);
    return text + "]\n";
}

class NoFile : public batch::RowSink {
public:
    void encode(batch::BatchRow row, batch::EncodedRows& into) const override {
        batch::jsonLines().append(into.text, row, batch::rowColumns(false));
        into.errors += row.isError() ? 1 : 0;
        ++into.count;
    }
    Diagnostics write(batch::EncodedRows) override { return {}; }
    Diagnostics finish(bool) override { return {}; }
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int count, char** words) {
    const auto number = [&](int i, int otherwise) { return i < count ? std::atoi(words[i]) : otherwise; };
    const int runs = std::max(1, number(1, 7));
    batch::BatchOptions options;
    options.jobs = number(2, 2);
    const std::filesystem::path sweep =
        std::filesystem::temp_directory_path() / "warpstring-process-bench.toml";
    if (count <= 3) std::ofstream(sweep) << sweepText();
    auto launches = batch::openLaunches({count > 3 ? std::filesystem::path(words[3]) : sweep});
    if (!launches) return 1;
    batch::BatchSettings settings;
    settings.model = ModelChoice::ClosedForm;
    const batch::BatchPlan plan(std::move(*launches),
                                {*files::readHardwareSpec(root + "/hwspecs/geforce-8800-gtx.toml")}, settings);
    std::vector<double> rates[2], ratios;
    for (int run = 0; run < runs; ++run) {
        for (const int way : {0, 1}) {
            NoFile sink;
            batch::GraphCache graphs;
            const auto begun = std::chrono::steady_clock::now();
            const auto outcome =
                way == 0 ? runBatch(plan, graphs, sink, options)
                         : workers::runInProcesses(plan, sink, options, {WARPSTRING_PROGRAM, {"worker"}});
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
            if (outcome.progress.written != plan.rows()) return 1;
            rates[way].push_back(static_cast<double>(plan.rows()) / seconds.count());
        }
        ratios.push_back(rates[1].back() / rates[0].back());
    }
    std::filesystem::remove(sweep);
    std::printf("%llu launches, %d jobs: median of %d runs %.0f rows a second in process, %.0f in processes, "
                "ratio %.3f "
                "(%.3f to %.3f)\n",
                static_cast<unsigned long long>(plan.rows()), options.jobs, runs, median(rates[0]),
                median(rates[1]), median(ratios), *std::min_element(ratios.begin(), ratios.end()),
                *std::max_element(ratios.begin(), ratios.end()));
}
