// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/fit_text.h"
#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/plan_options.h"
#include "app/common/print_diagnostics.h"
#include "app/common/record_devices.h"
#include "app/common/record_paths.h"
#include "study/batch/output_file.h"
#include "study/fit/features.h"
#include "study/fit/fit_points.h"
#include "study/fit/measurement_kernels.h"

namespace warpstring::cli {

namespace {

struct FitCommandOptions : PlanOptions {
    std::string model, device, caches = "warm", filter;
    std::vector<std::string> records, heldOut, tags;
    std::string folder;
    bool anyDevice = false, json = false, force = false;
};

/// Measurement kernels and their launch files, in place of a fit.
int writeKernels(const FitCommandOptions& options) {
    namespace fs = std::filesystem;
    if (options.folder.empty()) {
        std::cout << fit::measurementKernelList();
        return exitOk;
    }
    const auto kernels = fit::measurementKernels(options.tags);
    if (!kernels) return fail(kernels.diagnostics());
    std::error_code error;
    fs::create_directories(options.folder, error);
    if (error) return fail({unwritable("folder", options.folder)});
    for (const auto& kernel : *kernels)
        for (const bool isSource : {true, false}) {
            const fs::path path = fs::path(options.folder) / (kernel.name + (isSource ? ".cl" : ".toml"));
            if (!options.force && fs::exists(path, error))
                return fail({{"output.exists",
                              Severity::Error,
                              {path.string(), 0, 0},
                              "the file exists",
                              "name another folder with -o, or overwrite it with --force"}});
            if (auto faults = batch::replaceFile(path, isSource ? kernel.source : kernel.launch);
                !faults.empty())
                return fail(faults);
            std::cout << "wrote " << path.string() << "\n";
        }
    return exitOk;
}

int runFit(const FitCommandOptions& options, bool asksForKernels) {
    if (asksForKernels) return writeKernels(options);
    if (options.launches.empty() || options.model.empty()) {
        printDiagnostics({{"usage.fit",
                           Severity::Error,
                           {},
                           "a fit takes launches and a model",
                           "warpstring fit LAUNCHES --model \"t + c*f_gmem\"; or --kernels"}});
        return exitUsage;
    }
    const auto model = fit::ModelExpression::parse(options.model);
    if (!model) return fail(model.diagnostics());
    if (auto faults = fit::faultsOf(model->features()); !faults.empty()) return fail(faults);
    const auto plan = makePlan(options);
    if (!plan) return fail(plan.diagnostics());
    const auto records = readRecordsOf(options.records, plan->files());
    if (!records) return fail(records.diagnostics());
    const Cancellation cancellation(&catchInterruptions(), options.timeLimit);
    const auto points =
        fit::fitPoints(*plan, *records, model->features(),
                       {options.device, options.anyDevice,
                        options.caches == "cold" ? records::CacheState::Cold : records::CacheState::Warm,
                        options.filter, options.heldOut, &cancellation});
    if (!points) {
        printDiagnostics(points.diagnostics());
        return exitResultHasErrors;
    }
    printDiagnostics(points->diagnostics);
    auto fitted = fit::fitModel(*model, points->points);
    if (!fitted) {
        printDiagnostics(fitted.diagnostics());
        return exitResultHasErrors;
    }
    const FitReport report{options.model, plan->specs().front().name, points->device, std::move(*fitted),
                           model->features()};
    std::cout << (options.json ? fitJson(report) : fitText(report));
    return exitOk;
}

} // namespace

void addFit(CLI::App& program, int& exit) {
    auto options = std::make_shared<FitCommandOptions>();
    auto* command = program.add_subcommand(
        "fit", "a model of your own over counts of launches, fitted to what was measured of them");
    options->addTo(*command);
    command->get_option("launches")->required(false);
    command->remove_option(
        command->get_option("--model")); // which of the simulator's times: none is asked here
    command->add_option(
        "-m,--model", options->model,
        "\"t_launch + overlap(c_g*f_gmem, c_m*f_madd, k)\": names with f_ are features, all others "
        "parameters of at least 0");
    command
        ->add_option("-r,--records", options->records,
                     "measurement records: files and folders; 'measurements' beside the launch files without")
        ->allow_extra_args(false);
    addDevices(*command, options->device, options->anyDevice);
    command->add_option("--caches", options->caches, "records with caches in this state: warm or cold")
        ->capture_default_str()
        ->check(CLI::IsMember({"warm", "cold"}));
    command->add_option("--filter", options->filter, "only launches with this in their names");
    command
        ->add_option("--hold-out", options->heldOut,
                     "launches and kernels with this in their names are predicted, not fitted to")
        ->allow_extra_args(false);
    command->add_flag("--json", options->json, "print JSON");
    auto* kernels =
        command
            ->add_option(
                "--kernels", options->tags,
                "in place of a fit: kernels to measure, chosen by tags (\"flops\", \"m:256,512\"), and their "
                "launch files; without -o, a list of them")
            ->type_name("TAG...")
            ->expected(0, -1);
    command->add_option("-o,--output", options->folder, "folder for these")->needs(kernels);
    command->add_flag("--force", options->force, "overwrite what is there")->needs(kernels);
    command->callback([options, kernels, &exit] { exit = runFit(*options, kernels->count() > 0); });
}

} // namespace warpstring::cli
