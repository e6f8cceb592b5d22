// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparison_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "app/cli/model_text.h"
#include "app/common/terminal.h"
#include "core/text/text_format.h"
#include "study/comparison/comparison_numbers.h"

namespace warpstring::cli {

using comparison::ComparedLaunch;

namespace {

Colour toneOf(const comparison::ComparedQuantity& quantity) {
    const auto error = quantity.signedError();
    if (!error || !quantity.isCounted()) return Colour::Dim;
    return std::abs(*error) <= 0.1 ? Colour::Green : std::abs(*error) <= 0.2 ? Colour::Yellow : Colour::Red;
}

class ComparisonText {
public:
    ComparisonText(const comparison::Comparison& comparison, bool families, bool colour)
        : comparison_(comparison), families_(families), colour_(colour) {}

    std::string run() {
        table();
        for (const comparison::ComparisonSummary& summary : comparison_.summaries) metrics(summary);
        for (const comparison::ComparisonSummary& summary : comparison_.summaries) ranking(summary);
        probed();
        unevenWarps();
        excluded();
        missing();
        return out_.str();
    }

private:
    void title(const std::string& text) { out_ << paint(text, Colour::Bold, colour_) << "\n"; }

    void table() {
        int width = 6;
        for (const ComparedLaunch& launch : comparison_.launches)
            width = std::max(width, displayWidth(launch.launch));
        for (const comparison::ComparisonSummary& summary : comparison_.summaries) {
            if (summary.quantity != records::Quantity::KernelTime) continue; // each group has one of either
            title(titleOf(summary));
            model(summary);
            out_ << "  " << padded("launch", width) << padded("kernel us", 12, true)
                 << padded("simulated", 12, true) << padded("error", 10, true)
                 << padded("warp cycles", 14, true) << padded("simulated", 12, true)
                 << padded("error", 10, true) << "\n";
            for (const ComparedLaunch& launch : comparison_.launches) {
                if (!isOf(launch, summary)) continue;
                out_ << "  " << padded(launch.launch, width);
                quantity(launch.kernelTime, 12);
                quantity(launch.warpLatency, 14);
                out_ << "\n";
            }
            out_ << "\n";
        }
    }

    static bool isOf(const ComparedLaunch& launch, const comparison::ComparisonSummary& summary) {
        return launch.spec == summary.spec && launch.device == summary.device && launch.cache == summary.cache;
    }

    /// Where a table's figures are not the timeline's; of a part of the launches their names too.
    void model(const comparison::ComparisonSummary& summary) {
        std::vector<std::string> names;
        bool areAll = true;
        for (const ComparedLaunch& launch : comparison_.launches) {
            const auto model = launch.model();
            if (!isOf(launch, summary) || !model) continue;
            if (*model == token_string::CostModel::ClosedForm)
                names.push_back(launch.launch);
            else
                areAll = false;
        }
        if (names.empty()) return;
        out_ << "  " << byClosedForm << (areAll ? "" : ": " + someOf(names)) << "\n";
    }

    void quantity(const comparison::ComparedQuantity& compared, int width) {
        // Brackets: excluded, and listed below.
        const bool aside = !compared.isCounted() && compared.measured.has_value();
        const std::string measured = comparison::figureText(compared.measured);
        out_ << padded(aside ? "(" + measured + ")" : measured, width, true)
             << padded(comparison::figureText(compared.simulated), 12, true)
             << paint(padded(errorText(compared), 10, true), toneOf(compared), colour_);
    }

    void metrics(const comparison::ComparisonSummary& summary) {
        const records::Accuracy& accuracy = summary.accuracy;
        if (accuracy.count == 0) return;
        if (summary.quantity == records::Quantity::KernelTime) {
            title("errors of " + titleOf(summary));
            out_ << "  " << padded("", 14) << padded("points", 8, true) << padded("MAPE", 10, true)
                 << padded("median", 10, true) << padded("p90", 10, true) << padded("geo. mean", 11, true)
                 << padded("<= 10 %", 9, true) << padded("<= 20 %", 9, true) << padded("<= 2x", 9, true)
                 << padded("over", 7, true) << padded("under", 7, true) << padded("apart", 7, true) << "\n";
        }
        const auto share = [&](std::size_t points) {
            return formatted("%.0f %%",
                             100 * static_cast<double>(points) / static_cast<double>(accuracy.count));
        };
        const auto percent = [](double fraction) { return formatted("%.1f %%", 100 * fraction); };
        out_ << "  " << padded(name(summary.quantity), 14) << padded(std::to_string(accuracy.count), 8, true)
             << padded(percent(accuracy.mape), 10, true) << padded(percent(accuracy.medianError), 10, true)
             << padded(percent(accuracy.p90Error), 10, true)
             << padded(percent(accuracy.geometricMeanError), 11, true)
             << padded(share(accuracy.within10), 9, true) << padded(share(accuracy.within20), 9, true)
             << padded(share(accuracy.within2x), 9, true) << padded(std::to_string(accuracy.over), 7, true)
             << padded(std::to_string(accuracy.under), 7, true)
             << padded(std::to_string(summary.excluded), 7, true) << "\n";
    }

    void ranking(const comparison::ComparisonSummary& summary) {
        if (summary.families.empty()) return;
        int width = 6;
        for (const records::FamilyRanking& family : summary.families)
            width = std::max(width, displayWidth(family.family));
        out_ << "\n";
        title("variants ranked by kernel time, " + titleOf(summary));
        out_ << "  " << padded("family", width) << padded("variants", 10, true) << padded("tau", 8, true)
             << padded("pairs", 9, true) << "  best measured / best simulated\n";
        const records::RankingTotals totals = totalsOf(summary.families);
        for (const records::FamilyRanking& family : summary.families) {
            out_ << "  " << padded(family.family, width)
                 << padded(std::to_string(family.variants.size()), 10, true)
                 << padded(formatted("%.2f", family.tau()), 8, true)
                 << padded(std::to_string(family.concordant) + "/" + std::to_string(family.pairs), 9, true)
                 << "  " << family.bestMeasured;
            if (family.bestMeasured != family.bestSimulated)
                out_ << " / "
                     << paint(family.bestSimulated + formatted(" (%+.0f %%)", 100 * family.loss),
                              family.bestPicked ? Colour::None : Colour::Red, colour_);
            out_ << "\n";
            if (families_) variants(family);
        }
        out_ << "  best variant picked in " << totals.picked << " of " << totals.families << " families, "
             << totals.concordant << " of " << totals.pairs << " pairs in the measured order\n";
    }

    void variants(const records::FamilyRanking& family) {
        for (const records::RankedVariant& variant : family.variants)
            out_ << "    measured " << padded(std::to_string(variant.measuredRank), 3, true) << ", simulated "
                 << padded(std::to_string(variant.simulatedRank), 3, true) << "  " << variant.name << "\n";
    }

    /// Launches that the probe slows down: their latencies are with the probe on both sides.
    void probed() {
        int width = 6;
        std::vector<const ComparedLaunch*> launches;
        for (const ComparedLaunch& launch : comparison_.launches) {
            if (!launch.probed) continue;
            launches.push_back(&launch);
            width = std::max(width, displayWidth(launch.launch));
        }
        if (launches.empty()) return;
        out_ << "\n";
        title("kernels that the probe slows down, simulated with it as well");
        out_ << "  " << padded("launch", width) << padded("kernel us", 12, true) << padded("probed", 12, true)
             << padded("simulated", 12, true) << padded("probed", 12, true)
             << padded("latency without", 17, true) << "\n";
        for (const ComparedLaunch* launch : launches) {
            out_ << "  " << padded(launch->launch, width);
            for (const auto& figure :
                 {launch->kernelTime.measured, std::optional(launch->probed->measuredUs),
                  launch->kernelTime.simulated, std::optional(launch->probed->simulatedUs)})
                out_ << padded(comparison::figureText(figure), 12, true);
            out_ << padded(comparison::figureText(launch->probed->plainLatencyCycles), 17, true) << "\n";
        }
    }

    /// Launches of whose warps the longest takes twice the median, measured or simulated: a mean says little
    /// there.
    void unevenWarps() {
        const auto differ = [](const std::optional<timeline::WarpSpread>& warps) {
            return warps && warps->longest > 2 * warps->median;
        };
        std::vector<const ComparedLaunch*> uneven;
        int width = 6;
        for (const ComparedLaunch& launch : comparison_.launches) {
            if (!differ(launch.measuredWarps) && !(launch.measuredWarps && differ(launch.simulatedWarps)))
                continue;
            uneven.push_back(&launch);
            width = std::max(width, displayWidth(launch.launch));
        }
        if (uneven.empty()) return;
        out_ << "\n";
        title("warps that differ, in cycles: median, 90th percentile, longest");
        out_ << "  " << padded("launch", width) << padded("measured", 36, true) << padded("simulated", 36, true)
             << "\n";
        for (const ComparedLaunch* launch : uneven) {
            out_ << "  " << padded(launch->launch, width);
            for (const auto& warps : {launch->measuredWarps, launch->simulatedWarps})
                for (const auto figure : {&timeline::WarpSpread::median, &timeline::WarpSpread::p90,
                                          &timeline::WarpSpread::longest})
                    out_ << padded(warps ? comparison::figureText((*warps).*figure) : "-", 12, true);
            out_ << "\n";
        }
    }

    /// Points by the reason why they are excluded.
    void excluded() {
        std::map<std::string, std::vector<std::string>> reasons;
        for (const ComparedLaunch& launch : comparison_.launches)
            for (const records::Quantity which :
                 {records::Quantity::KernelTime, records::Quantity::WarpLatency})
                if (const comparison::ComparedQuantity& quantity = launch.of(which);
                    !quantity.isCounted() && quantity.exclusion != comparison::Exclusion::NotAskedFor)
                    reasons[std::string(name(which)) + ": " + quantity.reason()].push_back(
                        launch.launch + (quantity.detail.empty() ? "" : " (" + quantity.detail + ")"));
        if (reasons.empty()) return;
        out_ << "\n";
        title("listed apart, in brackets above");
        for (auto& [reason, launches] : reasons) {
            launches.erase(std::unique(launches.begin(), launches.end()), launches.end());
            out_ << "  " << reason << "\n    " << someOf(launches) << "\n";
        }
    }

    void missing() {
        const auto tell = [&](const char* what, const std::vector<std::string>& names) {
            if (names.empty()) return;
            out_ << "\n";
            title(what);
            out_ << "  " << someOf(names) << "\n";
        };
        tell("launches without a measurement", comparison_.unmeasured);
        tell("measurements of other launches, or of ones that were changed since",
             comparison_.unmatchedRecords);
    }

    static std::string someOf(const std::vector<std::string>& names) {
        constexpr std::size_t most = 4;
        std::string text;
        for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i > 0 ? "; " : "") + names[i];
        if (names.size() > most) text += "; and " + std::to_string(names.size() - most) + " more";
        return text;
    }

    const comparison::Comparison& comparison_;
    bool families_;
    bool colour_;
    std::ostringstream out_;
};

} // namespace

std::string reportText(const comparison::Comparison& comparison, bool families, bool colour) {
    return ComparisonText(comparison, families, colour).run();
}

} // namespace warpstring::cli
