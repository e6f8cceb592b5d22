// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/generate_tree.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "core/text/duration_text.h"
#include "generate/patterns/notation.h"
#include "pdg/export/dot.h"
#include "pdg/export/svg.h"

namespace warpstring::cli {

namespace {

using pdg_export::escapedText;

constexpr std::size_t mostOfAWay = 6; ///< numbers of one way that are drawn, the fastest
constexpr std::size_t widestLine = 76;
constexpr const char* winnersColour = "#dcebf7";

/// Lines that begin at the left.
std::string lines(const std::string& text) {
    std::string label;
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);) {
        // Graphviz swallows blanks at a line's beginning.
        const std::size_t blanks = line.find_first_not_of(' ');
        for (std::size_t i = 0; i < (blanks == std::string::npos ? 0 : blanks); ++i) label += "\xC2\xA0";
        label += escapedText(line.substr(blanks == std::string::npos ? 0 : blanks)) + "\\l";
    }
    return label;
}

std::string node(const std::string& id, const std::string& label, bool isWinners) {
    return "    " + id + " [label=\"" + label + "\"" +
           (isWinners ? std::string(", fillcolor=\"") + winnersColour + "\"" : "") + "];\n";
}

std::string derivationText(const generate::Program& program, const generate::Candidate& winner) {
    std::string text = "  subgraph cluster_derivation {\n    label=\"" +
                       escapedText("how " + program.name + " became its fastest form") + "\";\n";
    generate::Expr now = program.body;
    text += node("step_0", lines(generate::toNotationLines(now, widestLine)), false);
    for (std::size_t i = 0; i < winner.steps.size(); ++i) {
        const Result<generate::Expr> next = generate::after(now, winner.steps[i]);
        if (!next) break;
        now = *next;
        const generate::Rule* rule = generate::findRule(winner.steps[i].rule);
        const std::string id = "step_" + std::to_string(i + 1);
        text += node(id, lines(generate::toNotationLines(now, widestLine)), i + 1 == winner.steps.size());
        text += "    step_" + std::to_string(i) + " -> " + id + " [label=\"" +
                escapedText(std::to_string(i + 1) + ". " + generate::toText(winner.steps[i])) +
                "\", tooltip=\"" + escapedText(rule == nullptr ? "" : std::string(rule->says)) + "\"];\n";
    }
    return text + "  }\n";
}

/// Candidates that have a stage's way in common, by their order in the ranking.
struct WayNode {
    std::string way;
    std::map<std::string, WayNode> below; ///< by the next stage's way
    std::vector<std::size_t> here;        ///< whose last stage this is
    std::size_t first = 0;                ///< the fastest candidate in it
};

void insert(WayNode& node, const generate::Candidate& candidate, std::size_t rank, std::size_t stage) {
    if (node.way.empty() && node.here.empty() && node.below.empty()) node.first = rank;
    if (stage == candidate.ways.size()) {
        node.here.push_back(rank);
        return;
    }
    const auto [entry, isNew] = node.below.try_emplace(candidate.ways[stage].way);
    if (isNew) {
        entry->second.way = candidate.ways[stage].way;
        entry->second.first = rank;
    }
    insert(entry->second, candidate, rank, stage + 1);
}

std::string numbersText(const generate::Candidate& candidate) {
    std::string text;
    for (std::size_t stage = 0; stage < candidate.ways.size(); ++stage) {
        std::string numbers;
        for (const auto& [name, value] : candidate.ways[stage].numbers)
            numbers += (numbers.empty() ? "" : ", ") + name + " = " + std::to_string(value);
        if (!numbers.empty()) text += (text.empty() ? "" : "; ") + numbers;
    }
    return text;
}

void draw(const WayNode& way, const std::string& id, const std::vector<generate::Candidate>& candidates,
          std::string& text) {
    std::vector<const WayNode*> below;
    for (const auto& [name, each] : way.below) below.push_back(&each);
    std::ranges::sort(below, {}, &WayNode::first);
    const auto arrow = [&](const std::string& to) { text += "    " + id + " -> " + to + ";\n"; };
    for (std::size_t i = 0; i < below.size(); ++i) {
        const std::string next = id + "_" + std::to_string(i);
        text += node(next, escapedText(below[i]->way), below[i]->first == 0);
        arrow(next);
        draw(*below[i], next, candidates, text);
    }
    for (std::size_t i = 0; i < std::min(way.here.size(), mostOfAWay); ++i) {
        const generate::Candidate& candidate = candidates[way.here[i]];
        const std::string leaf = id + "_time_" + std::to_string(i);
        const std::string numbers = numbersText(candidate);
        text += node(leaf,
                     escapedText(durationText(candidate.timeUs)) +
                         (numbers.empty() ? "" : "\\n" + escapedText(numbers)),
                     way.here[i] == 0);
        arrow(leaf);
    }
    if (way.here.size() <= mostOfAWay) return;
    text +=
        node(id + "_more", "and " + std::to_string(way.here.size() - mostOfAWay) + " that are slower", false);
    arrow(id + "_more");
}

} // namespace

std::string derivationDot(const generate::Program& program, const GeneratedAnswer& answer) {
    const std::vector<generate::Candidate>& candidates = answer.result.candidates;
    std::string text = "digraph \"" + escapedText(program.name) +
                       "\" {\n  node [shape=box, style=filled, fillcolor=white, fontname=\"monospace\", "
                       "fontsize=10];\n  edge [fontname=\"sans-serif\", fontsize=10];\n"
                       "  graph [fontname=\"sans-serif\", fontsize=12, color=gray70];\n";
    text += derivationText(program, candidates.front());
    WayNode root;
    for (std::size_t i = 0; i < candidates.size(); ++i) insert(root, candidates[i], i, 0);
    text += "  subgraph cluster_ways {\n    label=\"" + escapedText("the ways, simulated on " + answer.spec) +
            "\";\n" + node("ways", escapedText(program.name), true);
    draw(root, "ways", candidates, text);
    return text + "  }\n}\n";
}

Diagnostics refusedTree(const std::filesystem::path& file) {
    if (file.extension() == ".svg" || file.extension() == ".dot") return {};
    return {Diagnostic{"usage.tree",
                       Severity::Error,
                       {},
                       "\"" + file.string() + "\" is the name of neither a picture nor a graph",
                       "--tree FILE.svg, or FILE.dot for Graphviz"}};
}

Diagnostics writeTree(const std::filesystem::path& file, const generate::Program& program,
                      const GeneratedAnswer& answer) {
    std::string text = derivationDot(program, answer);
    if (file.extension() == ".svg") {
        Result<std::string> drawn = pdg_export::drawnDot(text);
        if (!drawn) return drawn.diagnostics();
        text = *std::move(drawn);
    }
    std::ofstream stream(file, std::ios::binary);
    if (!(stream << text) || !stream.flush()) return {unwritable("picture", file.string())};
    return {};
}

} // namespace warpstring::cli
