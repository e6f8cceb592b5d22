// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/candidate_plot.h"

#include <algorithm>
#include <string_view>

#include "app/gui/models/sort_keys.h"
#include "generate/search/candidate_texts.h"

namespace warpstring::gui {

namespace {

constexpr std::string_view absentNumber = "\u2013", groupsOf = ", groups of ";

void takeNumber(ChoiceParts& parts, const std::string& text, const std::string& between) {
    const std::size_t at = text.find(between);
    if (at == std::string::npos) return;
    const std::size_t begin = text.find_first_not_of(' ');
    parts.numbers.emplace_back(text.substr(begin, at - begin), text.substr(at + between.size()));
}

/// An axis as it is made: the word of each candidate.
struct WordsOfAxis {
    std::string name;
    std::vector<std::string> words;
};

/// What binds the kernel that takes longest.
std::string boundOf(const generate::Candidate& candidate) {
    if (candidate.boundBy.empty()) return std::string(absentNumber);
    const auto longest = std::ranges::max_element(candidate.kernelsUs) - candidate.kernelsUs.begin();
    return candidate.boundBy[static_cast<std::size_t>(longest)];
}

/// Of numbers that choices have; those of later stages say so where an earlier one has the same.
std::vector<WordsOfAxis> numberAxes(const std::vector<generate::Candidate>& candidates) {
    std::vector<WordsOfAxis> axes;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        for (std::size_t stage = 0; stage < candidates[i].choices.size(); ++stage)
            for (const auto& [name, value] : partsOf(candidates[i].choices[stage]).numbers) {
                const std::string called = stage == 0 ? name : name + " of stage " + std::to_string(stage + 1);
                auto axis = std::ranges::find(axes, called, &WordsOfAxis::name);
                if (axis == axes.end()) {
                    axes.push_back(
                        {called, std::vector<std::string>(candidates.size(), std::string(absentNumber))});
                    axis = axes.end() - 1;
                }
                axis->words[i] = value;
            }
    return axes;
}

/// Words in the order of people; "in the order of candidates" keeps the fastest's first.
PlotAxis axisOf(const WordsOfAxis& made, bool isByTime) {
    PlotAxis axis{made.name, {}};
    for (const std::string& word : made.words)
        if (std::ranges::find(axis.words, word) == axis.words.end()) axis.words.push_back(word);
    if (!isByTime) std::ranges::sort(axis.words, naturallyLess);
    return axis;
}

} // namespace

ChoiceParts partsOf(const std::string& choice) {
    ChoiceParts parts;
    std::size_t at = 0;
    while (at < choice.size()) {
        const std::size_t open = std::min(choice.find('(', at), choice.size());
        parts.name += choice.substr(at, open - at);
        const std::size_t close = std::min(choice.find(')', open), choice.size());
        std::size_t begin = open + 1;
        while (begin < close) {
            const std::size_t end = std::min(choice.find(", ", begin), close);
            takeNumber(parts, choice.substr(begin, end - begin), " = ");
            begin = end + 2;
        }
        at = close + 1;
    }
    if (const std::size_t groups = parts.name.find(groupsOf); groups != std::string::npos) {
        takeNumber(parts, parts.name.substr(groups + 2), " of ");
        parts.name.resize(groups);
    }
    return parts;
}

std::string rulePathOf(const generate::Candidate& candidate) {
    std::string path;
    for (const std::string& choice : candidate.choices) {
        if (!path.empty()) path += " > ";
        path += partsOf(choice).name;
    }
    return path.empty() ? "as written" : path;
}

VariantPlot plotOf(const std::vector<generate::Candidate>& candidates,
                   const std::vector<generate::MeasuredWay>& measured) {
    VariantPlot plot;
    if (candidates.empty()) return plot;
    std::vector<WordsOfAxis> made{{pathAxis, {}}};
    for (WordsOfAxis& axis : numberAxes(candidates)) made.push_back(std::move(axis));
    WordsOfAxis kernels{kernelsAxis, {}}, bounds{boundAxis, {}};
    for (const generate::Candidate& candidate : candidates) {
        made.front().words.push_back(rulePathOf(candidate));
        kernels.words.push_back(std::to_string(candidate.generated.kernels.size()));
        bounds.words.push_back(boundOf(candidate));
    }
    made.push_back(std::move(kernels));
    made.push_back(std::move(bounds));
    plot.variants.resize(candidates.size());
    for (std::size_t a = 0; a < made.size(); ++a) {
        const PlotAxis axis = axisOf(made[a], a == 0);
        if (a > 0 && axis.words.size() < 2) continue; // it tells nothing apart
        for (std::size_t i = 0; i < candidates.size(); ++i)
            plot.variants[i].choice.push_back(
                static_cast<std::size_t>(std::ranges::find(axis.words, made[a].words[i]) - axis.words.begin()));
        plot.axes.push_back(axis);
    }
    plot.leastUs = candidates.front().timeUs;
    plot.mostUs = candidates.back().timeUs;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        plot.variants[i].id = i;
        plot.variants[i].timeUs = candidates[i].timeUs;
        if (i < measured.size() && measured[i].measuredUs > 0) {
            plot.variants[i].measuredUs = measured[i].measuredUs;
            plot.leastUs = std::min(plot.leastUs, measured[i].measuredUs);
            plot.mostUs = std::max(plot.mostUs, measured[i].measuredUs);
        }
        plot.variants[i].name = generate::choicesText(candidates[i].choices);
    }
    std::ranges::reverse(plot.variants); // the slowest first
    return plot;
}

} // namespace warpstring::gui
