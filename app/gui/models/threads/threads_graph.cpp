// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/threads/threads_graph.h"

namespace warpstring::gui {

Result<SharedThreadsGraph> threadsGraph(const SharedAnalysis& analysis, bool asWritten,
                                        batch::GraphCache& graphs, const Cancellation* cancellation) {
    auto made = std::make_shared<ThreadsGraph>();
    made->analysis = analysis;
    made->asWritten = asWritten;
    evaluation::EvaluationOptions options;
    options.threshold = analysis->request.threshold;
    options.cancellation = cancellation;
    if (asWritten == analysis->request.sourceShape) {
        made->pdg = analysis->pdg;
        made->evaluation = analysis->simulation.evaluation;
    } else {
        AnalysisRequest request = analysis->request;
        request.sourceShape = asWritten;
        const auto graph = graphFor(request, graphs, cancellation);
        if (!*graph) return graph->diagnostics();
        made->pdg = std::shared_ptr<const Pdg>(graph, &graph->value());
        auto evaluation = evaluate(*made->pdg, analysis->launch(), analysis->spec(), options);
        if (!evaluation) return evaluation.diagnostics();
        made->evaluation = std::move(*evaluation);
    }
    made->subjects = stepSubjects(*made->pdg, made->evaluation);
    for (const auto& subject : made->subjects) {
        if (isStopped(cancellation)) return cancellation->refusal();
        if (!made->replays.contains(subject.region))
            made->replays.emplace(subject.region, replayOf(*made->pdg, made->evaluation, analysis->spec(),
                                                           subject.region, options));
    }
    return SharedThreadsGraph(std::move(made));
}

} // namespace warpstring::gui
