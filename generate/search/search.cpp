// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/search.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

#include "generate/code/launch_files.h"
#include "stringmodel/simulation.h"

namespace warpstring::generate {
namespace {

/// With the stage lowered as the choice says; nullopt where its steps do not fit. Groups' sizes are left as
/// they are.
std::optional<Candidate> lowered(Candidate candidate, const Choice& choice) {
    for (const Step& step : choice.steps) {
        const Result<Expr> next = after(candidate.form.body, step);
        if (!next) return std::nullopt;
        candidate.form.body = *next;
    }
    candidate.steps.insert(candidate.steps.end(), choice.steps.begin(), choice.steps.end());
    candidate.choices.push_back(choice.name);
    return candidate;
}

/// The plainest choice for every stage that is left.
std::optional<Candidate> closed(const Candidate& begun, const Allowed& allowed) {
    std::optional<Candidate> candidate = begun;
    for (int stage = 0; stage < 64 && candidate; ++stage) {
        const std::optional<Path> open = openStage(candidate->form.body);
        if (!open) return candidate;
        const std::vector<Choice> choices = choicesAt(candidate->form.body, *open, allowed);
        if (choices.empty()) return std::nullopt;
        candidate = lowered(*std::move(candidate), choices.front());
    }
    return std::nullopt;
}

std::optional<Candidate> taken(const Candidate& prefix, const Choice& choice) {
    std::optional<Candidate> candidate = lowered(prefix, choice);
    for (std::size_t d = 0; candidate && d < 3; ++d) {
        if (choice.code.local[d] > 0) candidate->code.local[d] = choice.code.local[d];
    }
    return candidate;
}

bool isInterrupted(const GenerateOptions& options) {
    return options.interrupted != nullptr && options.interrupted->load();
}

} // namespace

Result<Candidate> simulated(const Candidate& candidate, const HardwareSpec& spec, batch::GraphCache& graphs,
                            const Cancellation* cancellation) {
    Candidate result = candidate;
    Result<Generated> generated = generateCode(candidate.form, candidate.code);
    if (!generated) return generated.diagnostics();
    result.generated = *std::move(generated);
    result.kernelsUs.clear();
    result.boundBy.clear();
    for (std::size_t i = 0; i < result.generated.kernels.size(); ++i) {
        const Launch launch = launchOf(result.form, result.generated, i);
        const auto graph = graphs.graphFor(launch, result.generated.source, spec.device.addressBits, false,
                                           cancellation, spec.execution.warpSize);
        if (!*graph) return graph->diagnostics();
        SimulationOptions options;
        options.cancellation = cancellation;
        const auto simulation = simulate(**graph, launch, spec, options);
        if (!simulation) return simulation.diagnostics();
        result.kernelsUs.push_back(simulation->kernelTimeUs());
        result.boundBy.push_back(simulation->boundBy());
    }
    result.timeUs = std::accumulate(result.kernelsUs.begin(), result.kernelsUs.end(), 0.0);
    return result;
}

Result<GenerateResult> search(const Program& program, const HardwareSpec& spec, batch::GraphCache& graphs,
                              const GenerateOptions& options) {
    GenerateResult result;
    std::mutex mutex;
    std::atomic<std::size_t> started = 0;
    const Cancellation cancellation(options.interrupted);
    Candidate prefix;
    prefix.form = program;
    prefix.code.lockStep = options.lockStep;
    const auto refuse = [&](const Diagnostics& why) {
        ++result.refused;
        if (std::ranges::find(result.refusals, why.front().message) == result.refusals.end())
            result.refusals.push_back(why.front().message);
    };
    if (!openStage(prefix.form.body)) { // every stage is lowered by who wrote it
        Result<Candidate> timed = simulated(prefix, spec, graphs, &cancellation);
        if (!timed) return timed.diagnostics();
        ++result.simulated;
        result.candidates.push_back(*std::move(timed));
        return result;
    }
    for (int stage = 0; stage < 64; ++stage) {
        const std::optional<Path> open = openStage(prefix.form.body);
        if (!open) break;
        const std::vector<Choice> choices = choicesAt(prefix.form.body, *open, options.allowed);
        std::vector<std::optional<Candidate>> times(choices.size());
        std::vector<std::optional<Candidate>> prefixes(choices.size());
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t i = next++; i < choices.size(); i = next++) {
                if (isInterrupted(options) || started++ >= options.budget) return;
                prefixes[i] = taken(prefix, choices[i]);
                std::optional<Candidate> whole =
                    prefixes[i] ? closed(*prefixes[i], options.allowed) : std::nullopt;
                if (!whole) continue;
                const Result<Candidate> timed = simulated(*whole, spec, graphs, &cancellation);
                if (isInterrupted(options) && !timed) return; // it was stopped, not refused
                const std::lock_guard lock(mutex);
                ++result.simulated;
                if (!timed) {
                    refuse(timed.diagnostics());
                    continue;
                }
                times[i] = *timed;
                result.candidates.push_back(*timed);
                if (options.onProgress) {
                    const auto best = std::ranges::min_element(result.candidates, {}, &Candidate::timeUs);
                    options.onProgress(result.simulated, best->timeUs);
                }
            }
        };
        std::vector<std::thread> threads;
        for (unsigned t = 1; t < std::max(1U, options.threads); ++t) threads.emplace_back(work);
        work();
        for (std::thread& thread : threads) thread.join();
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < choices.size(); ++i) {
            if (times[i] && (!best || times[i]->timeUs < times[*best]->timeUs)) best = i;
        }
        if (!best) break;
        prefix = *prefixes[*best];
    }
    std::ranges::stable_sort(result.candidates, {}, [](const Candidate& candidate) {
        return std::pair(candidate.timeUs, candidate.steps.size());
    });
    if (result.candidates.empty()) {
        std::string why =
            result.refusals.empty() ? "the rules that are allowed lower no stage" : result.refusals.front();
        Diagnostic none;
        none.code = "generate.no-candidate";
        none.message = "no way was found to compute " + program.name + ": " + why;
        none.hint = "--allow and --forbid say which rules may be taken";
        return none;
    }
    return result;
}

} // namespace warpstring::generate
