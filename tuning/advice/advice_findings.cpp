// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/advice_findings.h"

#include <cctype>

#include "core/text/duration_text.h"
#include "core/text/text_format.h"
#include "tuning/findings/kernel_place.h"

namespace warpstring::advice {

namespace {

using findings::Level;

/// "bank-conflicts" as "BankConflicts"
std::string joinedName(std::string_view word) {
    std::string name;
    bool begins = true;
    for (const char c : word) {
        if (c != '-') name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        begins = c == '-';
    }
    return name;
}

findings::Rule ruleOf(const CauseTraits& is) {
    findings::Rule rule;
    rule.id = is.rule;
    rule.name = joinedName(is.word);
    rule.title = is.title;
    rule.meaning = is.meaning;
    const std::string how = "The kernel was simulated once more " + std::string(is.without) +
                            ": what that gains is what the cause costs. ";
    const std::string what = is.isOfKernel
                                 ? "Where a remedy is known, the finding has it."
                                 : "It is a limit of the device: less work of this kind is the remedy.";
    rule.help = rule.meaning + " " + how + what;
    rule.helpMarkdown = "**" + rule.title + "** (`" + std::string(is.word) + "`)\n\n" + rule.meaning + "\n\n" +
                        how + what + "\n\n`warpstring advise` prints the same with all of its numbers.";
    rule.level = is.isOfKernel ? Level::Warning : Level::Note;
    rule.tags = {"performance", "gpu", is.isOfKernel ? "kernel" : "device"};
    return rule;
}

std::string percent(double fraction) { return formatted("%.1f %%", 100 * fraction); }

std::string messageOf(const Advice& advice, const Finding& finding, const Part& part,
                      const Situation& situation) {
    const CauseTraits& is = traits(finding.kind);
    std::string text(is.title);
    if (!part.cause.isOfLaunch()) text += " (" + nameOf(part.cause) + ")";
    text += ": " + situation.simulation.launch + " takes " + durationText(advice.timeUs) + " on " +
            situation.simulation.spec + ", and " + durationText(finding.timeUs) + " " +
            std::string(is.without) + " (" + percent(finding.gain) + ")";
    if (finding.parts.size() > 1)
        text += formatted("; of all %zu this one gains ", finding.parts.size()) + percent(part.gain);
    text += ". " + std::string(is.meaning);
    for (const auto& remedy : finding.remedies) text += " " + remedy.text;
    return text;
}

} // namespace

std::vector<findings::Rule> adviceRules() {
    std::vector<findings::Rule> rules;
    for (const auto& is : causeTraits()) rules.push_back(ruleOf(is));
    return rules;
}

std::vector<findings::Finding> findingsOf(const Advice& advice, const Situation& situation,
                                          findings::SourceTexts& texts) {
    std::vector<findings::Finding> found;
    const Pdg& pdg = situation.pdg;
    const auto ofKernel = findings::kernelPlace(pdg.sourceName, pdg.source, pdg.kernel);
    for (const auto& finding : advice.findings) {
        if (finding.gain < leastToldGain) continue;
        for (std::size_t i = 0; i < finding.parts.size(); ++i) {
            const Part& part = finding.parts[i];
            if (i > 0 && part.gain < leastToldGain) break; // the first stands for those that hide each other
            const auto& place = part.cause.place.at.line > 0 ? part.cause.place.at : ofKernel;
            found.push_back({std::string(traits(finding.kind).rule),
                             advice.matters(finding.gain) ? Level::Warning : Level::Note,
                             messageOf(advice, finding, part, situation),
                             texts.nameOf(place.file),
                             texts.regionOf(place),
                             part.gain,
                             {{"time_us", advice.timeUs},
                              {"time_without_all_us", finding.timeUs},
                              {"gain_of_all", finding.gain},
                              {"time_without_us", part.timeUs},
                              {"gain", part.gain}}});
        }
    }
    return found;
}

} // namespace warpstring::advice
