// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/analysis.h"

#include "app/gui/models/shell_words.h"
#include "stringmodel/machine/scalar_work.h"

namespace warpstring::gui {

batch::GraphCache::Graph graphFor(const AnalysisRequest& request, batch::GraphCache& graphs,
                                  const Cancellation* cancellation) {
    return graphs.graphFor(request.launch, request.sourceText, request.spec->device.addressBits,
                           request.sourceShape, cancellation, request.spec->execution.warpSize);
}

SimulationOptions simulationOptions(const AnalysisRequest& request, const Cancellation* cancellation) {
    SimulationOptions options;
    options.cancellation = options.timeline.cancellation = cancellation;
    options.evaluation.threshold = request.threshold;
    options.model = request.model;
    options.timeline.multiprocessor = request.multiprocessor;
    return options;
}

Result<SharedAnalysis> analyse(const AnalysisRequest& request, batch::GraphCache& graphs,
                               const Cancellation* cancellation) {
    const auto graph = graphFor(request, graphs, cancellation);
    if (!*graph) return graph->diagnostics();
    SimulationOptions options = simulationOptions(request, cancellation);
    options.assembler = graphs.assemblies().assembler(cancellation);
    options.timeline.mostSpans = request.mostSpans;
    auto simulation = simulate(**graph, request.launch, *request.spec, options);
    if (!simulation) return simulation.diagnostics();

    auto analysis = std::make_shared<Analysis>();
    analysis->request = request;
    analysis->pdg = std::shared_ptr<const Pdg>(graph, &graph->value());
    analysis->simulation = std::move(*simulation);
    if (const auto& compiled = analysis->simulation.compiled)
        analysis->pdg = std::make_shared<const Pdg>(machine::withScalarShares(*analysis->pdg, *compiled));
    const Pdg& pdg = *analysis->pdg;
    if (!analysis->simulation.timeline)
        analysis->pictureTimeline = kernelTimeline(pdg, analysis->simulation.evaluation, *request.spec,
                                                   analysis->simulation.occupancy, options.timeline);
    analysis->replays = replay(pdg, analysis->simulation.evaluation, *request.spec, options.evaluation);
    if (isStopped(cancellation)) return cancellation->refusal();
    analysis->elements = ElementIndex(pdg, analysis->simulation.string);
    analysis->tokens = flatten(analysis->simulation.string);
    return SharedAnalysis(std::move(analysis));
}

std::string analysisArguments(const AnalysisRequest& request) {
    std::string text = shellWord(request.launch.file.string()) + " -s " + shellWord(request.specName);
    if (request.sourceShape) text += " --source-shape";
    if (request.model == ModelChoice::ClosedForm) text += " --model closed-form";
    if (request.model == ModelChoice::Timeline) text += " --model timeline";
    return text;
}

} // namespace warpstring::gui
