// SPDX-License-Identifier: GPL-3.0-or-later
// warpstring-launch-ptx: runs a plan's OpenCL kernels as CUDA kernels, so that CUDA's profilers count them.
#include <getopt.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iostream>
#include <set>
#include <thread>

#include "core/records/plan.h"
#include "core/text/json.h"
#include "samples/references/references.h"
#include "tools/counters/cuda_session.h"
#include "tools/counters/launch_order.h"
#include "tools/counters/program_files.h"
#include "tools/counters/ptx_launcher.h"

namespace {

using namespace warpstring;
using namespace warpstring::counters;
using Clock = std::chrono::steady_clock;

enum ExitCode : int {
    exitOk = 0,
    exitSomeFailed = 1,
    exitUsage = 2,
    exitBadInput = 3,
    exitDeviceLost = 4,
    exitHung = 5
};

constexpr const char* help =
    "Runs the OpenCL kernels of a plan through the CUDA driver, for profilers that do not see OpenCL.\n"
    "\n"
    "  warpstring-launch-ptx ptx PLAN FOLDER [--part K --parts N] [--device D]\n"
    "      builds the plan's programs by OpenCL and writes their binaries (NVIDIA's: PTX) into FOLDER\n"
    "  warpstring-launch-ptx count PLAN [--every N]\n"
    "      prints how many launches there are\n"
    "  warpstring-launch-ptx launch PLAN FOLDER --log FILE [options]\n"
    "      runs the launches, the first of every kernel before the second of any, and appends to FILE two "
    "lines\n"
    "      of JSON each: \"begin\" before, \"launch\" after\n"
    "\n"
    "  --profile             one run, then one between cuProfilerStart and cuProfilerStop; else timed runs\n"
    "  --check               compare the outputs of a kernel's first launch with its reference\n"
    "  --every N             take every N-th launch of the order (default: 1)\n"
    "  --first N, --count N  of these begin at position N (0: the first), run N (default: all)\n"
    "  --runs N              timed runs (default: 5)\n"
    "  --max-seconds S       begin no launch after S seconds (default: 3600)\n"
    "  --launch-seconds S    end the process when a launch takes longer (default: 60)\n"
    "\n"
    "Exit codes: 0 done or out of time, 1 some launches failed, 2 wrong usage, 3 bad input or no device,\n"
    "4 the device was lost, 5 a launch hung.\n";

struct Options {
    std::string mode;
    std::filesystem::path plan, folder, log;
    std::string device;
    std::size_t part = 0, parts = 1, every = 1, first = 0, count = static_cast<std::size_t>(-1);
    int runs = 5;
    double maxSeconds = 3600, launchSeconds = 60;
    bool profile = false, check = false;
};

bool take(char flag, Options& options) {
    const auto number = [] { return std::strtoul(optarg, nullptr, 10); };
    switch (flag) {
    case 'd': options.device = optarg; return true;
    case 'k': options.part = number(); return true;
    case 'n': options.parts = std::max(1UL, number()); return true;
    case 'e': options.every = std::max(1UL, number()); return true;
    case 'f': options.first = number(); return true;
    case 'c': options.count = number(); return true;
    case 'r': options.runs = static_cast<int>(number()); return true;
    case 's': options.maxSeconds = std::strtod(optarg, nullptr); return true;
    case 'w': options.launchSeconds = std::strtod(optarg, nullptr); return true;
    case 'l': options.log = optarg; return true;
    case 'p': options.profile = true; return true;
    case 'v': options.check = true; return true;
    default: return false; // getopt has told
    }
}

bool parse(int argc, char** argv, Options& options) {
    static const option flags[] = {{"device", required_argument, nullptr, 'd'},
                                   {"part", required_argument, nullptr, 'k'},
                                   {"parts", required_argument, nullptr, 'n'},
                                   {"every", required_argument, nullptr, 'e'},
                                   {"first", required_argument, nullptr, 'f'},
                                   {"count", required_argument, nullptr, 'c'},
                                   {"runs", required_argument, nullptr, 'r'},
                                   {"max-seconds", required_argument, nullptr, 's'},
                                   {"launch-seconds", required_argument, nullptr, 'w'},
                                   {"log", required_argument, nullptr, 'l'},
                                   {"profile", no_argument, nullptr, 'p'},
                                   {"check", no_argument, nullptr, 'v'},
                                   {nullptr, 0, nullptr, 0}};
    for (int flag = 0; (flag = getopt_long(argc, argv, "", flags, nullptr)) != -1;)
        if (!take(static_cast<char>(flag), options)) return false;
    const int given = argc - optind;
    if (given < 2) return false;
    options.mode = argv[optind];
    options.plan = argv[optind + 1];
    if (given > 2) options.folder = argv[optind + 2];
    if (options.mode == "count") return given == 2;
    if (options.mode == "ptx") return given == 3;
    return options.mode == "launch" && given == 3 && !options.log.empty();
}

int failWith(const Diagnostics& diagnostics, ExitCode code) {
    for (const Diagnostic& diagnostic : diagnostics) std::cerr << toText(diagnostic) << "\n";
    return code;
}

/// Ends the process when a launch does not end: no call of the driver can be broken off.
class Watchdog {
public:
    explicit Watchdog(double seconds) : seconds_(seconds), thread_([this] { watch(); }) {}
    ~Watchdog() {
        done_ = true;
        thread_.join();
    }
    void restart() { deadline_ = now() + seconds_; }

private:
    static double now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }
    void watch() {
        while (!done_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            if (!done_ && now() > deadline_) {
                std::cerr << "error: a launch took longer than " << seconds_ << " s [counters.hung]"
                          << std::endl;
                std::_Exit(exitHung);
            }
        }
    }

    double seconds_;
    std::atomic<double> deadline_ = now() + 3600;
    std::atomic<bool> done_{false};
    std::thread thread_;
};

class LaunchRunner {
public:
    LaunchRunner(const Options& options, const std::vector<records::ResolvedLaunch>& launches,
                 ProgramKernels programs, CudaSession session)
        : options_(options), launches_(launches), programs_(std::move(programs)), session_(std::move(session)),
          log_(options.log, std::ios::app) {}

    int run() {
        const auto start = Clock::now();
        const auto order = roundRobin(launches_, options_.every);
        const std::size_t left = order.size() - std::min(order.size(), options_.first);
        const std::size_t end = order.size() - left + std::min(left, options_.count);
        writeSession();
        std::future<Result<HostBuffers>> next;
        const auto prepare = [&](std::size_t position) {
            if (position < end)
                next =
                    std::async(std::launch::async, hostBuffers, std::cref(launches_[order[position]].launch));
        };
        Watchdog watchdog(options_.launchSeconds);
        prepare(options_.first);
        for (std::size_t position = options_.first; position < end; ++position) {
            if (std::chrono::duration<double>(Clock::now() - start).count() > options_.maxSeconds) {
                Json line;
                line.set("event", "out-of-time");
                line.set("position", position);
                write(line);
                return exitOk; // the future waits for its thread
            }
            watchdog.restart();
            const auto contents = next.get();
            prepare(position + 1);
            runOne(position, order[position], contents);
            if (!session_.alive() && !session_.renew().empty()) return exitDeviceLost;
        }
        return failed_ > 0 ? exitSomeFailed : exitOk;
    }

private:
    void write(const Json& line) { log_ << line.compact() << std::endl; }

    void writeSession() {
        Json line;
        line.set("event", "session");
        line.set("device", session_.deviceName());
        line.set("shared_base", session_.surroundings().sharedBase);
        line.set("envreg_not_zero", session_.surroundings().environment);
        line.set("mode", options_.profile ? "profile" : "plain");
        write(line);
    }

    void runOne(std::size_t position, std::size_t index, const Result<HostBuffers>& contents) {
        const records::ResolvedLaunch& resolved = launches_[index];
        const Launch& launch = resolved.launch;
        Json line;
        line.set("event", "begin");
        line.set("position", position);
        line.set("index", index);
        line.set("name", launch.name);
        write(line);
        line.set("event", "launch");
        line.set("mode", options_.profile ? "profile" : "plain");
        line.set("file", launch.file.string());
        line.set("fingerprint", fingerprint(resolved));
        line.set("kernel", launch.kernel);
        line.set("program", programName(resolved));
        line.set("grid", Json::Array{launch.range.groups(0), launch.range.groups(1), launch.range.groups(2)});
        line.set("block", Json::arrayOf(launch.range.local));
        const Diagnostics faults = contents ? runOn(resolved, *contents, line) : contents.diagnostics();
        line.set("status", faults.empty() ? "ok" : "failed");
        if (!faults.empty()) {
            ++failed_;
            line.set("error", faults.front().message);
            std::cerr << launch.name << ": " << faults.front().message << "\n";
        }
        write(line);
    }

    Diagnostics runOn(const records::ResolvedLaunch& resolved, const HostBuffers& contents, Json& line) {
        const std::pair<std::string, std::string> key{programName(resolved), resolved.launch.kernel};
        const auto program = programs_.find(key);
        if (program == programs_.end())
            return {Diagnostic{
                "counters.no-programs", Severity::Error, {}, "there is no program " + key.first, ""}};
        RunSettings settings;
        settings.profiled = options_.profile;
        settings.timedRuns = options_.runs;
        if (options_.check && checked_.insert(key).second) settings.references = &samples::sampleReferences();
        return runPtx(session_, resolved, program->second, contents, settings, line);
    }

    const Options& options_;
    const std::vector<records::ResolvedLaunch>& launches_;
    ProgramKernels programs_;
    CudaSession session_;
    std::ofstream log_;
    std::set<std::pair<std::string, std::string>> checked_;
    int failed_ = 0;
};

int runLaunches(const Options& options, const std::vector<records::ResolvedLaunch>& launches) {
    auto programs = readPrograms(options.folder);
    if (!programs) return failWith(programs.diagnostics(), exitBadInput);
    auto session = CudaSession::open();
    if (!session) return failWith(session.diagnostics(), exitBadInput);
    return LaunchRunner(options, launches, std::move(*programs), std::move(*session)).run();
}

int writePtx(const Options& options, const std::vector<records::ResolvedLaunch>& launches) {
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    const Diagnostics faults =
        writePrograms(launches, options.device, options.folder, options.part, options.parts);
    return faults.empty() ? exitOk : failWith(faults, exitSomeFailed);
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::cerr << help;
        return exitUsage;
    }
    const auto launches = warpstring::records::readPlan(options.plan);
    if (!launches) return failWith(launches.diagnostics(), exitBadInput);
    if (options.mode == "ptx") return writePtx(options, *launches);
    if (options.mode == "launch") return runLaunches(options, *launches);
    std::cout << warpstring::counters::roundRobin(*launches, options.every).size() << "\n";
    return exitOk;
}
