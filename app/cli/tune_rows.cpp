// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tune_rows.h"

#include <filesystem>

#include "app/common/print_diagnostics.h"
#include "core/text/text_format.h"
#include "study/batch/content_hash.h"

namespace warpstring::cli {

namespace {

Result<search::VariantRowInputs> inputsOf(const TuneOptions& options, const TuneInput& input) {
    search::VariantRowInputs all;
    for (const search::NamedText* text : {&input.launch, &input.source})
        all.files.push_back({text->path.string(), batch::ContentHashes::ofText(text->text)});
    std::vector<std::filesystem::path> more;
    if (!options.space.empty()) more.emplace_back(options.space);
    for (const auto& [name, argument] : input.start.arguments)
        if (const BufferArgument* buffer = elementsOf(argument);
            buffer != nullptr && buffer->init == BufferInit::File)
            more.push_back(buffer->file);
    batch::ContentHashes hashes;
    for (const auto& path : more) {
        const auto hash = hashes.of(path);
        if (!hash) return hash.diagnostics();
        all.files.push_back({path.string(), *hash});
    }
    const auto& evaluation = options.evaluation;
    all.settings = {{"model", batch::wordOf(evaluation.model)},
                    {"threshold", formatted("%.17g", evaluation.threshold)},
                    {"registers", evaluation.registers ? toText(*evaluation.registers) : ""},
                    {"added build options", options.options}};
    return all;
}

/// What a task is to be given. Specs by name: nodes may have other devices than this machine, and other
/// settings.
std::vector<std::string> wordsOf(const TuneRowsRun& run) {
    auto words = taskWords(run.command, {"rows", "top", "state", "output", "kernel-tuner", "tuning-results",
                                         "cache", "measure", "device", "records", "curve", "json", "csv"});
    if (run.options.specs.empty())
        for (const HardwareSpec& spec : run.input.specs)
            words.push_back("--spec=" + std::filesystem::absolute(spec.file).string());
    return words;
}

} // namespace

TuneRows rowsOf(const TuneRowsRun& run) {
    const TuneOptions& options = run.options;
    auto inputs = inputsOf(options, run.input);
    if (!inputs) return {std::nullopt, fail(inputs.diagnostics())};
    const auto plan = rowPlanOf(run.texts.space(), run.input.specs, run.evaluations, std::move(*inputs));
    if (!plan) return {std::nullopt, fail(plan.diagnostics())};
    search::VariantRowMaker maker(run.texts, run.graphs, run.input.specs, options.evaluation, options.jobs,
                                  &run.interrupted);
    const RowFileRun file{options.rows, options.resume,  options.quiet,
                          options.jobs, run.interrupted, wordsOf(run)};
    if (const auto exit = bringRows(*plan, maker, file)) return {std::nullopt, *exit};
    auto rows = search::VariantRows::read(options.rows.file, *plan, run.input.specs.size());
    if (!rows) return {std::nullopt, fail(rows.diagnostics())};
    return {std::move(*rows), 0};
}

} // namespace warpstring::cli
