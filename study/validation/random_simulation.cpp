// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/random_simulation.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include "core/random/growth.h"
#include "core/random/random_launch.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::validation {

bool ValidationRow::has(const std::string& feature) const {
    return std::binary_search(features.begin(), features.end(), feature);
}

std::vector<records::ResolvedLaunch> launchesOf(const RandomKernels& kernels) {
    std::vector<records::ResolvedLaunch> launches;
    launches.reserve(kernels.count);
    for (std::uint64_t index = 0; index < kernels.count; ++index)
        launches.push_back(random_kernels::launchOf(kernels.seed, index, kernels.mostGroups));
    return launches;
}

ValidationRow simulateRandomKernel(const RandomKernels& kernels, std::uint64_t index, const HardwareSpec& spec,
                                   ModelChoice model, const Cancellation& cancellation) {
    const records::ResolvedLaunch resolved = random_kernels::launchOf(kernels.seed, index, kernels.mostGroups);
    const auto features = random_kernels::grown(kernels.seed, index, kernels.mostGroups).features;
    ValidationRow row;
    row.seed = kernels.seed;
    row.index = index;
    row.launch = resolved.launch.name;
    row.fingerprint = fingerprint(resolved);
    row.features.assign(features.begin(), features.end());
    const auto graph =
        frontend::buildPdg({resolved.launch.source.string(), resolved.sourceText}, resolved.launch.kernel,
                           {resolved.launch.options, spec.device.addressBits, false, &cancellation});
    if (!graph) {
        row.diagnostics = graph.diagnostics();
        return row;
    }
    SimulationOptions options;
    options.model = model;
    options.cancellation = &cancellation;
    auto simulation = simulate(*graph, resolved.launch, spec, options);
    if (!simulation) {
        row.diagnostics = simulation.diagnostics();
        return row;
    }
    row.predictedUs = simulation->kernelTimeUs();
    row.boundBy = simulation->boundBy();
    row.diagnostics = std::move(simulation->diagnostics);
    return row;
}

std::vector<ValidationRow> simulateRandom(const RandomKernels& kernels, const HardwareSpec& spec,
                                          const RandomSimulationOptions& options) {
    std::vector<ValidationRow> rows(kernels.count);
    std::atomic<std::uint64_t> next{0};
    std::mutex mutex;
    batch::BatchProgress progress;
    progress.total = kernels.count;
    const auto work = [&] {
        for (std::uint64_t index = next++; index < kernels.count; index = next++) {
            if (options.cancel != nullptr && *options.cancel) return;
            const Cancellation cancellation(options.cancel, options.timeLimit);
            ValidationRow row = simulateRandomKernel(kernels, index, spec, options.model, cancellation);
            if (cancellation.reason() == StopReason::Interrupted) return;
            rows[index] = std::move(row);
            const std::lock_guard lock(mutex);
            ++progress.written;
            if (!rows[index].predictedUs) ++progress.errors;
            if (options.onProgress) options.onProgress(progress);
        }
    };
    std::vector<std::thread> threads;
    for (int job = 1; job < options.jobs; ++job) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    return rows;
}

} // namespace warpstring::validation
