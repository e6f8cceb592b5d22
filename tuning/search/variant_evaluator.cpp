// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/variant_evaluator.h"

#include "stringmodel/machine/scalar_work.h"

namespace warpstring::search {

namespace {

const Diagnostic& firstError(const Diagnostics& faults) {
    for (const Diagnostic& fault : faults)
        if (fault.severity == Severity::Error) return fault;
    return faults.front();
}

FirstLook refused(Outcome outcome, const Diagnostics& faults) {
    FirstLook look;
    look.figures.outcome = outcome;
    look.fault = firstError(faults);
    return look;
}

Outcome outcomeOf(const Diagnostics& faults) {
    const std::string& code = firstError(faults).code;
    return code == "launch.does-not-fit" || code == "launch.group-too-large-for-device" ? Outcome::DoesNotFit
                                                                                        : Outcome::NotSimulated;
}

} // namespace

bool hasTimeline(const HardwareSpec& spec, ModelChoice model) {
    return model == ModelChoice::Timeline || (model == ModelChoice::BySpec && spec.hasPipes());
}

Result<Variant> VariantEvaluator::make(std::optional<VariantId> id) {
    auto variant = id ? maker_.make(*id) : maker_.start();
    if (variant && settings_.registers) variant->launch.registers = *settings_.registers;
    return variant;
}

SimulationOptions VariantEvaluator::options(const Cancellation* cancellation) const {
    SimulationOptions options;
    options.cancellation = cancellation;
    options.evaluation.threshold = settings_.threshold;
    options.model = settings_.model;
    options.assembler = graphs_.assemblies().assembler(cancellation);
    return options;
}

batch::GraphCache::Graph VariantEvaluator::graphOf(const Variant& variant, const HardwareSpec& spec,
                                                   const Cancellation* cancellation) {
    Launch launch = variant.launch;
    launch.options = variant.graphOptions;
    return graphs_.graphFor(launch, (*variant.texts)->source, spec.device.addressBits, false, cancellation,
                            spec.execution.warpSize);
}

FirstLook VariantEvaluator::look(const Result<Variant>& variant, const HardwareSpec& spec,
                                 const Cancellation* cancellation) {
    if (!variant) return refused(Outcome::NoLaunch, variant.diagnostics());
    const auto graph = graphOf(*variant, spec, cancellation);
    if (!*graph) return refused(Outcome::DoesNotParse, graph->diagnostics());
    SimulationOptions quick = options(cancellation);
    quick.model = ModelChoice::ClosedForm;
    auto simulation = simulate(**graph, variant->launch, spec, quick);
    if (!simulation) return refused(outcomeOf(simulation.diagnostics()), simulation.diagnostics());
    if (hasErrors(simulation->diagnostics)) return refused(Outcome::NotSimulated, simulation->diagnostics);
    FirstLook look;
    look.figures = {Outcome::Ranked, simulation->time.timeUs, simulation->time.timeUs};
    look.simulation = std::move(*simulation);
    look.graph = graph;
    return look;
}

VariantFigures VariantEvaluator::rank(const FirstLook& look, const HardwareSpec& spec,
                                      const Cancellation* cancellation) const {
    VariantFigures figures = look.figures;
    if (!hasTimeline(spec, settings_.model)) return figures;
    timeline::TimelineOptions how;
    how.cancellation = cancellation;
    const machine::ExecutedGraph executed(**look.graph, look.simulation->compiled.get());
    const auto run =
        timeline::kernelTimeline(*executed, look.simulation->evaluation, spec, look.simulation->occupancy, how);
    if (run.isComplete) figures.timeUs = run.timeUs; // beyond its budget, the closed form is the answer
    return figures;
}

Result<Simulation> VariantEvaluator::simulateWhole(const Variant& variant, const HardwareSpec& spec,
                                                   const Cancellation* cancellation) {
    const auto graph = graphOf(variant, spec, cancellation);
    if (!*graph) return graph->diagnostics();
    return simulate(**graph, variant.launch, spec, options(cancellation));
}

} // namespace warpstring::search
