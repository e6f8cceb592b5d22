// SPDX-License-Identifier: GPL-3.0-or-later
// warpstring-measure: builds with g++, CMake and OpenCL alone. It measures plans, and serves as the worker of
// itself and of the other programs.
#include <chrono>
#include <csignal>
#include <fstream>
#include <iostream>

#include "app/measure/options.h"
#include "core/measure/calibration/calibrate.h"
#include "core/measure/client/session_text.h"
#include "core/measure/worker/worker.h"
#include "core/records/plan.h"
#include "samples/references/references.h"

namespace {

using namespace warpstring;
using namespace warpstring::measure;

enum ExitCode : int {
    exitOk = 0,
    exitResultHasErrors = 1,
    exitUsage = 2,
    exitBadInput = 3,
    exitInterrupted = 130
};

std::atomic<bool> cancelled{false};

void cancel(int) {
    if (cancelled.exchange(true)) std::_Exit(exitInterrupted);
}

void print(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) std::cerr << toText(diagnostic) << "\n";
}

int failWith(const Diagnostics& diagnostics) {
    print(diagnostics);
    return isFromSurroundings(diagnostics) ? exitResultHasErrors : exitBadInput;
}

int listDevicesOf(WorkerProcess& worker) {
    const auto devices = askDevices(worker);
    if (!devices) return failWith(devices.diagnostics());
    std::cout << tableOf(*devices) << "\n";
    return exitOk;
}

int measurePlans(const Options& options, WorkerProcess& worker) {
    records::Plan plan;
    for (const auto& path : options.plans) {
        auto read = records::readWholePlan(path);
        if (!read) return failWith(read.diagnostics());
        std::move(read->launches.begin(), read->launches.end(), std::back_inserter(plan.launches));
        std::move(read->sequences.begin(), read->sequences.end(), std::back_inserter(plan.sequences));
    }
    auto store = records::RecordStore::open(options.output);
    if (!store) return failWith(store.diagnostics());
    std::signal(SIGINT, cancel);
    std::signal(SIGTERM, cancel);
    worker.cancelOn(&cancelled);
    const auto report = [](const auto& progress) {
        if (progress.record != nullptr || progress.resumed) std::cerr << lineOf(progress) << "\n";
        if (progress.record != nullptr) print(progress.record->diagnostics);
    };
    auto summary =
        measurePlan(plan, options.device, options.settings, options.resume, *store, worker, report, report);
    if (!summary) return failWith(summary.diagnostics());
    print(summary->diagnostics);
    std::cerr << lineOf(*summary) << "; records in " << options.output.string() << "\n";
    if (cancelled) return exitInterrupted;
    return summary->failed + summary->wrong + summary->left > 0 ? exitResultHasErrors : exitOk;
}

/// In this process: every line is on disk before the next probe, so what a driver breaks off is kept.
int calibrate(const Options& options) {
    std::ofstream out(options.output, std::ios::binary);
    if (!out) return failWith({unwritable("file", options.output.string())});
    CalibrationRun run;
    run.device = options.device;
    run.quick = options.quick;
    if (options.calibrationSeconds) run.mostSeconds = *options.calibrationSeconds;
    std::signal(SIGINT, cancel);
    std::signal(SIGTERM, cancel);
    std::size_t lines = 0;
    const auto start = std::chrono::steady_clock::now();
    const Diagnostics faults = runCalibration(run, [&](const Json& line) {
        ++lines;
        const std::string& status = line["status"].text();
        if (status == "failed") std::cerr << line["id"].text() << ": " << line["why"].text() << "\n";
        return !cancelled && static_cast<bool>(out << line.compact() << "\n" << std::flush);
    });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::cerr << lines << " lines in " << options.output.string() << ", " << static_cast<int>(seconds)
              << " s\n";
    if (cancelled) return exitInterrupted;
    if (faults.empty()) return exitOk;
    return failWith(faults);
}

} // namespace

int main(int argc, char** argv) {
    const auto options = warpstring::measure::parseOptions(argc, argv);
    if (!options) return exitUsage;
    switch (options->action) {
    case warpstring::measure::Options::Action::Help:
        std::cout << warpstring::measure::helpText();
        return exitOk;
    case warpstring::measure::Options::Action::Version:
        std::cout << "warpstring-measure " WARPSTRING_VERSION "\n";
        return exitOk;
    case warpstring::measure::Options::Action::Worker:
        return warpstring::measure::runWorker(samples::sampleReferences());
    case warpstring::measure::Options::Action::Calibrate: return calibrate(*options);
    default: break;
    }
    std::error_code error;
    warpstring::measure::WorkerProcess worker(std::filesystem::read_symlink("/proc/self/exe", error));
    return options->action == warpstring::measure::Options::Action::Devices ? listDevicesOf(worker)
                                                                            : measurePlans(*options, worker);
}
