// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/text_tree.h"

#include <string_view>

#include "pdg/export/labels.h"

namespace warpstring::pdg_export {

namespace {

struct Node {
    std::string text;
    std::vector<Node> children;
};

std::string at(const Pdg& pdg, const CodePlace& place, std::string_view before) {
    const std::string text = label::place(pdg, place);
    return text.empty() ? text : std::string(before) + text;
}

Node predicateNode(const Pdg& pdg, const Predicate& predicate) {
    std::string text = "predicate " + std::to_string(predicate.id) + at(pdg, predicate.place, " ") + ": " +
                       label::expression(pdg, predicate.condition);
    if (predicate.whenTrue != none) text += ", true: region " + std::to_string(predicate.whenTrue);
    if (predicate.whenFalse != none) text += ", false: region " + std::to_string(predicate.whenFalse);
    if (predicate.closesLoop) text += " (closes the loop)";
    if (predicate.free) text += " (costs nothing)";
    return {std::move(text), {}};
}

std::string regionText(const Pdg& pdg, const Region& region) {
    if (region.kind != Region::Kind::LoopBody || region.loop.index() >= pdg.loops.size())
        return "region " + std::to_string(region.id) + at(pdg, region.place, " ") + " if " +
               label::expression(pdg, region.guard);
    const Loop& loop = pdg.loops[region.loop];
    const std::string id = std::to_string(loop.id);
    std::string text = "loop " + id + at(pdg, loop.place, " ") + ": " + label::weight(loop) + ", i" + id;
    if (!loop.constantTrips) text += ", again if " + label::expression(pdg, loop.continues);
    if (loop.unrolled) text += ", unrolled";
    return text;
}

std::vector<Node> childNodes(const Pdg& pdg, const Region& region) {
    std::vector<Node> nodes;
    if (region.kind == Region::Kind::LoopBody && region.loop.index() < pdg.loops.size())
        for (const auto& variable : pdg.loops[region.loop].inductions)
            nodes.push_back({"induction " + variable.name + " = " + label::expression(pdg, variable.value) +
                                 " (" + std::string(label::name(variable.kind)) + ")",
                             {}});
    for (const auto& item : label::items(pdg, region)) {
        if (!item.run.empty()) {
            for (auto& row : label::rows(pdg, item.run)) nodes.push_back({std::move(row), {}});
        } else if (item.node.kind == NodeRef::Kind::Statement) {
            const Statement& statement = pdg.statements[item.node.statement()];
            nodes.push_back({label::statement(pdg, statement) + at(pdg, statement.place, ", "), {}});
        } else if (item.node.kind == NodeRef::Kind::Predicate) {
            nodes.push_back(predicateNode(pdg, pdg.predicates[item.node.predicate()]));
        } else {
            const Region& child = pdg.regions[item.node.region()];
            nodes.push_back({regionText(pdg, child), childNodes(pdg, child)});
        }
    }
    return nodes;
}

void draw(const std::vector<Node>& nodes, const std::string& indent, std::string& text) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool last = i + 1 == nodes.size();
        text += indent + (last ? "└─ " : "├─ ") + nodes[i].text + "\n";
        draw(nodes[i].children, indent + (last ? "   " : "│  "), text);
    }
}

std::string kernelText(const Pdg& pdg) {
    std::string text = "kernel " + pdg.kernel;
    if (!pdg.sourceName.empty()) text += " in " + pdg.sourceName;
    text += ": " + std::to_string(pdg.registers) + " registers";
    if (pdg.sharedBytes > 0) text += ", " + std::to_string(pdg.sharedBytes) + " bytes shared";
    if (pdg.privateBytes > 0) text += ", " + std::to_string(pdg.privateBytes) + " bytes private";
    return text;
}

} // namespace

std::string toTextTree(const Pdg& pdg) {
    std::string text = kernelText(pdg) + "\n";
    if (!pdg.regions.empty()) draw(childNodes(pdg, pdg.regions.front()), "", text);
    return text;
}

} // namespace warpstring::pdg_export
