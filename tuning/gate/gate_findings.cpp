// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/gate/gate_findings.h"

#include <limits>

#include "core/text/duration_text.h"
#include "core/text/text_format.h"

namespace warpstring::gate {

namespace {

using findings::Level;

constexpr const char* slowerId = "WS401";
constexpr const char* failsId = "WS402";

std::string slowerText(const Outcome& outcome) {
    std::string text = outcome.name + " takes " + durationText(outcome.nowUs) + " on " + outcome.spec + ", " +
                       formatted("%.1f %%", 100 * outcome.change()) + " more than the " +
                       durationText(outcome.beforeUs) + " of the baseline.";
    for (const auto& cause : outcome.causes) {
        text += " " + std::string(advice::traits(cause.kind).title);
        if (!cause.name.empty()) text += " (" + cause.name + ")";
        text += ": " + (cause.beforeUs > 0 ? durationText(cause.beforeUs) : "none") + " -> " +
                durationText(cause.nowUs) + ".";
    }
    if (!outcome.launchChange.empty()) text += " The launch is another one: " + outcome.launchChange + ".";
    return text;
}

/// The cause that grew most and has a place, else the kernel.
SourceLocation placeOf(const Outcome& outcome, const std::string& path) {
    if (const Diagnostic* fault = worstFault(outcome.faults); fault != nullptr && fault->place.line > 0)
        return fault->place;
    for (const auto& cause : outcome.causes)
        if (cause.place.line > 0) return cause.place;
    return outcome.kernel.file.empty() ? SourceLocation{path, 1, 0} : outcome.kernel;
}

} // namespace

std::vector<findings::Rule> gateRules() {
    const std::string update = "If that is meant to be, `warpstring gate ... --update` writes a new baseline.";
    return {
        {slowerId,
         "SlowerThanBaseline",
         "Slower than the baseline",
         "The launch takes longer than with the kernel of the baseline, both simulated anew for the same "
         "device.",
         "The message has what became costlier. " + update,
         "The message has what became costlier; `warpstring advise` tells what to do about it.\n\n" + update,
         Level::Error,
         {"performance", "gpu", "regression"}},
        {failsId,
         "FailsUnlikeBaseline",
         "Fails, unlike the baseline",
         "The launch cannot be simulated or leaves its buffers, which it did not with the kernel of the "
         "baseline.",
         "The message says why. " + update,
         "The message says why.\n\n" + update,
         Level::Error,
         {"performance", "gpu", "regression"}}};
}

std::optional<findings::Finding> findingOf(const Outcome& outcome, const std::string& path,
                                           findings::SourceTexts& texts) {
    if (!isRegression(outcome.verdict)) return std::nullopt;
    findings::Finding found;
    const SourceLocation place = placeOf(outcome, path);
    found.level = Level::Error;
    found.file = texts.nameOf(place.file.empty() ? path : place.file);
    found.region = texts.regionOf({place.file.empty() ? path : place.file, place.line, place.column});
    if (outcome.verdict == Verdict::Slower) {
        found.rule = slowerId;
        found.message = slowerText(outcome);
        found.cost = outcome.change();
        found.numbers = {
            {"before_us", outcome.beforeUs}, {"now_us", outcome.nowUs}, {"change", outcome.change()}};
        return found;
    }
    const Diagnostic* fault = worstFault(outcome.faults);
    found.rule = failsId;
    found.message = outcome.name + " on " + outcome.spec + ": " +
                    (fault == nullptr ? "it fails" : fault->message + " [" + fault->code + "]");
    found.cost = std::numeric_limits<double>::max();
    return found;
}

} // namespace warpstring::gate
