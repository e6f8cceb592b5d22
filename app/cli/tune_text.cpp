// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tune_text.h"

#include <algorithm>
#include <sstream>

#include "app/cli/model_text.h"
#include "app/common/terminal.h"
#include "core/text/duration_text.h"
#include "core/text/text_format.h"

namespace warpstring::cli {

namespace {

using search::DeviceAnswer;
using search::DeviceSearch;
using search::Outcome;
using search::TopVariant;

std::string counted(std::uint64_t count) { return withCommas(std::to_string(count)); }

std::string originText(search::SpaceOrigin origin) {
    switch (origin) {
    case search::SpaceOrigin::Tune: return "[tune]";
    case search::SpaceOrigin::SpaceFile: return "the space file";
    case search::SpaceOrigin::Sweep: return "[sweep], for there is no [tune]";
    default: return "derived, for the launch file has no [tune]";
    }
}

std::string heading(const std::string& launch, const DeviceAnswer& answer, const std::string& specReason,
                    const TextStyle& style) {
    const std::string device = " on " + paint(answer.spec, Colour::Bold, style.colour) +
                               (specReason.empty() ? "" : " (" + specReason + ")");
    std::string text = paint(launch, Colour::Bold, style.colour) + ": ";
    if (answer.top.empty()) return text + "no variant is ranked" + device + "\n";
    const TopVariant& best = answer.top.front();
    text += paint(durationText(best.timeUs), Colour::Cyan, style.colour);
    text += best.isStart ? " as it stands" : " with " + paint(best.name, Colour::Bold, style.colour);
    text += device;
    if (best.isStart) return text + "; nothing that was tried is faster\n";
    if (!answer.startUs) return text + "; as it stands it is not simulated\n";
    text += "; " + paint(durationText(*answer.startUs), Colour::Cyan, style.colour) + " as it stands: ";
    if (!answer.isGain()) return text + "no faster by more than the model's error\n";
    return text + formatted("%.2f times as fast\n", best.speedup);
}

bool isVariantByClosedForm(const TopVariant& top) { return top.model == token_string::CostModel::ClosedForm; }

/// A line where it is the model of all; of some it stands in their rows.
bool areByClosedForm(const DeviceAnswer& answer) {
    return !answer.top.empty() && std::all_of(answer.top.begin(), answer.top.end(), isVariantByClosedForm);
}

std::string table(const DeviceAnswer& answer, const TextStyle& style) {
    const bool areAll = areByClosedForm(answer);
    std::size_t widest = 7, bound = 8;
    for (const TopVariant& top : answer.top) {
        widest = std::max(widest, top.name.size());
        bound = std::max(bound, top.boundBy.size());
    }
    const int nameWidth = static_cast<int>(widest) + 2, boundWidth = static_cast<int>(bound) + 2;
    std::string text = padded("", 5) + padded("time", 9, true) + padded("speedup", 9, true) + "  " +
                       padded("variant", nameWidth) + padded("bound by", boundWidth) +
                       padded("warps", 6, true) + padded("registers", 11, true) + "\n";
    std::size_t rank = 0;
    for (const TopVariant& top : answer.top) {
        text += padded(std::to_string(++rank), 5, true) + padded(durationText(top.timeUs), 9, true) +
                padded(answer.startUs ? formatted("%.2f", top.speedup) : "-", 9, true) + "  " +
                paint(padded(top.name, nameWidth), top.isTied ? Colour::Green : Colour::None, style.colour) +
                padded(top.boundBy, boundWidth) + padded(std::to_string(top.warps), 6, true) +
                padded(std::to_string(top.registers), 11, true) + (top.isStart ? "  as it stands" : "") +
                (isVariantByClosedForm(top) && !areAll ? "  (closed form)" : "") + "\n";
    }
    return text;
}

std::string tieText(const DeviceAnswer& answer, const std::string& errorSource) {
    std::string text = "error of ratios of times: " + errorSource + "\n";
    if (answer.tied > 1)
        text += "tied: the " + counted(answer.tied) + " fastest are closer than that to the first\n";
    return text;
}

std::string exclusionText(const DeviceSearch& found) {
    std::string text;
    if (const auto dominated = found.count(Outcome::Dominated); dominated > 0)
        text += "  " + padded(counted(dominated), 9, true) + "  take more than " +
                formatted("%.0f", search::dominanceFactor) +
                " times as long as the best by the closed form: not simulated further\n";
    for (const auto& [key, exclusion] : found.exclusions)
        text += "  " + padded(counted(exclusion.count), 9, true) + "  " + std::string(traits(key.first).text) +
                ": " + exclusion.first.message + " [" + key.second + "]; the first: " + exclusion.variant +
                "\n";
    return text.empty() ? "" : "left out\n" + text;
}

std::string whyText(const DeviceAnswer& answer) {
    if (!answer.isWhyAsked) return "";
    if (answer.why.empty()) return "why: no single cause that costs the start time is gone\n";
    std::string text = "why: costs the launch time as it stands, and the fastest variant none\n";
    for (const auto& cause : answer.why)
        text += "  " + padded(formatted("%.1f %%", 100 * cause.gain), 8, true) + "  " + cause.title + "\n";
    return text;
}

} // namespace

std::string spaceText(const search::SearchSpace& space, const search::SearchResult& result,
                      const TextStyle& style) {
    const auto& counts = result.counts;
    std::string text =
        paint("space", Colour::Bold, style.colour) + ": " + counted(counts.combinations) + " combinations of ";
    std::size_t listed = 0;
    for (const auto& axis : space.axes()) text += (listed++ > 0 ? ", " : "") + axis.name;
    text += " (" + originText(space.origin()) + ")";
    if (counts.valid != counts.combinations)
        text += ", " + std::string(counts.isWhole ? "" : "at least ") + counted(counts.valid) +
                " meet the constraints";
    std::uint64_t looked = 0;
    for (const auto& device : result.devices) looked = std::max<std::uint64_t>(looked, device.variants.size());
    if (result.isExhaustive && result.isComplete) return text + "; all of them are looked at\n";
    return text + "; " + counted(looked) + " are looked at" +
           (result.isExhaustive ? "" : ", chosen by simulated annealing") +
           (result.isComplete ? "" : ", when it was interrupted") + "\n";
}

std::string tuneText(const std::string& launch, const DeviceAnswer& answer, const DeviceSearch& found,
                     const std::string& specReason, const std::string& errorSource, const TextStyle& style) {
    std::string text = heading(launch, answer, specReason, style);
    if (areByClosedForm(answer)) text += std::string(byClosedForm) + "\n";
    if (answer.startFault)
        text += "as it stands: " + answer.startFault->message + " [" + answer.startFault->code + "]\n";
    if (!answer.top.empty()) text += table(answer, style) + tieText(answer, errorSource);
    return text + whyText(answer) + exclusionText(found);
}

std::string measuredText(const search::MeasuredSearch& measured, const TextStyle& style) {
    std::string text = paint("measured", Colour::Bold, style.colour) + ": ";
    if (measured.device.empty()) return text + "no variant has a record of this device\n";
    text += counted(measured.variants.size()) + " variants on " + measured.device;
    if (measured.withoutRecord > 0) text += "; " + counted(measured.withoutRecord) + " have no record";
    if (measured.wrong > 0) text += "; the outputs of " + counted(measured.wrong) + " are wrong";
    if (measured.failed > 0) text += "; " + counted(measured.failed) + " failed";
    text += "\n";
    const auto regret = search::regretOf(measured.variants);
    if (!regret) return text + "  too few to hold the ranking against them\n";
    text += "  the model's choice, " + regret->pick.name + ", takes " + durationText(regret->pick.measured) +
            "; the fastest, " + regret->best.name + ", " + durationText(regret->best.measured) + ": regret " +
            formatted("%.1f %%", 100 * regret->ofPick) + "\n";
    if (measured.startUs)
        text += "  as it stands: " + durationText(*measured.startUs) + ", so the choice is " +
                formatted("%.2f times as fast\n", *measured.startUs / regret->pick.measured);
    text += formatted("  the better of its first two: %.1f %%; one at random: %.1f %%; the slowest: %.1f %%\n",
                      100 * regret->ofBetterOfTwo, 100 * regret->ofRandom, 100 * regret->ofWorst);
    text += formatted("  rank agreement (Kendall's tau) %.2f over %zu pairs that are not tied\n", regret->tau,
                      regret->pairs);
    return text +
           formatted("  runs until one is as good as the fastest: %zu in the model's order, %.1f at random\n",
                     regret->runs, regret->randomRuns);
}

} // namespace warpstring::cli
