// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/generate_run.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "app/gui/models/qt_text.h"
#include "generate/code/host_reference.h"
#include "generate/code/launch_files.h"
#include "generate/running/search_state.h"

namespace warpstring::gui {

namespace {

constexpr auto tellingPause = std::chrono::milliseconds(60);

/// How far it is.
struct Telling {
    std::function<void(const std::string& device, std::size_t done, std::size_t total, double bestUs)> ways;
    std::function<void(const std::string& device)> runs;
};

/// What the winner of each device takes on the others.
std::vector<std::vector<double>> winnersElsewhere(const std::vector<DeviceCandidates>& devices,
                                                  batch::GraphCache& graphs, const Cancellation& cancellation) {
    std::vector<std::vector<double>> times;
    times.reserve(devices.size());
    for (const DeviceCandidates& winner : devices) {
        std::vector<double>& row = times.emplace_back();
        for (const DeviceCandidates& other : devices) {
            const auto& best = winner.result.candidates.front();
            if (&winner == &other) {
                row.push_back(best.timeUs);
                continue;
            }
            const auto timed = generate::simulated(best, *other.device.spec, graphs, &cancellation);
            row.push_back(timed ? timed->timeUs : 0);
        }
    }
    return times;
}

generate::GenerateOptions optionsOf(const GenerateRequest& request) {
    generate::GenerateOptions options;
    options.allowed = request.allowed;
    options.budget = request.budget;
    options.threads = request.jobs > 0 ? request.jobs : std::max(2U, std::thread::hardware_concurrency()) - 1;
    options.seed = request.seed;
    options.extent = request.extent;
    options.method = request.method;
    return options;
}

/// nullptr where none is kept.
Result<std::unique_ptr<search::SearchState>> stateOf(const GenerateRequest& request) {
    if (request.state.empty()) return std::unique_ptr<search::SearchState>();
    std::vector<HardwareSpec> specs;
    specs.reserve(request.specs.size());
    for (const NamedSpec& each : request.specs) specs.push_back(*each.spec);
    return generate::openState(request.state, request.description, specs, optionsOf(request));
}

/// What running ways of a device tells; a way that is wrong goes. What keeps them from running is no fault.
void runWays(const GenerateRequest& request, const generate::Generated& reference,
             const std::atomic<bool>& stop, DeviceCandidates& found, Diagnostics& faults) {
    generate::GeneratedRuns runs(request.device, stop);
    const auto take = [&](const Diagnostics& told) {
        for (const Diagnostic& one : told)
            if (one.code != "generate.unverified") faults.push_back(one);
    };
    auto& candidates = found.result.candidates;
    if (request.verifies)
        take(verifyWinner(request.description, *request.program, runs, candidates, found.told));
    if (request.measured > 0 && !stop)
        take(measureWays(reference, runs, candidates, request.measured, found.told));
}

GenerateOutcome generated(GenerateRequest request, const std::atomic<bool>& stop, const Telling& tell) {
    GenerateOutcome outcome;
    outcome.request = std::move(request);
    auto reference = generate::referenceOf(*outcome.request.program);
    if (!reference) {
        outcome.faults = reference.diagnostics();
        return outcome;
    }
    outcome.reference = *std::move(reference);
    if (auto host = generate::hostReference(*outcome.request.program, outcome.request.program->name))
        outcome.host = *std::move(host);
    auto state = stateOf(outcome.request);
    if (!state) {
        outcome.faults = state.diagnostics();
        return outcome;
    }
    batch::GraphCache graphs;
    const Cancellation cancellation(&stop);
    generate::GenerateOptions options = optionsOf(outcome.request);
    options.interrupted = &stop;
    options.state = state->get();
    for (const NamedSpec& device : outcome.request.specs) {
        options.stateDevice = static_cast<std::size_t>(&device - outcome.request.specs.data());
        const std::size_t total =
            std::min(generate::enumerationSize(*outcome.request.program, options), options.budget);
        options.onProgress = [&](std::size_t done, double bestUs) {
            tell.ways(device.name, done, std::max(done, total), bestUs);
        };
        auto found = generate::search(*outcome.request.program, *device.spec, graphs, options);
        if (found) {
            DeviceCandidates all{device, *std::move(found), {}};
            if (!stop && (outcome.request.verifies || outcome.request.measured > 0)) {
                tell.runs(device.name);
                runWays(outcome.request, outcome.reference, stop, all, outcome.faults);
            }
            if (!all.result.candidates.empty()) outcome.devices.push_back(std::move(all));
        } else if (!stop)
            outcome.faults.insert(outcome.faults.end(), found.diagnostics().begin(), found.diagnostics().end());
        if (stop) break;
    }
    if (*state)
        if (const auto faults = (*state)->flush(); !faults.empty())
            outcome.faults.insert(outcome.faults.end(), faults.begin(), faults.end());
    outcome.timesUs = winnersElsewhere(outcome.devices, graphs, cancellation);
    outcome.isComplete = !stop;
    return outcome;
}

} // namespace

void GenerateRun::start(GenerateRequest request) {
    begin([this, request = std::move(request)](const std::atomic<bool>& stop,
                                               const std::atomic<bool>& cancelled,
                                               const Post& post) mutable -> std::function<void()> {
        if (cancelled) return [] {}; // replaced before it began: nobody hears of it
        auto told = std::chrono::steady_clock::time_point();
        Telling tell;
        tell.runs = [&](const std::string& device) {
            post([this, name = toQString(device)] { Q_EMIT runningWays(name); });
        };
        tell.ways = [&](const std::string& device, std::size_t done, std::size_t total, double bestUs) {
            const auto now = std::chrono::steady_clock::now();
            if (now - told < tellingPause) return;
            told = now;
            post([this, name = toQString(device), done, total, bestUs] {
                Q_EMIT progressed(name, done, total, bestUs);
            });
        };
        auto outcome = std::make_shared<const GenerateOutcome>(generated(std::move(request), stop, tell));
        return [this, outcome] { Q_EMIT finished(outcome); };
    });
}

} // namespace warpstring::gui
