// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/generate_run.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "app/gui/models/qt_text.h"
#include "generate/code/host_reference.h"
#include "generate/code/launch_files.h"

namespace warpstring::gui {

namespace {

constexpr auto tellingPause = std::chrono::milliseconds(60);

using TellWays =
    std::function<void(const std::string& device, std::size_t done, std::size_t total, double bestUs)>;

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

GenerateOutcome generated(GenerateRequest request, const std::atomic<bool>& stop, const TellWays& tell) {
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
    batch::GraphCache graphs;
    const Cancellation cancellation(&stop);
    for (const NamedSpec& device : outcome.request.specs) {
        generate::GenerateOptions options;
        options.allowed = outcome.request.allowed;
        options.budget = outcome.request.budget;
        options.threads = outcome.request.jobs > 0 ? outcome.request.jobs
                                                   : std::max(2U, std::thread::hardware_concurrency()) - 1;
        options.interrupted = &stop;
        options.seed = outcome.request.seed;
        options.extent = outcome.request.extent;
        const std::size_t total =
            std::min(generate::enumerationSize(*outcome.request.program, options), options.budget);
        options.onProgress = [&](std::size_t done, double bestUs) {
            tell(device.name, done, std::max(done, total), bestUs);
        };
        auto found = generate::search(*outcome.request.program, *device.spec, graphs, options);
        if (found)
            outcome.devices.push_back({device, *std::move(found)});
        else if (!stop)
            outcome.faults.insert(outcome.faults.end(), found.diagnostics().begin(), found.diagnostics().end());
        if (stop) break;
    }
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
        const auto tell = [&](const std::string& device, std::size_t done, std::size_t total, double bestUs) {
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
