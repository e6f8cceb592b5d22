// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/graph/collapsible_graph.h"

#include <algorithm>

#include "pdg/export/suggested_collapse.h"

namespace warpstring::gui {

namespace {

Result<ShownGraph> made(const SharedAnalysis& analysis, const std::set<RegionId>& collapsed) {
    auto layout = pdg_export::layOut(*analysis->pdg, {collapsed, &analysis->simulation.evaluation});
    if (!layout) return layout.diagnostics();
    const std::size_t all =
        collapsed.empty() ? layout->nodes.size() : pdg_export::drawnGraph(*analysis->pdg).nodes.size();
    return ShownGraph{analysis, collapsed, std::move(layout).value(), all};
}

} // namespace

bool sameRegions(const Pdg& a, const Pdg& b) {
    return a.kernel == b.kernel && std::equal(a.regions.begin(), a.regions.end(), b.regions.begin(),
                                              b.regions.end(), [](const Region& x, const Region& y) {
                                                  return x.kind == y.kind && x.parent == y.parent;
                                              });
}

void CollapsibleGraph::show(SharedAnalysis analysis) {
    const bool same = analysis && analysis_ && sameRegions(*analysis->pdg, *analysis_->pdg);
    if (analysis && !same) collapsed_ = pdg_export::suggestedCollapse(*analysis->pdg, mostNodesAtFirst);
    analysis_ = std::move(analysis);
    if (analysis_) {
        request();
        return;
    }
    collapsed_.clear();
    diagnostics_.clear();
    shown_.reset();
    received_ = ++requested_; // what is under way is of no use
    Q_EMIT layoutChanged(false);
    Q_EMIT stateChanged();
}

bool CollapsibleGraph::canToggle(RegionId region) const {
    return analysis_ && region.index() < analysis_->pdg->regions.size() &&
           !analysis_->pdg->regions[region].children.empty();
}

void CollapsibleGraph::toggle(RegionId region) {
    if (!canToggle(region)) return;
    if (collapsed_.erase(region) == 0) collapsed_.insert(region);
    request();
}

void CollapsibleGraph::openWhatFits() {
    if (!analysis_) return;
    collapsed_ = pdg_export::suggestedCollapse(*analysis_->pdg, mostNodesAtFirst);
    request();
}

void CollapsibleGraph::collapseAll() {
    if (!analysis_) return;
    collapsed_.clear();
    for (const Region& region : analysis_->pdg->regions)
        if (region.parent == entryRegion && canToggle(region.id)) collapsed_.insert(region.id);
    request();
}

std::vector<bool> CollapsibleGraph::markedNodes(const Focus& focus) const {
    if (!shown_) return {};
    std::vector<bool> marked;
    marked.reserve(shown_->layout.nodes.size());
    for (const pdg_export::LaidOutNode& node : shown_->layout.nodes) {
        const pdg_export::DrawnNode& drawn = node.drawn;
        marked.push_back(std::any_of(drawn.statements.begin(), drawn.statements.end(),
                                     [&](StatementId id) { return focus.hasStatement(id); }) ||
                         std::any_of(drawn.predicates.begin(), drawn.predicates.end(),
                                     [&](PredicateId id) { return focus.hasPredicate(id); }) ||
                         std::any_of(drawn.regions.begin(), drawn.regions.end(),
                                     [&](RegionId id) { return focus.hasRegion(id); }));
    }
    return marked;
}

Focus CollapsibleGraph::focusOf(std::size_t node) const {
    if (!shown_ || node >= shown_->layout.nodes.size()) return {};
    const pdg_export::DrawnNode& drawn = shown_->layout.nodes[node].drawn;
    const ElementIndex& elements = shown_->analysis->elements;
    return drawn.node.kind == NodeRef::Kind::Statement ? elements.fromStatements(drawn.statements)
                                                       : elements.fromNode(drawn.node);
}

QString CollapsibleGraph::summary() const {
    if (!shown_) return {};
    const std::size_t drawn = shown_->layout.nodes.size();
    if (shown_->collapsed.empty()) return QStringLiteral("%1 nodes").arg(drawn);
    return QStringLiteral("%1 of %2 nodes").arg(drawn).arg(shown_->allNodes);
}

void CollapsibleGraph::request() {
    const quint64 revision = ++requested_;
    task_.start([this, revision, analysis = analysis_, collapsed = collapsed_](const std::atomic<bool>&) {
        auto graph = std::make_shared<Result<ShownGraph>>(made(analysis, collapsed));
        QMetaObject::invokeMethod(
            this, [this, revision, graph] { receive(revision, std::move(*graph)); }, Qt::QueuedConnection);
    });
    Q_EMIT stateChanged();
}

void CollapsibleGraph::receive(quint64 revision, Result<ShownGraph> graph) {
    if (revision != requested_) return; // another one is under way
    received_ = requested_;
    if (!graph) {
        diagnostics_ = graph.diagnostics();
        Q_EMIT stateChanged();
        return;
    }
    diagnostics_.clear();
    const bool same = shown_ && sameRegions(*shown_->analysis->pdg, *graph->analysis->pdg);
    shown_ = std::make_shared<const ShownGraph>(std::move(graph).value());
    Q_EMIT layoutChanged(same);
    Q_EMIT stateChanged();
}

} // namespace warpstring::gui
