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
#include "study/fit/features.h"
#include "study/fit/fit_points.h"

namespace warpstring::cli {

namespace {

struct FitCommandOptions : PlanOptions {
    std::string model, device, caches = "warm", filter;
    std::vector<std::string> records, heldOut;
    bool anyDevice = false, json = false;
};

int runFit(const FitCommandOptions& options) {
    const auto model = fit::ModelExpression::parse(options.model);
    if (!model) return fail(model.diagnostics());
    if (auto faults = fit::faultsOf(model->features()); !faults.empty()) return fail(faults);
    const auto plan = makePlan(options);
    if (!plan) return fail(plan.diagnostics());
    const auto records = readRecordsOf(options.records, plan->files());
    if (!records) return fail(records.diagnostics());
    const Cancellation cancellation(&catchInterruptions(), options.timeLimit);
    const auto points = fit::fitPoints(
        *plan, *records, model->features(),
        {options.device, options.anyDevice,
         options.caches == "cold" ? records::CacheState::Cold : records::CacheState::Warm, options.filter,
         options.heldOut, &cancellation});
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
    command
        ->add_option("-m,--model", options->model,
                     "\"t_launch + overlap(c_g*f_gmem, c_m*f_madd, k)\": names with f_ are features, all others "
                     "parameters of at least 0")
        ->required();
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
    command->callback([options, &exit] { exit = runFit(*options); });
}

} // namespace warpstring::cli
