// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answer_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string_view>
#include <vector>

#include "app/cli/model_text.h"
#include "app/cli/report_text.h"
#include "app/common/terminal.h"
#include "core/text/duration_text.h"
#include "core/text/text_format.h"
#include "stringmodel/line_costs.h"

namespace warpstring::cli {

namespace {

constexpr std::size_t linesShown = 3;
constexpr std::size_t guessesShown = 12;
constexpr std::string_view guessMark = "guessed: ";

std::string sizesText(const NDRange& range, const std::array<std::uint64_t, 3>& sizes) {
    std::string text = std::to_string(sizes[0]);
    for (int d = 1; d < range.dimensions; ++d)
        text += " x " + std::to_string(sizes[static_cast<std::size_t>(d)]);
    return text;
}

/// A line of the source without what is before and behind it, cut to `columns`.
std::string sourceLine(const std::string& source, int line, int columns) {
    std::istringstream in(source);
    std::string text;
    for (int at = 0; at < line && std::getline(in, text); ++at) {
    }
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string::npos) return "";
    text = text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
    std::replace(text.begin(), text.end(), '\t', ' ');
    if (displayWidth(text) <= columns) return text;
    std::size_t end = static_cast<std::size_t>(std::max(0, columns - 3));
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end; // within a character
    return text.substr(0, end) + "...";
}

/// What a line's cycles are spent on, most of all.
std::string_view meaningOf(const LineCost& cost) {
    const auto most = std::max_element(cost.byKind.begin(), cost.byKind.end());
    return token_string::traits(token_string::tokenKinds[static_cast<std::size_t>(most - cost.byKind.begin())])
        .meaning;
}

class Answer {
public:
    Answer(const Simulation& s, const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
           const TextStyle& style)
        : s_(s), pdg_(pdg), launch_(launch), spec_(spec), style_(style) {}

    std::string text(const std::string& specReason) {
        out_ << answerHeading(s_, launch_, spec_, specReason, style_.colour);
        lines();
        out_ << colouredIf("string", Colour::Bold) << (s_.sourceShape ? " (source shape)" : "") << "\n  "
             << colouredString(s_.string, foldUnrolled(s_.string), style_, 2) << "\n";
        assumptions();
        return out_.str();
    }

private:
    [[nodiscard]] std::string colouredIf(std::string_view text, Colour colour) const {
        return paint(text, colour, style_.colour);
    }

    void lines() {
        const LineCosts costs = lineCosts(s_, pdg_);
        std::vector<std::pair<int, const LineCost*>> order;
        for (const auto& [line, cost] : costs.lines)
            if (cost.cycles > 0) order.emplace_back(line, &cost);
        std::stable_sort(order.begin(), order.end(),
                         [](const auto& a, const auto& b) { return a.second->cycles > b.second->cycles; });
        if (order.size() > linesShown) order.resize(linesShown);
        if (order.empty() || costs.all <= 0) return;
        out_ << colouredIf("costs most", Colour::Bold) << " of a warp's cycles\n";
        for (const auto& [line, cost] : order) {
            char share[16];
            std::snprintf(share, sizeof share, "%5.1f %%", 100 * cost->cycles / costs.all);
            const std::string what = "line " + std::to_string(line) + ", " + std::string(meaningOf(*cost));
            constexpr int columnsOfWhat = 27;
            out_ << "  " << share << "  " << padded(what, columnsOfWhat) << ' '
                 << colouredIf(sourceLine(pdg_.source, line, std::max(20, style_.width - columnsOfWhat - 13)),
                               Colour::Dim)
                 << "\n";
        }
    }

    void assumptions() {
        std::vector<std::string_view> guesses;
        for (const auto& assumption : s_.assumptions)
            if (assumption.starts_with(guessMark))
                guesses.push_back(std::string_view(assumption).substr(guessMark.size()));
        if (!guesses.empty()) out_ << colouredIf("guessed", Colour::Bold) << ", for no launch file says it\n";
        for (std::size_t i = 0; i < std::min(guessesShown, guesses.size()); ++i)
            out_ << "  " << guesses[i] << "\n";
        if (guesses.size() > guessesShown) out_ << "  and " << guesses.size() - guessesShown << " more\n";
        out_ << colouredIf("--details for registers, the timeline, every token, conditions and " +
                               std::to_string(s_.assumptions.size() - guesses.size()) + " assumptions",
                           Colour::Dim)
             << "\n";
    }

    const Simulation& s_;
    const Pdg& pdg_;
    const Launch& launch_;
    const HardwareSpec& spec_;
    const TextStyle& style_;
    std::ostringstream out_;
};

} // namespace

Diagnostics withoutOtherModel(Diagnostics diagnostics) {
    std::erase_if(diagnostics, [](const Diagnostic& found) { return found.code == "simulate.models-differ"; });
    return diagnostics;
}

std::string withCommas(std::string digits) {
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string answerHeading(const Simulation& s, const Launch& launch, const HardwareSpec& spec,
                          const std::string& specReason, bool colour) {
    std::ostringstream out;
    out << paint(s.kernel, Colour::Bold, colour);
    for (const auto& [name, value] : launch.swept) out << ' ' << name << '=' << value;
    out << ": " << paint(durationText(s.kernelTimeUs()), Colour::Cyan, colour);
    if (const auto* bounds = s.reportedBounds())
        if (const std::string range =
                rangeText(durationText(bounds->lowerTimeUs), durationText(bounds->upperTimeUs));
            !range.empty())
            out << " (" << range << ")";
    out << " on " << paint(spec.name, Colour::Bold, colour);
    if (!specReason.empty()) out << " (" << specReason << ")";
    out << "\nbound by " << paint(s.boundBy(), Colour::Yellow, colour) << "; "
        << sizesText(launch.range, launch.range.global) << " work-items in groups of "
        << sizesText(launch.range, launch.range.local) << "; a warp takes "
        << withCommas(std::to_string(std::llround(s.warpLatencyCycles()))) << " cycles";
    if (!s.timeline) out << "; " << byClosedForm;
    out << "\n";
    if (!launch.description.empty()) out << paint(launch.description, Colour::Dim, colour) << "\n";
    return out.str();
}

std::string answerText(const Simulation& simulation, const Pdg& pdg, const Launch& launch,
                       const HardwareSpec& spec, const std::string& specReason, const TextStyle& style) {
    return Answer(simulation, pdg, launch, spec, style).text(specReason);
}

} // namespace warpstring::cli
