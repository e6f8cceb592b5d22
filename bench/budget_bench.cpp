// SPDX-License-Identifier: GPL-3.0-or-later
// Processor time and memory of every launch by itself, its graph included: budget_bench SPEC
// (FOLDER|FILE|RANDOM)..., where RANDOM is a number of kernels grown at random, or the first and the last of
// some: 907-907. Prints the launches beyond the targets, and what all amount to.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "core/files/specs/hardware_spec_file.h"
#include "core/random/random_launch.h"
#include "pdg/frontend/build_pdg.h"
#include "stringmodel/simulation.h"
#include "study/batch/launch_folders.h"

namespace {

using namespace warpstring;

constexpr double targetSeconds = 1, targetMegabytes = 500; // of 99 in a hundred
constexpr double mostSeconds = 5, mostMegabytes = 2000;    // of all

struct Cost {
    std::string launch;
    double seconds = 0, megabytes = 0;
    std::string refusal; ///< its code
};

double processorSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The most memory held since forgetPeak(), what the program itself takes included.
double peakMegabytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
    return 0;
}

void forgetPeak() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
}

Cost costOf(const Launch& launch, const Result<frontend::KernelSource>& source, const HardwareSpec& spec) {
    Cost cost;
    cost.launch = launch.name;
    if (!source) {
        cost.refusal = source.diagnostics().front().code;
        return cost;
    }
    forgetPeak();
    const double begin = processorSeconds();
    const auto graph = buildPdg(*source, launch.kernel, {launch.options, spec.device.addressBits});
    if (graph) {
        const auto simulation = simulate(*graph, launch, spec);
        if (!simulation) cost.refusal = simulation.diagnostics().front().code;
        cost.seconds = processorSeconds() - begin;
    } else {
        cost.seconds = processorSeconds() - begin;
        cost.refusal = graph.diagnostics().front().code;
    }
    cost.megabytes = peakMegabytes();
    return cost;
}

void report(std::vector<Cost> costs) {
    const auto print = [](const Cost& cost) {
        std::printf("%8.2f s %6.0f MB  %s %s\n", cost.seconds, cost.megabytes, cost.launch.c_str(),
                    cost.refusal.c_str());
    };
    for (const Cost& cost : costs)
        if (cost.seconds > targetSeconds || cost.megabytes > targetMegabytes) print(cost);
    const auto amount = [&](const char* what, auto value, double target, double most) {
        std::vector<double> values;
        for (const Cost& cost : costs) values.push_back(value(cost));
        std::sort(values.begin(), values.end());
        const auto within = std::upper_bound(values.begin(), values.end(), target) - values.begin();
        std::printf("%s: %.2f %% within %g, the most %.2f (%g)\n", what,
                    100.0 * static_cast<double>(within) / static_cast<double>(values.size()), target,
                    values.back(), most);
    };
    std::printf("%zu launches\n", costs.size());
    if (costs.empty()) return;
    amount("seconds", [](const Cost& cost) { return cost.seconds; }, targetSeconds, mostSeconds);
    amount("megabytes", [](const Cost& cost) { return cost.megabytes; }, targetMegabytes, mostMegabytes);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    const auto spec = warpstring::files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/" +
                                                          argv[1] + ".toml");
    if (!spec) return 3;
    std::vector<Cost> costs;
    for (int i = 2; i < argc; ++i) {
        const std::string subject = argv[i];
        if (subject.find_first_not_of("0123456789-") == std::string::npos) {
            const auto dash = subject.find('-');
            const bool isRange = dash != std::string::npos;
            const std::uint64_t first = isRange ? std::stoull(subject.substr(0, dash)) : 0;
            const std::uint64_t end =
                std::stoull(isRange ? subject.substr(dash + 1) : subject) + (isRange ? 1 : 0);
            for (std::uint64_t index = first; index < end; ++index) {
                const auto resolved = random_kernels::launchOf(1, index, 0);
                const warpstring::frontend::KernelSource source{resolved.launch.source.string(),
                                                                resolved.sourceText};
                costs.push_back(costOf(resolved.launch, source, *spec));
            }
            continue;
        }
        auto sweeps = warpstring::batch::openLaunches({subject});
        if (!sweeps) {
            std::cerr << toText(sweeps.diagnostics().front()) << "\n";
            return 3;
        }
        for (auto& sweep : *sweeps)
            for (std::uint64_t launch = 0; launch < sweep.count(); ++launch)
                if (const auto made = sweep.at(launch))
                    costs.push_back(
                        costOf(*made, warpstring::frontend::readKernelSource(made->source.string()), *spec));
    }
    report(std::move(costs));
    return 0;
}
