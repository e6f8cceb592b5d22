// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/ranking.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "generate/code/launch_files.h"
#include "stringmodel/simulation.h"
#include "tuning/search/parallel_tasks.h"

namespace warpstring::generate {
namespace {

/// Equal for the same choices: FNV-1a over their names.
search::VariantId idOf(const Candidate& candidate) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto add = [&](std::string_view text) {
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
        hash = (hash ^ 0xffU) * 0x100000001b3u;
    };
    for (const std::string& choice : candidate.choices) add(choice);
    for (const std::int64_t local : candidate.code.local) add(std::to_string(local));
    return hash;
}

} // namespace

struct Ranking::Task {
    Candidate candidate;
    search::VariantId id = 0;
    bool isRepeated = false; ///< told before, or by another one of the batch
    struct Kernel {          ///< after the closed form
        batch::GraphCache::Graph graph;
        Simulation simulation;
    };
    std::vector<Kernel> kernels;
    std::optional<search::KnownVariant> known;
    bool isOfState = false;
};

/// Adds the kernel to the task.
Diagnostics Ranking::lookAt(Task& task, std::size_t kernel, const Cancellation& cancellation) {
    const Candidate& candidate = task.candidate;
    const Launch launch = launchOf(candidate.form, candidate.generated, kernel);
    Task::Kernel look;
    look.graph = graphs_.graphFor(launch, candidate.generated.source, spec_.device.addressBits, false,
                                  &cancellation, spec_.execution.warpSize);
    if (!*look.graph) return look.graph->diagnostics();
    SimulationOptions options;
    options.model = ModelChoice::ClosedForm;
    options.cancellation = &cancellation;
    auto simulation = simulate(**look.graph, launch, spec_, options);
    if (!simulation) return simulation.diagnostics();
    look.simulation = std::move(*simulation);
    task.kernels.push_back(std::move(look));
    return {};
}

void Ranking::look(Task& task, const Cancellation& cancellation) {
    const auto refuse = [&](const Diagnostics& why) {
        if (cancellation.reason() == StopReason::None) task.known = search::KnownVariant{{}, why.front()};
    };
    Result<Generated> generated = generateCode(task.candidate.form, task.candidate.code);
    if (!generated) return refuse(generated.diagnostics());
    task.candidate.generated = *std::move(generated);
    if (options_.state != nullptr) task.known = options_.state->find(options_.stateDevice, task.id);
    // Dominated is so beside what that search had seen.
    if (task.known && task.known->figures.outcome == search::Outcome::Dominated) task.known.reset();
    task.isOfState = task.known.has_value();
    if (task.isOfState) return;
    for (std::size_t i = 0; i < task.candidate.generated.kernels.size(); ++i) {
        if (const Diagnostics faults = lookAt(task, i, cancellation); !faults.empty()) return refuse(faults);
    }
}

void Ranking::finish(Task& task, const Cancellation& cancellation) {
    Candidate& candidate = task.candidate;
    double closed = 0;
    for (const Task::Kernel& kernel : task.kernels) closed += kernel.simulation.time.timeUs;
    search::VariantFigures figures{search::Outcome::Ranked, closed, closed};
    const bool twoSteps = search::hasTimeline(spec_, ModelChoice::BySpec);
    if (twoSteps && closed > options_.dominance * leastClosed_) {
        figures.outcome = search::Outcome::Dominated;
    } else {
        for (const Task::Kernel& kernel : task.kernels) {
            double us = kernel.simulation.time.timeUs;
            std::string boundBy = kernel.simulation.time.boundBy;
            if (twoSteps) {
                timeline::TimelineOptions how;
                how.cancellation = &cancellation;
                const auto run = timeline::kernelTimeline(**kernel.graph, kernel.simulation.evaluation, spec_,
                                                          kernel.simulation.occupancy, how);
                if (run.isComplete) { // beyond its budget, the closed form is the answer
                    us = run.timeUs;
                    boundBy = run.boundBy;
                }
            }
            candidate.kernelsUs.push_back(us);
            candidate.boundBy.push_back(std::move(boundBy));
        }
        figures.timeUs = std::accumulate(candidate.kernelsUs.begin(), candidate.kernelsUs.end(), 0.0);
    }
    task.kernels.clear();
    if (cancellation.reason() == StopReason::None) task.known = search::KnownVariant{figures, std::nullopt};
}

void Ranking::report(const Task& task) {
    if (!options_.onProgress || !task.known) return;
    const std::lock_guard lock(progress_);
    ++done_;
    if (task.known->figures.outcome == search::Outcome::Ranked)
        best_ = std::min(best_, task.known->figures.timeUs);
    options_.onProgress(done_, best_);
}

void Ranking::keep(Task& task) {
    if (!task.known) return; // stopped
    const search::KnownVariant& known = *task.known;
    ++result_.simulated;
    if (task.candidate.generated.kernels.empty()) ++withoutCode_;
    if (task.isOfState)
        ++result_.known;
    else if (options_.state != nullptr)
        options_.state->add(options_.stateDevice, task.id, known);
    if (known.fault) {
        ++result_.refused;
        if (std::ranges::find(result_.refusals, known.fault->message) == result_.refusals.end())
            result_.refusals.push_back(known.fault->message);
        told_[task.id] = std::nullopt;
        return;
    }
    told_[task.id] = known.figures.timeUs;
    if (known.figures.outcome == search::Outcome::Dominated) {
        ++result_.dominated;
        return;
    }
    task.candidate.timeUs = known.figures.timeUs;
    result_.candidates.push_back(std::move(task.candidate));
}

std::vector<std::optional<double>> Ranking::rank(std::vector<Candidate> batch) {
    const Cancellation cancellation(options_.interrupted);
    std::vector<Task> tasks(batch.size());
    std::set<search::VariantId> begun;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        tasks[i].candidate = std::move(batch[i]);
        tasks[i].id = idOf(tasks[i].candidate);
        tasks[i].isRepeated = told_.contains(tasks[i].id) || !begun.insert(tasks[i].id).second;
    }
    search::forEachTask(tasks.size(), options_.threads, [&](unsigned, std::size_t i) {
        if (!tasks[i].isRepeated && !cancellation.isStopped()) look(tasks[i], cancellation);
        report(tasks[i]);
    });
    for (const Task& task : tasks) {
        double closed = task.known ? task.known->figures.closedFormUs : 0;
        if (!task.known)
            for (const Task::Kernel& kernel : task.kernels) closed += kernel.simulation.time.timeUs;
        if (closed > 0) leastClosed_ = std::min(leastClosed_, closed);
    }
    search::forEachTask(tasks.size(), options_.threads, [&](unsigned, std::size_t i) {
        if (tasks[i].known || tasks[i].kernels.empty() || cancellation.isStopped()) return;
        finish(tasks[i], cancellation);
        report(tasks[i]);
    });
    std::vector<std::optional<double>> times;
    times.reserve(tasks.size());
    for (Task& task : tasks) {
        keep(task);
        const auto told = told_.find(task.id);
        times.push_back(told == told_.end() ? std::nullopt : told->second);
    }
    return times;
}

Result<GenerateResult> Ranking::result(const Program& program) {
    result_.isComplete = !isStopped();
    std::ranges::stable_sort(result_.candidates, {}, [](const Candidate& candidate) {
        return std::pair(candidate.timeUs, candidate.steps.size());
    });
    const std::size_t detailed = std::min(result_.candidates.size(), options_.details);
    search::forEachTask(detailed, options_.threads, [&](unsigned, std::size_t i) {
        Candidate& candidate = result_.candidates[i];
        if (!candidate.kernelsUs.empty()) return;
        if (Result<Candidate> timed = simulated(candidate, spec_, graphs_)) candidate = *std::move(timed);
    });
    if (!result_.candidates.empty()) return std::move(result_);
    Diagnostic none;
    none.code = "generate.no-candidate";
    none.message =
        "no way was found to compute " + program.name + ": " +
        (result_.refusals.empty() ? "the rules that are allowed lower no stage" : result_.refusals.front());
    none.hint = "--allow and --forbid say which rules may be taken";
    return none;
}

} // namespace warpstring::generate
