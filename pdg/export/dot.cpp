// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/dot.h"

#include <cctype>
#include <set>
#include <string_view>

#include "pdg/export/labels.h"

namespace warpstring {

namespace {

constexpr std::size_t widestLabel = 72; ///< characters

/// Length of the UTF-8 sequence at the start of `text`, 0 where there is none.
std::size_t sequenceLength(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80                    ? 1
                               : lead >= 0xc2 && lead < 0xe0  ? 2
                               : lead >= 0xe0 && lead < 0xf0  ? 3
                               : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                              : 0;
    if (length == 0 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
    return length;
}

/// For a quoted string that Graphviz also reads as an escString: quotes and backslashes stay what they are,
/// control characters become spaces, what is not UTF-8 becomes U+FFFD, and nothing reads as an HTML entity.
std::string escaped(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        const char first = text.front();
        const bool entity = first == '&' && text.size() > 1 &&
                            (text[1] == '#' || std::isalnum(static_cast<unsigned char>(text[1])) != 0);
        if (length == 0)
            result += "\xEF\xBF\xBD";
        else if (length == 1 && (static_cast<unsigned char>(first) < 0x20 || first == 0x7f))
            result += ' ';
        else if (first == '"' || first == '\\')
            result += std::string{'\\', first};
        else if (entity)
            result += "&amp;";
        else
            result += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result;
}

/// At most `widestLabel` characters.
std::string cut(std::string_view text) {
    std::size_t end = 0;
    for (std::size_t characters = 0; end < text.size(); ++characters) {
        if (characters == widestLabel) return std::string(text.substr(0, end)) + "...";
        const std::size_t length = sequenceLength(text.substr(end));
        end += length == 0 ? 1 : length;
    }
    return std::string(text);
}

class DotWriter {
public:
    explicit DotWriter(const Pdg& pdg) : pdg_(pdg), boxes_(pdg.statements.size()) {}

    std::string write() {
        text_ =
            "digraph \"" + escaped(pdg_.kernel) +
            "\" {\n"
            "  graph [fontname=\"Helvetica,Arial,sans-serif\", rankdir=LR, ordering=out, nodesep=0.2, "
            "ranksep=0.6];\n"
            "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, style=filled, fillcolor=white];\n"
            "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=10, arrowsize=0.7];\n";
        for (const auto& region : pdg_.regions) writeRegion(region);
        for (const auto& region : pdg_.regions) writeControl(region);
        writeDependences();
        return text_ + "}\n";
    }

private:
    void node(const std::string& id, const char* shape, const char* fill,
              const std::vector<std::string>& rows) {
        const char* const justify = rows.size() == 1 ? "" : std::string_view(shape) == "box" ? "\\l" : "\\n";
        std::string shown;
        std::string full;
        for (const auto& row : rows) {
            shown += escaped(cut(row)) + justify;
            full += (full.empty() ? "" : "\\n") + escaped(row);
        }
        text_ += "  \"" + id + "\" [id=\"" + id + "\", shape=" + shape + ", fillcolor=\"" + fill +
                 "\", label=\"" + shown + "\", tooltip=\"" + full + "\"];\n";
    }

    void edge(const std::string& from, const std::string& to, const std::string& attributes) {
        if (from == to || !edges_.insert(from + " " + to + " " + attributes).second) return;
        text_ += "  \"" + from + "\" -> \"" + to + "\"" + (attributes.empty() ? "" : " [" + attributes + "]") +
                 ";\n";
    }

    static std::string regionId(RegionId id) { return "region_" + std::to_string(id); }
    static std::string predicateId(PredicateId id) { return "predicate_" + std::to_string(id); }
    static std::string statementId(StatementId id) { return "statement_" + std::to_string(id); }

    static std::string idOf(const NodeRef& node) {
        switch (node.kind) {
        case NodeRef::Kind::Region: return regionId(node.id);
        case NodeRef::Kind::Predicate: return predicateId(node.id);
        case NodeRef::Kind::Statement: break;
        }
        return statementId(node.id);
    }

    std::vector<std::string> regionRows(const Region& region) const {
        if (region.kind == Region::Kind::Entry) return {"kernel " + pdg_.kernel};
        if (region.kind == Region::Kind::LoopBody && region.loop < pdg_.loops.size()) {
            const Loop& loop = pdg_.loops[region.loop];
            const std::string where = label::place(pdg_, loop.place);
            return {"loop " + std::to_string(loop.id) + (where.empty() ? "" : ", " + where),
                    label::weight(loop) + (loop.unrolled ? ", unrolled" : "")};
        }
        // One parent's condition stands in its diamond already.
        if (region.controlParents.size() == 1) return {"R" + std::to_string(region.id)};
        return {"R" + std::to_string(region.id), label::expression(pdg_, region.guard)};
    }

    void writeStatement(const Statement& statement) {
        const bool barrier = statement.kind == StatementKind::Barrier;
        const bool shared = statement.access < pdg_.accesses.size() &&
                            pdg_.accesses[statement.access].space == MemorySpace::Shared;
        const char* const fill = barrier ? "#e4e4e4" : shared ? "#dcebf7" : "#f6e7cd";
        const std::string where = label::place(pdg_, statement.place);
        node(statementId(statement.id), "box", fill,
             {label::statement(pdg_, statement) + (where.empty() ? "" : ", " + where)});
        boxes_[statement.id] = statementId(statement.id);
    }

    void writeRegion(const Region& region) {
        node(regionId(region.id), "ellipse", "white", regionRows(region));
        for (const auto& item : label::items(pdg_, region)) {
            if (!item.run.empty()) {
                for (const StatementId id : item.run) boxes_[id] = statementId(item.node.id);
                node(statementId(item.node.id), "box", "white", label::rows(pdg_, item.run));
            } else if (item.node.kind == NodeRef::Kind::Predicate) {
                const Predicate& predicate = pdg_.predicates[item.node.id];
                node(predicateId(predicate.id), "diamond", "white",
                     {label::expression(pdg_, predicate.condition)});
            } else if (item.node.kind == NodeRef::Kind::Statement) {
                writeStatement(pdg_.statements[item.node.id]);
            }
        }
    }

    /// A region hangs below the predicates that decide on it, otherwise below its parent.
    void writeControl(const Region& region) {
        for (const auto& item : label::items(pdg_, region)) {
            const bool decided =
                item.node.kind == NodeRef::Kind::Region && !pdg_.regions[item.node.id].controlParents.empty();
            if (!decided) edge(regionId(region.id), idOf(item.node), "");
        }
        for (const auto& parent : region.controlParents)
            edge(predicateId(parent.predicate), regionId(region.id),
                 parent.side ? "label=\"T\"" : "label=\"F\"");
    }

    void writeDependences() {
        // They cross the control tree and must not bend it: hence without constraint.
        const std::string data = "style=dashed, color=steelblue, constraint=false";
        for (const auto& statement : pdg_.statements) {
            for (const StatementId used : statement.data) dependence(used, boxes_[statement.id], data);
            for (const StatementId before : statement.memory)
                dependence(before, boxes_[statement.id], "style=dotted, color=gray55, constraint=false");
        }
        for (const auto& predicate : pdg_.predicates)
            for (const StatementId used : predicate.data) dependence(used, predicateId(predicate.id), data);
    }

    void dependence(StatementId from, const std::string& to, const std::string& attributes) {
        if (from < boxes_.size() && !boxes_[from].empty() && !to.empty()) edge(boxes_[from], to, attributes);
    }

    const Pdg& pdg_;
    std::vector<std::string> boxes_; ///< the node that shows a statement, by statement
    std::set<std::string> edges_;
    std::string text_;
};

} // namespace

std::string toDot(const Pdg& pdg) { return DotWriter(pdg).write(); }

} // namespace warpstring
