// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/export/derivation_picture.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "core/text/duration_text.h"
#include "generate/patterns/notation.h"
#include "pdg/export/dot.h"
#include "pdg/export/svg.h"

namespace warpstring::generate {

namespace {

using pdg_export::escapedText;

constexpr std::size_t mostOfAWay = 6; ///< numbers of one way that are told, the fastest
/// Forms that are drawn, so many of them at the derivation's end; those between have one arrow.
constexpr std::size_t mostForms = 12, formsAtEnd = 4;
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

/// A step's arrow, or one for several whose forms are not drawn.
std::string arrow(std::size_t from, std::size_t to, const std::vector<Step>& steps) {
    std::string label, says;
    for (std::size_t i = from; i < to; ++i) {
        label += escapedText(std::to_string(i + 1) + ". " + toText(steps[i])) + "\\l";
        const Rule* rule = findRule(steps[i].rule);
        if (from + 1 == to && rule != nullptr) says = escapedText(std::string(rule->says));
    }
    return "    step_" + std::to_string(from) + " -> step_" + std::to_string(to) + " [label=\"" + label +
           "\", tooltip=\"" + says + "\"];\n";
}

std::string derivationText(const Program& program, const Candidate& winner) {
    std::string text = "  subgraph cluster_derivation {\n    label=\"" +
                       escapedText("how " + program.name + " became its fastest form") + "\";\n";
    std::vector<Expr> forms{program.body};
    for (const Step& step : winner.steps) {
        const Result<Expr> next = after(forms.back(), step);
        if (!next) break;
        forms.push_back(*next);
    }
    const std::size_t last = forms.size() - 1;
    const bool isLong = last > mostForms;
    std::size_t drawn = 0;
    for (std::size_t i = 0; i <= last; ++i) {
        if (isLong && i >= mostForms - formsAtEnd && i <= last - formsAtEnd) continue;
        text +=
            node("step_" + std::to_string(i), lines(toNotationLines(forms[i], widestLine)), i > 0 && i == last);
        if (i > 0) text += arrow(drawn, i, winner.steps);
        drawn = i;
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

void insert(WayNode& node, const Candidate& candidate, std::size_t rank, std::size_t stage) {
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

std::string numbersText(const Candidate& candidate) {
    std::string text;
    for (const WayTaken& taken : candidate.ways) {
        std::string numbers;
        for (const auto& [name, value] : taken.numbers)
            numbers += (numbers.empty() ? "" : ", ") + name + " = " + std::to_string(value);
        if (!numbers.empty()) text += (text.empty() ? "" : "; ") + numbers;
    }
    return text;
}

void draw(const WayNode& way, const std::string& id, const std::vector<Candidate>& candidates,
          std::string& text) {
    std::vector<const WayNode*> below;
    below.reserve(way.below.size());
    for (const auto& [name, each] : way.below) below.push_back(&each);
    std::ranges::sort(below, {}, &WayNode::first);
    const auto lead = [&](const std::string& to) { text += "    " + id + " -> " + to + ";\n"; };
    for (std::size_t i = 0; i < below.size(); ++i) {
        const std::string next = id + "_" + std::to_string(i);
        text += node(next, escapedText(below[i]->way), below[i]->first == 0);
        lead(next);
        draw(*below[i], next, candidates, text);
    }
    if (way.here.empty()) return;
    std::string label;
    for (std::size_t i = 0; i < std::min(way.here.size(), mostOfAWay); ++i) {
        const Candidate& candidate = candidates[way.here[i]];
        const std::string numbers = numbersText(candidate);
        label += escapedText(durationText(candidate.timeUs) + (numbers.empty() ? "" : "  " + numbers)) + "\\l";
    }
    if (way.here.size() > mostOfAWay)
        label +=
            escapedText("and " + std::to_string(way.here.size() - mostOfAWay) + " that are slower") + "\\l";
    text += node(id + "_times", label, way.here[0] == 0);
    lead(id + "_times");
}

} // namespace

std::string derivationDot(const Program& program, const std::vector<Candidate>& candidates,
                          const std::string& spec) {
    std::string text = "digraph \"" + escapedText(program.name) +
                       "\" {\n  node [shape=box, style=filled, fillcolor=white, fontname=\"monospace\", "
                       "fontsize=10];\n  edge [fontname=\"sans-serif\", fontsize=10];\n"
                       "  graph [fontname=\"sans-serif\", fontsize=12, color=gray70];\n";
    text += derivationText(program, candidates.front());
    WayNode root;
    for (std::size_t i = 0; i < candidates.size(); ++i) insert(root, candidates[i], i, 0);
    text += "  subgraph cluster_ways {\n    label=\"" + escapedText("the ways, simulated on " + spec) +
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

Diagnostics writeTree(const std::filesystem::path& file, const Program& program,
                      const std::vector<Candidate>& candidates, const std::string& spec) {
    std::string text = derivationDot(program, candidates, spec);
    if (file.extension() == ".svg") {
        Result<std::string> drawn = pdg_export::drawnDot(text);
        if (!drawn) return drawn.diagnostics();
        text = *std::move(drawn);
    }
    std::ofstream stream(file, std::ios::binary);
    if (!(stream << text) || !stream.flush()) return {unwritable("picture", file.string())};
    return {};
}

} // namespace warpstring::generate
