// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/advice.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "tuning/advice/find_causes.h"
#include "tuning/advice/remedies.h"
#include "tuning/advice/variation.h"

namespace warpstring::advice {

namespace {

/// Kinds of which all pairs are tried together.
constexpr std::size_t mostPaired = 4;
/// Of the kernel's time, by which a pair's gain differs from the sum of both to be told.
constexpr double leastOverlap = 0.03;

class Adviser {
public:
    Adviser(const Situation& situation, const AdviceOptions& options)
        : situation_(situation), options_(options) {
        advice_.timeUs = situation.simulation.kernelTimeUs();
        // |log ratio| as a part of the longer time.
        advice_.leastGain = 1 - std::exp(-options.ratioError);
    }

    Advice run() {
        std::map<CauseKind, std::vector<Cause>> byKind;
        for (auto& cause : findCauses(situation_)) byKind[cause.kind].push_back(std::move(cause));
        std::vector<std::vector<Cause>> sets; // of each kind all, then each by itself where there are several
        for (const auto& [kind, causes] : byKind) {
            sets.push_back(causes);
            for (std::size_t i = 0; i < causes.size() && causes.size() > 1; ++i) sets.push_back({causes[i]});
        }
        const auto times = timesWithout(sets);
        std::size_t next = 0;
        for (const auto& [kind, causes] : byKind) {
            const auto whole = times[next++];
            if (whole) {
                Finding finding{kind, *whole, gainOf(*whole), {}, {}};
                if (causes.size() == 1) finding.parts.push_back({causes.front(), finding.timeUs, finding.gain});
                for (std::size_t i = 0; i < causes.size() && causes.size() > 1; ++i)
                    if (const auto& time = times[next + i])
                        finding.parts.push_back({causes[i], *time, gainOf(*time)});
                sortByGain(finding.parts);
                advice_.findings.push_back(std::move(finding));
            }
            if (causes.size() > 1) next += causes.size();
        }
        sortByGain(advice_.findings);
        overlaps();
        for (auto& finding : advice_.findings)
            if (advice_.matters(finding.gain)) finding.remedies = remediesOf(situation_, finding);
        return std::move(advice_);
    }

private:
    [[nodiscard]] double gainOf(double timeUs) const {
        return advice_.timeUs > 0 ? 1 - timeUs / advice_.timeUs : 0;
    }

    template <class T>
    static void sortByGain(std::vector<T>& all) {
        std::stable_sort(all.begin(), all.end(), [](const T& a, const T& b) { return a.gain > b.gain; });
    }

    std::vector<std::optional<double>> timesWithout(const std::vector<std::vector<Cause>>& sets) {
        std::vector<std::optional<double>> times(sets.size());
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i = next++; i < sets.size(); i = next++)
                times[i] = counterfactualTimeUs(situation_.pdg, situation_.launch, situation_.simulation,
                                                without(situation_, sets[i]), options_.simulation);
        };
        {
            std::vector<std::jthread> others;
            for (unsigned t = 1; t < options_.threads && t < sets.size(); ++t) others.emplace_back(work);
            work();
        }
        advice_.simulations += sets.size();
        if (isStopped(options_.simulation.cancellation)) advice_.isComplete = false;
        return times;
    }

    /// Pairs of the kinds that gain most.
    void overlaps() {
        std::vector<const Finding*> first;
        for (const auto& finding : advice_.findings)
            if (first.size() < mostPaired && traits(finding.kind).isOfKernel && finding.gain >= leastOverlap)
                first.push_back(&finding);
        std::vector<Overlap> pairs;
        std::vector<std::vector<Cause>> sets;
        for (std::size_t a = 0; a < first.size(); ++a)
            for (std::size_t b = a + 1; b < first.size(); ++b) {
                pairs.push_back({first[a]->kind, first[b]->kind, 0, 0, first[a]->gain + first[b]->gain});
                auto& causes = sets.emplace_back();
                for (const auto* finding : {first[a], first[b]})
                    for (const auto& part : finding->parts) causes.push_back(part.cause);
            }
        const auto times = timesWithout(sets);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (!times[i]) continue;
            pairs[i].timeUs = *times[i];
            pairs[i].gain = gainOf(*times[i]);
            if (std::abs(pairs[i].gain - pairs[i].apart) >= leastOverlap) advice_.overlaps.push_back(pairs[i]);
        }
        sortByGain(advice_.overlaps);
    }

    const Situation& situation_;
    const AdviceOptions& options_;
    Advice advice_;
};

} // namespace

std::string titleOf(const Finding& finding) {
    std::string title(traits(finding.kind).title);
    if (finding.parts.size() == 1 && !finding.parts.front().cause.isOfLaunch())
        title += ": " + nameOf(finding.parts.front().cause);
    return title;
}

const Finding* Advice::foremost() const {
    for (const auto& finding : findings)
        if (traits(finding.kind).isOfKernel && matters(finding.gain)) return &finding;
    return nullptr;
}

Advice advise(const Situation& situation, const AdviceOptions& options) {
    return Adviser(situation, options).run();
}

} // namespace warpstring::advice
