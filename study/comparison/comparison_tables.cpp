// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison/comparison_tables.h"

#include "core/text/json.h"
#include "stringmodel/string/notation.h"
#include "study/batch/row_text.h"

namespace warpstring::comparison {

using timeline::WarpSpread;

namespace {

std::string text(const std::optional<double>& value) { return value ? batch::exactNumberText(*value) : ""; }

std::string text(const std::optional<token_string::CostModel>& model) { return model ? name(*model) : ""; }

std::string text(const std::optional<WarpSpread>& warps, double WarpSpread::* figure) {
    return warps ? batch::exactNumberText((*warps).*figure) : "";
}

Json json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json toJson(const ComparedQuantity& quantity) {
    Json result;
    result.set("simulated", json(quantity.simulated));
    result.set("measured", json(quantity.measured));
    result.set("measured_mad", quantity.measuredMad);
    result.set("error", json(quantity.signedError()));
    result.set("apart", quantity.isCounted() ? Json() : Json(quantity.reason()));
    if (!quantity.detail.empty()) result.set("detail", quantity.detail);
    return result;
}

Json toJson(const std::optional<WarpSpread>& warps) {
    if (!warps) return {};
    Json result;
    result.set("median", warps->median);
    result.set("p90", warps->p90);
    result.set("longest", warps->longest);
    return result;
}

Json toJson(const ComparedLaunch& launch) {
    Json result;
    result.set("launch", launch.launch);
    result.set("file", launch.file);
    result.set("kernel", launch.kernel);
    result.set("family", launch.family.empty() ? Json() : Json(launch.family));
    result.set("spec", launch.spec);
    result.set("device", launch.device);
    result.set("own_device", launch.ownDevice);
    result.set("driver", launch.driver);
    result.set("cache", name(launch.cache));
    result.set("taken_at", launch.takenAt);
    const auto model = launch.model();
    result.set("model", model ? Json(name(*model)) : Json());
    result.set("bound_by", launch.boundBy.empty() ? Json() : Json(launch.boundBy));
    result.set("limiter", launch.limiter.empty() ? Json() : Json(launch.limiter));
    result.set("kernel_us", toJson(launch.kernelTime));
    Json warps = toJson(launch.warpLatency);
    warps.set("simulated_warps", toJson(launch.simulatedWarps));
    warps.set("measured_warps", toJson(launch.measuredWarps));
    result.set("warp_cycles", std::move(warps));
    if (launch.probed) {
        Json probed;
        probed.set("simulated_us", launch.probed->simulatedUs);
        probed.set("measured_us", launch.probed->measuredUs);
        probed.set("plain_warp_cycles", json(launch.probed->plainLatencyCycles));
        result.set("probed", std::move(probed));
    }
    return result;
}

Json toJson(const records::FamilyRanking& ranking) {
    Json result;
    result.set("family", ranking.family);
    result.set("tau", ranking.tau());
    result.set("pairs", ranking.pairs);
    result.set("concordant", ranking.concordant);
    result.set("discordant", ranking.discordant);
    result.set("best_measured", ranking.bestMeasured);
    result.set("best_simulated", ranking.bestSimulated);
    result.set("best_picked", ranking.bestPicked);
    result.set("loss", ranking.loss);
    result.set("variants", Json::arrayOf(ranking.variants, [](const records::RankedVariant& variant) {
                   Json item;
                   item.set("launch", variant.name);
                   item.set("measured", variant.measured);
                   item.set("measured_rank", variant.measuredRank);
                   item.set("simulated", variant.simulated);
                   item.set("simulated_rank", variant.simulatedRank);
                   return item;
               }));
    return result;
}

Json toJson(const ComparisonSummary& summary) {
    const records::Accuracy& accuracy = summary.accuracy;
    Json result;
    result.set("spec", summary.spec);
    result.set("device", summary.device);
    result.set("own_device", summary.ownDevice);
    result.set("cache", name(summary.cache));
    result.set("quantity", name(summary.quantity));
    result.set("count", accuracy.count);
    result.set("apart", summary.excluded);
    result.set("mape", accuracy.mape);
    result.set("median_error", accuracy.medianError);
    result.set("p90_error", accuracy.p90Error);
    result.set("geometric_mean_error", accuracy.geometricMeanError);
    result.set("within_10_percent", accuracy.within10);
    result.set("within_20_percent", accuracy.within20);
    result.set("within_2x", accuracy.within2x);
    result.set("over", accuracy.over);
    result.set("under", accuracy.under);
    if (summary.quantity == records::Quantity::KernelTime)
        result.set("families",
                   Json::arrayOf(summary.families, [](const auto& family) { return toJson(family); }));
    return result;
}

} // namespace

std::string toCsv(const Comparison& comparison) {
    std::string csv =
        "launch,file,kernel,family,spec,device,driver,cache,taken_at,"
        "kernel_simulated_us,kernel_measured_us,kernel_measured_mad_us,kernel_error,kernel_apart,"
        "warp_simulated_cycles,warp_measured_cycles,warp_error,warp_apart,"
        "warp_simulated_median,warp_simulated_p90,warp_simulated_longest,"
        "warp_measured_median,warp_measured_p90,warp_measured_longest,bound_by,limiter,own_device,model\r\n";
    for (const ComparedLaunch& launch : comparison.launches) {
        const ComparedQuantity& kernel = launch.kernelTime;
        const ComparedQuantity& warp = launch.warpLatency;
        bool first = true;
        for (const std::string& field : {launch.launch,
                                         launch.file,
                                         launch.kernel,
                                         launch.family,
                                         launch.spec,
                                         launch.device,
                                         launch.driver,
                                         std::string(name(launch.cache)),
                                         launch.takenAt,
                                         text(kernel.simulated),
                                         text(kernel.measured),
                                         batch::exactNumberText(kernel.measuredMad),
                                         text(kernel.signedError()),
                                         kernel.reason(),
                                         text(warp.simulated),
                                         text(warp.measured),
                                         text(warp.signedError()),
                                         warp.reason(),
                                         text(launch.simulatedWarps, &WarpSpread::median),
                                         text(launch.simulatedWarps, &WarpSpread::p90),
                                         text(launch.simulatedWarps, &WarpSpread::longest),
                                         text(launch.measuredWarps, &WarpSpread::median),
                                         text(launch.measuredWarps, &WarpSpread::p90),
                                         text(launch.measuredWarps, &WarpSpread::longest),
                                         launch.boundBy,
                                         launch.limiter,
                                         std::string(launch.ownDevice ? "true" : "false"),
                                         text(launch.model())}) {
            if (!first) csv += ',';
            first = false;
            batch::appendCsvField(csv, field);
        }
        csv += "\r\n";
    }
    return csv;
}

std::string toJson(const Comparison& comparison) {
    Json result;
    result.set("schema", "warpstring.comparison/1");
    result.set("launches",
               Json::arrayOf(comparison.launches, [](const auto& launch) { return toJson(launch); }));
    result.set("summaries",
               Json::arrayOf(comparison.summaries, [](const auto& summary) { return toJson(summary); }));
    result.set("unmeasured", Json::arrayOf(comparison.unmeasured));
    result.set("unmatched_records", Json::arrayOf(comparison.unmatchedRecords));
    return result.pretty();
}

} // namespace warpstring::comparison
