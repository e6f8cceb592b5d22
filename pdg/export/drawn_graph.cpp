// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/drawn_graph.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "pdg/export/labels.h"
#include "pdg/export/region_weight.h"

namespace warpstring::pdg_export {

namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

/// The line of the kernel's own file: where the code stands, else where its function was called.
int kernelLine(const Pdg& pdg, const CodePlace& place) {
    const auto own = [&](const SourceLocation& at) {
        return at.line > 0 && (at.file.empty() || at.file == pdg.sourceName);
    };
    if (own(place.at)) return place.at.line;
    const auto call = std::find_if(place.inlinedAt.begin(), place.inlinedAt.end(), own);
    return call == place.inlinedAt.end() ? 0 : call->line;
}

/// For each region the one that is drawn in its place: itself, or the outermost collapsed one around it.
std::vector<RegionId> representatives(const Pdg& pdg, const std::set<RegionId>& collapsed) {
    std::vector<RegionId> shown(pdg.regions.size(), none);
    for (RegionId id{0}; id.index() < shown.size(); ++id) {
        RegionId outermost = id;
        std::size_t steps = 0;
        for (RegionId at = id; at.index() < pdg.regions.size() && steps <= shown.size();
             at = pdg.regions[at].parent) {
            if (collapsed.contains(at)) outermost = at;
            ++steps;
        }
        shown[id] = outermost;
    }
    return shown;
}

std::vector<GraphRow> regionRows(const Pdg& pdg, const Region& region,
                                 const evaluation::Evaluation* evaluation) {
    if (region.kind == Region::Kind::Entry) return {{"kernel " + pdg.kernel, 0}};
    if (region.kind == Region::Kind::LoopBody && region.loop.index() < pdg.loops.size()) {
        const Loop& loop = pdg.loops[region.loop];
        const std::string where = label::place(pdg, loop.place);
        const int line = kernelLine(pdg, loop.place);
        const std::string trips = evaluation == nullptr ? label::weight(loop) : tripsText(loop, *evaluation);
        return {{"loop " + std::to_string(loop.id) + (where.empty() ? "" : ", " + where), line},
                {trips + (loop.unrolled ? ", unrolled" : ""), line}};
    }
    const int line = kernelLine(pdg, region.place);
    // One parent's condition stands in its diamond already.
    if (region.controlParents.size() == 1) return {{"R" + std::to_string(region.id), line}};
    return {{"R" + std::to_string(region.id), line}, {label::expression(pdg, region.guard), line}};
}

std::vector<GraphRow> runRows(const Pdg& pdg, const std::vector<StatementId>& run) {
    std::vector<GraphRow> rows;
    for (const auto& stretch : label::stretches(pdg, run))
        rows.push_back({label::row(pdg, stretch), kernelLine(pdg, pdg.statements[stretch.front()].place)});
    return rows;
}

/// "2 loops, 96x compute, 12 accesses, 2 barriers": what a collapsed region holds.
std::string contents(const Pdg& pdg, const DrawnNode& node) {
    std::size_t loops = 0, computes = 0, accesses = 0, barriers = 0;
    for (const RegionId id : node.regions)
        loops += id != node.node.region() && pdg.regions[id].kind == Region::Kind::LoopBody ? 1 : 0;
    for (const StatementId id : node.statements) {
        const Statement& statement = pdg.statements[id];
        if (statement.kind == StatementKind::Compute) computes += static_cast<std::size_t>(statement.count);
        accesses += statement.kind == StatementKind::Memory ? 1 : 0;
        barriers += statement.kind == StatementKind::Barrier ? 1 : 0;
    }
    std::string text;
    const auto add = [&](std::size_t count, const std::string& one, const std::string& several) {
        if (count == 0) return;
        text += (text.empty() ? "" : ", ") + std::to_string(count) + (count == 1 ? one : several);
    };
    add(loops, " loop", " loops");
    add(computes, "x compute", "x compute");
    add(accesses, " access", " accesses");
    add(barriers, " barrier", " barriers");
    return text.empty() ? "no instruction" : text;
}

class Drawing {
public:
    Drawing(const Pdg& pdg, const GraphDetail& detail)
        : pdg_(pdg), detail_(detail), shown_(representatives(pdg, detail.collapsed)),
          regions_(pdg.regions.size(), nowhere), predicates_(pdg.predicates.size(), nowhere),
          statements_(pdg.statements.size(), nowhere) {}

    DrawnGraph make() {
        for (const auto& region : pdg_.regions)
            if (shown_[region.id] == region.id) addRegion(region);
        for (const auto& region : pdg_.regions)
            if (shown_[region.id] != region.id || detail_.collapsed.contains(region.id)) standIn(region);
        for (auto& node : graph_.nodes) {
            std::sort(node.statements.begin(), node.statements.end());
            std::sort(node.predicates.begin(), node.predicates.end());
            if (node.collapsed) node.rows.push_back({contents(pdg_, node), node.rows.front().line});
        }
        for (const auto& region : pdg_.regions) addControl(region);
        addDependences();
        return std::move(graph_);
    }

private:
    std::size_t add(DrawnNode node) {
        graph_.nodes.push_back(std::move(node));
        return graph_.nodes.size() - 1;
    }

    void addRegion(const Region& region) {
        DrawnNode node;
        node.node = region.id;
        node.shape = GraphShape::Oval;
        node.collapsed = detail_.collapsed.contains(region.id);
        node.rows = regionRows(pdg_, region, detail_.evaluation);
        node.regions = {region.id};
        const bool open = !node.collapsed;
        regions_[region.id] = add(std::move(node));
        if (!open) return;
        for (const auto& item : label::items(pdg_, region)) {
            if (!item.run.empty())
                addRun(item);
            else if (item.node.kind == NodeRef::Kind::Predicate)
                addPredicate(pdg_.predicates[item.node.predicate()]);
            else if (item.node.kind == NodeRef::Kind::Statement)
                addStatement(pdg_.statements[item.node.statement()]);
        }
    }

    void addRun(const label::Item& item) {
        DrawnNode node;
        node.node = item.node;
        node.rows = runRows(pdg_, item.run);
        node.statements = item.run;
        const std::size_t at = add(std::move(node));
        for (const StatementId id : item.run) statements_[id] = at;
    }

    void addPredicate(const Predicate& predicate) {
        DrawnNode node;
        node.node = predicate.id;
        node.shape = GraphShape::Diamond;
        node.rows = {{label::expression(pdg_, predicate.condition), kernelLine(pdg_, predicate.place)}};
        node.predicates = {predicate.id};
        predicates_[predicate.id] = add(std::move(node));
    }

    void addStatement(const Statement& statement) {
        DrawnNode node;
        node.node = statement.id;
        const bool shared = statement.access.index() < pdg_.accesses.size() &&
                            pdg_.accesses[statement.access].space == MemorySpace::Shared;
        node.fill = statement.kind == StatementKind::Barrier ? GraphFill::Barrier
                    : shared                                 ? GraphFill::SharedAccess
                                                             : GraphFill::GlobalAccess;
        const std::string where = label::place(pdg_, statement.place);
        node.rows = {{label::statement(pdg_, statement) + (where.empty() ? "" : ", " + where),
                      kernelLine(pdg_, statement.place)}};
        node.statements = {statement.id};
        statements_[statement.id] = add(std::move(node));
    }

    /// A collapsed region's node stands for what this region holds.
    void standIn(const Region& region) {
        const std::size_t at = regions_[shown_[region.id]];
        DrawnNode& node = graph_.nodes[at];
        if (region.id != shown_[region.id]) node.regions.push_back(region.id);
        regions_[region.id] = at;
        for (const NodeRef& child : region.children) {
            if (child.kind == NodeRef::Kind::Statement) {
                node.statements.push_back(child.statement());
                statements_[child.statement()] = at;
            } else if (child.kind == NodeRef::Kind::Predicate) {
                node.predicates.push_back(child.predicate());
                predicates_[child.predicate()] = at;
            }
        }
    }

    std::size_t nodeOf(const NodeRef& node) const {
        switch (node.kind) {
        case NodeRef::Kind::Region: return regions_[node.region()];
        case NodeRef::Kind::Predicate: return predicates_[node.predicate()];
        case NodeRef::Kind::Statement: break;
        }
        return statements_[node.statement()];
    }

    void edge(std::size_t from, std::size_t to, GraphEdgeKind kind, std::string weight = {}) {
        if (from == nowhere || to == nowhere || from == to || !known_.insert({from, to, kind}).second) return;
        graph_.edges.push_back({from, to, kind, std::move(weight)});
    }

    std::string weight(RegionId region) const {
        return detail_.evaluation == nullptr ? "" : weightText(*detail_.evaluation, region);
    }

    /// A region hangs below the predicates that decide on it, otherwise below its parent.
    void addControl(const Region& region) {
        for (const auto& item : label::items(pdg_, region)) {
            const bool isRegion = item.node.kind == NodeRef::Kind::Region;
            if (isRegion && !pdg_.regions[item.node.region()].controlParents.empty()) continue;
            edge(regions_[region.id], nodeOf(item.node), GraphEdgeKind::Control,
                 isRegion ? weight(item.node.region()) : "");
        }
        for (const auto& parent : region.controlParents)
            edge(predicates_[parent.predicate], regions_[region.id],
                 parent.side ? GraphEdgeKind::ControlTrue : GraphEdgeKind::ControlFalse, weight(region.id));
    }

    void addDependences() {
        for (const auto& statement : pdg_.statements) {
            for (const StatementId used : statement.data)
                dependence(used, statements_[statement.id], GraphEdgeKind::Data);
            for (const StatementId before : statement.memory)
                dependence(before, statements_[statement.id], GraphEdgeKind::MemoryOrder);
        }
        for (const auto& predicate : pdg_.predicates)
            for (const StatementId used : predicate.data)
                dependence(used, predicates_[predicate.id], GraphEdgeKind::Data);
    }

    void dependence(StatementId from, std::size_t to, GraphEdgeKind kind) {
        if (from.index() < statements_.size()) edge(statements_[from], to, kind);
    }

    const Pdg& pdg_;
    const GraphDetail& detail_;
    std::vector<RegionId> shown_;
    std::vector<std::size_t> regions_, predicates_, statements_; ///< the node that shows each
    std::set<std::tuple<std::size_t, std::size_t, GraphEdgeKind>> known_;
    DrawnGraph graph_;
};

} // namespace

DrawnGraph drawnGraph(const Pdg& pdg, const GraphDetail& detail) { return Drawing(pdg, detail).make(); }

std::string elementId(const NodeRef& node) {
    const char* const kind = node.kind == NodeRef::Kind::Region      ? "region_"
                             : node.kind == NodeRef::Kind::Predicate ? "predicate_"
                                                                     : "statement_";
    return kind + std::to_string(node.index);
}

} // namespace warpstring::pdg_export
