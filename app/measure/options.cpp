// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/measure/options.h"

#include <getopt.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

namespace warpstring::measure {

namespace {

enum Flag : int {
    helpFlag = 'h',
    deviceFlag = 'd',
    outputFlag = 'o',
    versionFlag = 1000,
    workerFlag,
    devicesFlag,
    resumeFlag,
    cacheFlag,
    noWarpFlag,
    standardErrorFlag,
    leastFlag,
    mostFlag,
    secondsFlag,
    warmUpFlag,
    transfersFlag,
    timeLimitFlag,
    calibrateFlag,
    quickFlag
};

const option longOptions[] = {{"help", no_argument, nullptr, helpFlag},
                              {"version", no_argument, nullptr, versionFlag},
                              {"worker", no_argument, nullptr, workerFlag},
                              {"devices", no_argument, nullptr, devicesFlag},
                              {"calibrate", no_argument, nullptr, calibrateFlag},
                              {"quick", no_argument, nullptr, quickFlag},
                              {"device", required_argument, nullptr, deviceFlag},
                              {"output", required_argument, nullptr, outputFlag},
                              {"resume", no_argument, nullptr, resumeFlag},
                              {"cache", required_argument, nullptr, cacheFlag},
                              {"no-warp-latency", no_argument, nullptr, noWarpFlag},
                              {"standard-error", required_argument, nullptr, standardErrorFlag},
                              {"min-samples", required_argument, nullptr, leastFlag},
                              {"max-samples", required_argument, nullptr, mostFlag},
                              {"max-seconds", required_argument, nullptr, secondsFlag},
                              {"warm-up", required_argument, nullptr, warmUpFlag},
                              {"transfers", required_argument, nullptr, transfersFlag},
                              {"time-limit", required_argument, nullptr, timeLimitFlag},
                              {nullptr, 0, nullptr, 0}};

/// A number of at least `least`; false, and a message, for anything else.
bool readNumber(const char* text, double least, double& number) {
    char* end = nullptr;
    number = std::strtod(text, &end);
    if (end != text && *end == 0 && number >= least) return true;
    std::cerr << "error: \"" << text << "\" is no number of at least " << least << " [usage.bad-number]\n";
    return false;
}

bool readCount(const char* text, int least, int& count) {
    constexpr int most = 1'000'000;
    double number = 0;
    if (!readNumber(text, least, number)) return false;
    if (number > most || std::floor(number) != number) {
        std::cerr << "error: \"" << text << "\" is no whole number up to " << most << " [usage.bad-number]\n";
        return false;
    }
    count = static_cast<int>(number);
    return true;
}

bool readCache(const std::string& text, records::CacheState& cache) {
    for (const records::CacheState state : {records::CacheState::Warm, records::CacheState::Cold})
        if (text == name(state)) {
            cache = state;
            return true;
        }
    std::cerr << "error: --cache is warm or cold, not \"" << text << "\" [usage.bad-cache]\n";
    return false;
}

bool take(int flag, Options& options) {
    records::MeasureSettings& settings = options.settings;
    switch (flag) {
    case helpFlag: options.action = Options::Action::Help; return true;
    case versionFlag: options.action = Options::Action::Version; return true;
    case workerFlag: options.action = Options::Action::Worker; return true;
    case devicesFlag: options.action = Options::Action::Devices; return true;
    case calibrateFlag: options.action = Options::Action::Calibrate; return true;
    case quickFlag: options.quick = true; return true;
    case deviceFlag: options.device = optarg; return true;
    case outputFlag:
        options.output = optarg;
        options.isOutputGiven = true;
        return true;
    case resumeFlag: options.resume = true; return true;
    case cacheFlag: return readCache(optarg, settings.cache);
    case noWarpFlag: settings.warpLatency = false; return true;
    case standardErrorFlag: return readNumber(optarg, 0, settings.stop.standardError);
    case leastFlag: return readCount(optarg, 1, settings.stop.leastSamples);
    case mostFlag: return readCount(optarg, 1, settings.stop.mostSamples);
    case secondsFlag:
        if (!readNumber(optarg, 0, settings.stop.mostSeconds)) return false;
        options.calibrationSeconds = settings.stop.mostSeconds;
        return true;
    case warmUpFlag: return readCount(optarg, 0, settings.warmUpRuns);
    case transfersFlag: return readCount(optarg, 0, settings.transferRuns);
    case timeLimitFlag: return readNumber(optarg, 0.001, settings.timeLimitSeconds);
    default: return false; // getopt has told
    }
}

} // namespace

std::optional<Options> parseOptions(int argc, char** argv) {
    Options options;
    for (int flag = 0; (flag = getopt_long(argc, argv, "hd:o:", longOptions, nullptr)) != -1;)
        if (!take(flag, options)) {
            std::cerr << "  hint: see warpstring-measure --help\n";
            return std::nullopt;
        }
    for (int i = optind; i < argc; ++i) options.plans.emplace_back(argv[i]);
    if (options.action == Options::Action::Calibrate && !options.plans.empty()) {
        std::cerr << "error: a calibration takes no plan [usage.surplus]\n"
                     "  hint: see warpstring-measure --help\n";
        return std::nullopt;
    }
    if (options.action == Options::Action::Calibrate && !options.isOutputGiven) options.output = "probes.jsonl";
    if (options.action == Options::Action::Measure && options.plans.empty()) {
        std::cerr
            << "error: no plan to measure [usage.no-plan]\n"
               "  hint: make one with 'warpstring measure --plan plan.jsonl <launch files and folders>'\n";
        return std::nullopt;
    }
    return options;
}

const char* helpText() {
    return "Measures launches on an OpenCL device.\n"
           "\n"
           "usage: warpstring-measure [options] plan.jsonl...\n"
           "\n"
           "A plan holds launches with all that they need. It is made where Warpstring is built whole:\n"
           "  warpstring measure --plan plan.jsonl <launch files and folders>\n"
           "\n"
           "  --devices             list the OpenCL devices\n"
           "  -d, --device D        an index of that list or a part of a name (default: the first GPU)\n"
           "  -o, --output PATH     a .jsonl file to append records to, or a folder for a file each\n"
           "                        (default: measurements.jsonl)\n"
           "  --resume              pass over launches that PATH already holds\n"
           "  --cache warm|cold     cold: write a large buffer before every run (default: warm)\n"
           "  --no-warp-latency     do not run the probe\n"
           "  --standard-error F    stop when the mean's standard error is below this fraction (default: "
           "0.01)\n"
           "  --min-samples N       at least (default: 10)\n"
           "  --max-samples N       at most (default: 100)\n"
           "  --max-seconds S       of kernel time, then no more samples than the least (default: 2)\n"
           "  --warm-up N           runs before the first sample, at least (default: 3)\n"
           "  --transfers N         timed transfers per buffer and direction (default: 3)\n"
           "  --time-limit S        for a launch; then its process is killed (default: 120)\n"
           "\n"
           "usage: warpstring-measure --calibrate [options]\n"
           "\n"
           "Runs the micro-benchmarks from which 'warpstring calibrate' makes a hardware spec.\n"
           "\n"
           "  -o, --output PATH     a .jsonl file, written anew (default: probes.jsonl)\n"
           "  -d, --device D        as above\n"
           "  --max-seconds S       of the whole run; what does not fit is skipped (default: 280)\n"
           "  --quick               few probes in small sizes: to see that it works\n"
           "  --version, --help\n"
           "\n"
           "Exit codes: 0 done, 1 some launches failed or gave wrong outputs, 2 wrong usage, 3 bad input.\n";
}

} // namespace warpstring::measure
