// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transformed/transform_simulations.h"

#include <algorithm>

#include "core/files/launches/launch_sweep.h"
#include "stringmodel/machine/occupancy.h"

namespace warpstring::transformed {

namespace {

Result<std::vector<Launch>> launchesOf(const transform::KernelText& text) {
    auto sweep = files::LaunchSweep::parse(text.launch, text.launchPath);
    if (!sweep) return sweep.diagnostics();
    return sweep->all();
}

/// Work-groups that registers alone would allow on a multiprocessor.
int groupsByRegisters(const machine::Occupancy& occupancy) {
    const auto& limits = occupancy.limits;
    const auto found = std::find_if(limits.begin(), limits.end(),
                                    [](const auto& limit) { return limit.resource == "registers"; });
    return found == limits.end() ? occupancy.groups : found->groups;
}

} // namespace

Result<std::vector<TransformedLaunch>> TransformSimulations::compared(const transform::KernelText& before,
                                                                      const transform::KernelText& after) {
    auto was = launchesOf(before), is = launchesOf(after);
    if (!was) return was.diagnostics();
    if (!is) return is.diagnostics();
    std::vector<TransformedLaunch> all;
    for (const auto& launch : *is) {
        // Launches of a sweep are found by their arguments' values; one that was taken out has no partner.
        const auto partner = std::find_if(was->begin(), was->end(),
                                          [&](const Launch& other) { return other.name == launch.name; });
        const auto& other = partner != was->end() ? *partner : was->front();
        auto then = simulated(other, before), now = simulated(launch, after);
        if (!then) return then.diagnostics();
        if (!now) return now.diagnostics();
        all.push_back({std::move(*then), std::move(*now)});
    }
    return all;
}

Result<FollowedRecipe> TransformSimulations::recipeFor(const transform::KernelText& text, int registerLimit,
                                                       const transform::RewriteOptions& settings) {
    FollowedRecipe followed{{}, registerLimit, "as asked"};
    if (registerLimit == 0) {
        auto limit = limitOf(text);
        if (!limit) return limit;
        followed = std::move(*limit);
    }
    auto recipe = transform::followRecipe(
        text, followed.limit, [&](const transform::KernelText& made) { return mostRegisters(made); }, settings);
    if (!recipe) return recipe.diagnostics();
    followed.recipe = std::move(*recipe);
    return followed;
}

Result<int> TransformSimulations::mostRegisters(const transform::KernelText& text) {
    const auto launches = launchesOf(text);
    if (!launches) return launches.diagnostics();
    int most = 0;
    for (const auto& launch : *launches) {
        const auto simulation = simulated(launch, text);
        if (!simulation) return simulation.diagnostics();
        most = std::max(most, simulation->wantedRegisters);
    }
    return most;
}

Result<FollowedRecipe> TransformSimulations::limitOf(const transform::KernelText& text) {
    const auto launches = launchesOf(text);
    if (!launches) return launches.diagnostics();
    FollowedRecipe least;
    for (const auto& launch : *launches) {
        const auto simulation = simulated(launch, text);
        if (!simulation) return simulation.diagnostics();
        const int registers = registersThatKeep(launch, *simulation);
        if (least.limit != 0 && least.limit <= registers) continue;
        least.limit = registers;
        least.limitWords = "which keep " + std::to_string(simulation->occupancy.warps) +
                           " warps on a multiprocessor of " + spec_.name;
    }
    return least;
}

int TransformSimulations::registersThatKeep(const Launch& launch, const Simulation& simulation) const {
    const int most = spec_.occupancy.registersPerWorkItem;
    int registers = std::max(1, simulation.wantedRegisters);
    while (registers < most) {
        const auto next = machine::occupancy(spec_, launch.range, registers + 1, 0, 0);
        if (!next || groupsByRegisters(*next) < simulation.occupancy.groups) break;
        ++registers;
    }
    return registers;
}

Result<Simulation> TransformSimulations::simulated(Launch launch, const transform::KernelText& text) {
    if (!options_.options.empty()) launch.options += " " + options_.options;
    if (options_.registers) launch.registers = *options_.registers;
    launch.source = text.sourcePath;
    const auto graph = graphs_.graphFor(launch, text.source, spec_.device.addressBits, options_.sourceShape,
                                        &cancellation_, spec_.execution.warpSize);
    if (!*graph) return graph->diagnostics();
    SimulationOptions settings;
    settings.cancellation = &cancellation_;
    settings.evaluation.threshold = options_.threshold;
    settings.model = options_.model;
    settings.assembler = graphs_.assemblies().assembler(&cancellation_);
    return simulate(**graph, launch, spec_, settings);
}

} // namespace warpstring::transformed
