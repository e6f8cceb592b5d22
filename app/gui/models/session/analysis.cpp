// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/analysis.h"

#include <algorithm>

#include "app/gui/models/shell_words.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::gui {

RecentGraphs::Graph RecentGraphs::graphFor(const AnalysisRequest& request) {
    const int addressBits = request.spec->device.addressBits;
    std::string key;
    for (const std::string& part :
         {request.launch.source.string(), request.launch.kernel, request.launch.options, request.sourceText}) {
        key += part;
        key += '\0';
    }
    key += std::to_string(addressBits) + (request.sourceShape ? "s" : "o");
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
    if (found != entries_.end()) {
        std::rotate(entries_.begin(), found, found + 1);
        return entries_.front().graph;
    }
    const BuildOptions options{request.launch.options, addressBits, request.sourceShape};
    auto graph = std::make_shared<const Result<Pdg>>(
        buildPdg({request.launch.source.string(), request.sourceText}, request.launch.kernel, options));
    if (entries_.size() == mostGraphs) entries_.pop_back();
    entries_.insert(entries_.begin(), {std::move(key), graph});
    return graph;
}

Result<SharedAnalysis> analyse(const AnalysisRequest& request, RecentGraphs& graphs) {
    const auto graph = graphs.graphFor(request);
    if (!*graph) return graph->diagnostics();
    SimulationOptions options;
    options.evaluation.threshold = request.threshold;
    options.model = request.model;
    options.timeline.mostSpans = request.mostSpans;
    options.timeline.multiprocessor = request.multiprocessor;
    auto simulation = simulate(**graph, request.launch, *request.spec, options);
    if (!simulation) return simulation.diagnostics();

    auto analysis = std::make_shared<Analysis>();
    analysis->request = request;
    analysis->pdg = std::shared_ptr<const Pdg>(graph, &graph->value());
    analysis->simulation = std::move(*simulation);
    const Pdg& pdg = *analysis->pdg;
    if (!analysis->simulation.timeline)
        analysis->pictureTimeline = kernelTimeline(pdg, analysis->simulation.evaluation, *request.spec,
                                                   analysis->simulation.occupancy, options.timeline);
    analysis->replays = replay(pdg, analysis->simulation.evaluation, *request.spec, options.evaluation);
    analysis->elements = ElementIndex(pdg, analysis->simulation.string);
    analysis->tokens = flatten(analysis->simulation.string);
    return SharedAnalysis(std::move(analysis));
}

std::string cliArguments(const AnalysisRequest& request) {
    std::string text = shellWord(request.launch.file.string()) + " -s " + shellWord(request.specName);
    if (request.sourceShape) text += " --source-shape";
    if (request.model == ModelChoice::ClosedForm) text += " --model closed-form";
    if (request.model == ModelChoice::Timeline) text += " --model timeline";
    return text;
}

} // namespace warpstring::gui
