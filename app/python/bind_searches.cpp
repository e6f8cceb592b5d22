// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a launch faster, for Python: rewrites, and the search through a space of values.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "app/common/program_paths.h"
#include "app/python/bindings.h"
#include "app/python/computing.h"
#include "app/python/held_simulation.h"
#include "app/python/refused.h"
#include "app/python/settings_of.h"
#include "study/accuracy/recorded_ratio_error.h"
#include "tuning/search/derived_space.h"
#include "tuning/search/kernel_rewriter.h"
#include "tuning/search/search.h"
#include "tuning/search/tune_answer.h"
#include "tuning/search/tune_json.h"
#include "tuning/search/tuner_files.h"
#include "tuning/search/tuner_space.h"
#include "tuning/search/winner_files.h"
#include "tuning/transformed/transform_simulations.h"

namespace warpstring::python {

namespace {

namespace py = pybind11;

transform::RewriteOptions rewriteOptions(const HardwareSpec& spec, const Cancellation* cancellation) {
    transform::RewriteOptions options;
    options.addressBits = spec.device.addressBits;
    options.cancellation = cancellation;
    return options;
}

Result<std::vector<std::string>> applicableTo(const ChosenLaunch& launch, const HardwareSpec& spec,
                                              const Cancellation& token) {
    const auto found = transform::applicable(launch.texts->kernel, rewriteOptions(spec, &token));
    if (!found) return found.diagnostics();
    std::vector<std::string> words;
    words.reserve(found->size());
    for (const auto& rewrite : *found) words.push_back(toText(rewrite));
    return words;
}

struct Transformed {
    std::string json, source, launch;
};

Result<Transformed> transformed(const ChosenLaunch& launch, const HardwareSpec& spec, const Settings& settings,
                                const std::vector<std::string>& words, std::optional<int> registerLimit,
                                const Cancellation& token) {
    const transform::KernelText& text = launch.texts->kernel;
    const auto options = rewriteOptions(spec, &token);
    auto rewrites = transform::parseRewrites(words);
    if (!rewrites) return rewrites.diagnostics();
    warpstring::transformed::TransformReport report;
    report.launch = text.launchPath.string();
    report.rewrites = std::move(*rewrites);
    batch::BatchSettings simulated{settings.threshold, settings.sourceShape, settings.model, false, "",
                                   settings.registers};
    warpstring::transformed::TransformSimulations simulations(simulated, spec, token);
    auto rewritten = transform::rewrite(text, report.rewrites, options);
    if (!rewritten) return rewritten.diagnostics();
    if (registerLimit) {
        auto followed = simulations.recipeFor(rewritten->text, *registerLimit, options);
        if (!followed) return followed.diagnostics();
        const auto& more = followed->recipe.rewrites;
        report.rewrites.insert(report.rewrites.end(), more.begin(), more.end());
        rewritten = transform::rewrite(text, report.rewrites, options);
        if (!rewritten) return rewritten.diagnostics();
        report.recipe = std::move(*followed);
    }
    report.notes = rewritten->notes;
    report.reordersSums = rewritten->reordersSums;
    report.isLessExact = rewritten->isLessExact;
    auto launches = simulations.compared(text, rewritten->text);
    if (!launches) return launches.diagnostics();
    report.launches = std::move(*launches);
    return Transformed{transformJson(report), rewritten->text.source, rewritten->text.launch};
}

/// What is searched, and how far.
struct SearchRequest {
    std::vector<HardwareSpec> specs;
    std::optional<search::NamedText> space; ///< none: the launch's own, or one that is derived
    Settings settings;
    std::uint64_t evaluations = 0, seed = 1;
    std::size_t top = 10;
    bool why = true;
    unsigned jobs = 1;
};

Result<search::SearchSpace> spaceOf(const SearchRequest& request, const ChosenLaunch& chosen,
                                    const search::NamedText& launch, const Cancellation& token) {
    if (request.space && search::isTunerFile(request.space->text))
        return search::readTunerSpace(launch, *request.space);
    auto space = search::readSpace(launch, request.space);
    if (!space) return space.diagnostics();
    if (*space) return std::move(**space);
    const HardwareSpec& spec = request.specs.front();
    const auto graph = graphOf(chosen, spec, false, &token);
    if (!*graph) return graph->diagnostics();
    return search::deriveSpace(launch, **graph, chosen.launch, request.specs,
                               search::rewritesToTry(chosen.texts->kernel, rewriteOptions(spec, nullptr)));
}

struct Tuned {
    std::string json, csv, kernelTuner, t4;
    std::string source, launch; ///< of the fastest variant on the first device; empty where none is ranked
};

Result<Tuned> tuned(const SearchRequest& request, const ChosenLaunch& chosen, Progress& progress,
                    const std::atomic<bool>& asked, const Cancellation& token) {
    const transform::KernelText& kernel = chosen.texts->kernel;
    const search::NamedText launch{kernel.launch, kernel.launchPath};
    auto space = spaceOf(request, chosen, launch, token);
    if (!space) return space.diagnostics();
    search::VariantTextCache texts(launch, {kernel.source, kernel.sourcePath}, std::move(*space),
                                   search::kernelRewriter(kernel.launchPath, kernel.sourcePath,
                                                          rewriteOptions(request.specs.front(), nullptr)));
    search::SearchOptions how;
    how.evaluations = request.evaluations;
    how.seed = request.seed;
    how.threads = request.jobs;
    how.settings = {request.settings.threshold, request.settings.model, request.settings.registers};
    how.cancel = &asked;
    if (progress.isWanted())
        how.onProgress = [&](std::uint64_t done, std::uint64_t total) { progress.tell(done, total); };
    const auto result = search::search(texts, graphs(), request.specs, how);
    if (!result.isComplete) return interrupted();
    search::AnswerOptions answering;
    answering.top = request.top;
    answering.threads = request.jobs;
    answering.withWhy = request.why;
    answering.cancellation = &token;
    for (const HardwareSpec& spec : request.specs)
        answering.ratioErrors.push_back(
            accuracy::recordedRatioError(spec.name, cli::accuracyFolder()).errors.median);
    const auto answers = search::answersOf(result, texts, graphs(), how.settings, answering);
    Tuned found{search::toJson(chosen.launch.name, texts.space(), result, answers),
                search::toCsv(texts.space(), result),
                search::kernelTunerCache(result.devices.front(), texts.space(), chosen.launch),
                search::t4Results(result.devices.front(), texts.space()),
                "",
                ""};
    if (answers.front().top.empty()) return found;
    const auto files = search::variantFiles(texts, answers.front().top.front().id,
                                            chosen.launch.name + "-tuned", kernel.launchPath.parent_path());
    if (!files) return files.diagnostics();
    found.launch = files->launch;
    found.source = files->sourceFile.empty() ? kernel.source : files->source;
    return found;
}

py::tuple tune(const ChosenLaunch& launch, const std::vector<SpecPointer>& specs,
               const std::optional<std::pair<std::string, std::string>>& space, const py::tuple& settings,
               std::uint64_t evaluations, std::uint64_t seed, std::size_t top, bool why, unsigned jobs,
               py::object onProgress) {
    SearchRequest request;
    request.specs.reserve(specs.size());
    for (const auto& spec : specs) request.specs.push_back(spec->spec);
    if (space) request.space = search::NamedText{space->first, space->second};
    request.settings = settingsOf(settings);
    request.evaluations = evaluations;
    request.seed = seed;
    request.top = top;
    request.why = why;
    request.jobs = jobs;
    Progress progress(std::move(onProgress));
    const std::atomic<bool>& asked = Interruptible::asked();
    const Tuned found = valueOf(compute({}, &progress, [&](const Cancellation& token) {
        return tuned(request, launch, progress, asked, token);
    }));
    return py::make_tuple(found.json, found.csv, found.kernelTuner, found.t4, found.source, found.launch);
}

} // namespace

void bindSearches(py::module_& module) {
    module.def(
        "rewrites",
        [](const ChosenLaunch& launch, const SpecPointer& spec, const Seconds& limit) {
            return valueOf(compute(limit, nullptr, [&](const Cancellation& token) {
                return applicableTo(launch, spec->spec, token);
            }));
        },
        py::arg("launch"), py::arg("spec"), py::arg("time_limit"));
    module.def(
        "transform",
        [](const ChosenLaunch& launch, const SpecPointer& spec, const py::tuple& settings,
           const std::vector<std::string>& words, std::optional<int> registerLimit, const Seconds& limit) {
            const Settings how = settingsOf(settings);
            const Transformed made = valueOf(compute(limit, nullptr, [&](const Cancellation& token) {
                return transformed(launch, spec->spec, how, words, registerLimit, token);
            }));
            return py::make_tuple(made.json, made.source, made.launch);
        },
        py::arg("launch"), py::arg("spec"), py::arg("settings"), py::arg("rewrites"), py::arg("register_limit"),
        py::arg("time_limit"));
    module.def("tune", &tune, py::arg("launch"), py::arg("specs"), py::arg("space"), py::arg("settings"),
               py::arg("evaluations"), py::arg("seed"), py::arg("top"), py::arg("why"), py::arg("jobs"),
               py::arg("on_progress"));
    module.def("evaluations_of", &search::evaluationsOf, py::arg("seconds"));
}

} // namespace warpstring::python
