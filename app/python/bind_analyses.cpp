// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of one launch beside its time, for Python: advice, counts; and the times of many at once.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <mutex>
#include <thread>

#include "app/common/program_paths.h"
#include "app/python/bindings.h"
#include "app/python/computing.h"
#include "app/python/held_simulation.h"
#include "app/python/refused.h"
#include "app/python/settings_of.h"
#include "core/files/launches/launch_definitions.h"
#include "study/accuracy/recorded_ratio_error.h"
#include "symbolic/counts/counts_json.h"
#include "tuning/advice/advice.h"
#include "tuning/advice/advice_json.h"

namespace warpstring::python {

namespace {

namespace py = pybind11;

std::string adviceOf(const HeldSimulation& held, unsigned jobs, const Seconds& limit) {
    const auto error = accuracy::recordedRatioError(held.spec->spec.name, cli::accuracyFolder());
    const advice::Situation situation{held.pdg(), held.chosen.launch, held.spec->spec, held.simulation};
    return compute(limit, nullptr, [&](const Cancellation& token) {
        advice::AdviceOptions how;
        how.ratioError = error.errors.median;
        how.threads = jobs;
        how.simulation = simulationOptions(held.settings, held.chosen.texts->guesses, &token);
        return toJson(advise(situation, how), situation, how.ratioError, toText(error));
    });
}

std::string countsOf(const HeldSimulation& held, const std::optional<std::vector<std::string>>& open,
                     const std::array<std::int64_t, 3>& group, std::int64_t warp, const Seconds& limit) {
    const Launch& launch = held.chosen.launch;
    const auto& texts = held.chosen.texts->kernel;
    return valueOf(compute(limit, nullptr, [&](const Cancellation& token) -> Result<std::string> {
        symbolic::CountOptions options;
        options.evaluation.threshold = held.settings.threshold;
        options.evaluation.cancellation = &token;
        options.open = open;
        options.group = group;
        options.warp = static_cast<int>(warp);
        const auto definitions = files::parseLaunchDefinitions(texts.launch, texts.launchPath, launch.swept);
        if (!definitions) return definitions.diagnostics();
        options.definitions = *definitions;
        const auto counts = countLaunch(held.pdg(), launch, held.spec->spec, options);
        if (!counts) return counts.diagnostics();
        return toJson(*counts, held.pdg(), launch.name, held.spec->spec.name);
    }));
}

/// What is kept of a simulation where there are many.
struct Figures {
    std::string kernel, boundBy, text; ///< text: of the launch
    double timeUs = 0, latencyCycles = 0;
    int registers = 0, warps = 0;
    std::size_t assumptions = 0;
};

Figures figuresOf(const HeldSimulation& held) {
    const Simulation& of = held.simulation;
    return {of.kernel,          of.boundBy(),           held.chosen.texts->kernel.launch,
            of.kernelTimeUs(),  of.warpLatencyCycles(), of.registers,
            of.occupancy.warps, of.assumptions.size()};
}

/// One of many kernels whose times are asked for. Not every one of them needs to be answered.
struct Candidate {
    LaunchSource source;
    std::optional<Result<Figures>> answer;
};

void answer(Candidate& candidate, const SpecPointer& spec, const Settings& settings,
            const Cancellation* cancellation) {
    auto launches = chosenLaunches(candidate.source, spec->spec, cancellation);
    if (!launches) {
        candidate.answer.emplace(launches.diagnostics());
        return;
    }
    const auto held = simulated(std::move(launches->front()), spec, settings, cancellation);
    if (!held)
        candidate.answer.emplace(held.diagnostics());
    else if (hasErrors(held->simulation.diagnostics))
        candidate.answer.emplace(held->simulation.diagnostics);
    else
        candidate.answer.emplace(figuresOf(*held));
}

/// Seconds bound each of them.
void answerAll(std::vector<Candidate>& candidates, const SpecPointer& spec, const Settings& settings,
               unsigned jobs, const Seconds& limit, Progress& progress, const Cancellation& token,
               std::atomic<bool>& asked) {
    std::atomic<std::size_t> next = 0;
    std::mutex telling;
    std::size_t done = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < candidates.size() && !token.isStopped(); i = next++) {
            const Cancellation ofOne(&asked, limit ? std::optional(std::chrono::duration<double>(*limit))
                                                   : std::nullopt);
            answer(candidates[i], spec, settings, &ofOne);
            const std::lock_guard lock(telling);
            ++done;
            if (progress.isWanted()) progress.tell(done, candidates.size());
        }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < jobs; ++i) threads.emplace_back(work);
    work();
    for (auto& thread : threads) thread.join();
}

py::list timesOf(const py::list& sources, const SpecPointer& spec, const py::tuple& settings, unsigned jobs,
                 const Seconds& limit, py::object onProgress) {
    std::vector<Candidate> candidates;
    candidates.reserve(sources.size());
    for (const auto& each : sources) {
        const auto parts = each.cast<py::tuple>();
        candidates.push_back({{parts[0].cast<std::optional<std::string>>(), parts[1].cast<std::string>(),
                               choiceOf(parts[2].cast<py::dict>()), parts[3].cast<std::string>()},
                              {}});
    }
    const Settings how = settingsOf(settings);
    Progress progress(std::move(onProgress));
    std::atomic<bool>& asked = Interruptible::asked();
    compute({}, &progress, [&](const Cancellation& token) {
        answerAll(candidates, spec, how, jobs, limit, progress, token, asked);
        return true;
    });
    py::list answers;
    for (const Candidate& candidate : candidates) {
        if (!candidate.answer) throw Refused(interrupted());
        if (!candidate.answer->ok()) {
            answers.append(toPython(candidate.answer->diagnostics()));
            continue;
        }
        const Figures& of = **candidate.answer;
        answers.append(py::make_tuple(of.timeUs, of.latencyCycles, of.boundBy, of.kernel, of.registers,
                                      of.warps, of.assumptions, of.text));
    }
    return answers;
}

} // namespace

void bindAnalyses(py::module_& module) {
    module.def("advise", &adviceOf, py::arg("simulation"), py::arg("jobs"), py::arg("time_limit"));
    module.def("counts", &countsOf, py::arg("simulation"), py::arg("open"), py::arg("group"), py::arg("warp"),
               py::arg("time_limit"));
    module.def("times", &timesOf, py::arg("sources"), py::arg("spec"), py::arg("settings"), py::arg("jobs"),
               py::arg("time_limit"), py::arg("on_progress"));
    module.def(
        "ratio_error",
        [](const SpecPointer& spec) {
            const auto error = accuracy::recordedRatioError(spec->spec.name, cli::accuracyFolder());
            return py::make_tuple(error.errors.median, error.errors.percentile75, toText(error));
        },
        py::arg("spec"));
}

} // namespace warpstring::python
