// SPDX-License-Identifier: GPL-3.0-or-later
// What counting a launch costs: counts_bench FILE... prints, for each launch file, the median and the greatest
// CPU time of its launches, each the least of three runs, how much of it the launch's evaluation is, and all
// files together.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "core/files/launches/launch_file.h"
#include "core/files/toml/toml_reader.h"
#include "study/batch/graph_cache.h"
#include "symbolic/counts/launch_counts.h"

namespace {

using namespace warpstring;

constexpr int runs = 3;
constexpr double targetMs = 10;

struct Time {
    double whole = 0, evaluation = 0; ///< milliseconds
    std::string launch;
};

template <class Function>
double leastMs(Function function) {
    double least = 0;
    for (int run = 0; run < runs; ++run) {
        const std::clock_t begin = std::clock();
        function();
        const double ms = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        if (run == 0 || ms < least) least = ms;
    }
    return least;
}

std::vector<Time> timesOf(const std::string& file) {
    std::vector<Time> times;
    const auto text = files::readTextFile(file, "launch");
    const auto launches = text ? files::parseLaunchFile(*text, file, false) : text.diagnostics();
    if (!launches) return times;
    batch::GraphCache graphs;
    for (const Launch& launch : launches->launches) {
        const auto graph = graphs.graphFor(launch, 64, false, nullptr, 32);
        const auto definitions = files::parseLaunchDefinitions(*text, file, launch.swept);
        if (!*graph || !definitions) continue;
        symbolic::CountOptions options;
        options.definitions = *definitions;
        bool isCounted = true;
        Time time;
        time.launch = launch.name;
        time.whole = leastMs([&] { isCounted = countLaunch(**graph, launch, HardwareSpec{}, options).ok(); });
        if (!isCounted) continue;
        time.evaluation =
            leastMs([&] { isCounted = evaluation::evaluate(**graph, launch, HardwareSpec{}).ok(); });
        times.push_back(std::move(time));
    }
    return times;
}

void tell(const std::string& what, std::vector<Time> times) {
    if (times.empty()) return;
    std::sort(times.begin(), times.end(), [](const Time& a, const Time& b) { return a.whole < b.whole; });
    double sum = 0;
    for (const Time& time : times) sum += time.whole;
    const auto slow =
        std::count_if(times.begin(), times.end(), [](const Time& time) { return time.whole > targetMs; });
    const Time& slowest = times.back();
    std::printf(
        "%s: %zu launches, median %.2f ms, total %.1f ms, %d above %.0f ms; slowest %.2f ms, %.2f of it "
        "evaluation (%s)\n",
        what.c_str(), times.size(), times[times.size() / 2].whole, sum, static_cast<int>(slow), targetMs,
        slowest.whole, slowest.evaluation, slowest.launch.c_str());
}

} // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 12);
    std::vector<Time> all;
    for (int i = 1; i < argc; ++i) {
        const auto times = timesOf(argv[i]);
        tell(argv[i], times);
        all.insert(all.end(), times.begin(), times.end());
    }
    tell("all", all);
    return 0;
}
