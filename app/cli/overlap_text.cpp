// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/overlap_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/text/text_format.h"

namespace warpstring::cli {

namespace {

using Json = nlohmann::ordered_json;
using overlap::OverlapTimes;

std::string timeWord(std::optional<double> us) { return us ? formatted("%10.1f", *us) : "         -"; }
std::string shareWord(std::optional<double> share) { return share ? formatted("%6.2f", *share) : "     -"; }

Json numberOrNull(std::optional<double> number) { return number ? Json(*number) : Json(nullptr); }

Json timesJson(const OverlapTimes& times) {
    return {{"full_us", numberOrNull(times.full)},
            {"memory_only_us", numberOrNull(times.memory)},
            {"on_chip_only_us", numberOrNull(times.chip)},
            {"overlap", numberOrNull(times.share())}};
}

struct OverlapSummary {
    std::size_t count = 0;
    double measured = 0, simulated = 0, distance = 0; ///< means
};

OverlapSummary summaryOf(const std::vector<overlap::LaunchOverlap>& launches) {
    OverlapSummary summary;
    for (const auto& one : launches) {
        const auto measured = one.measured.share(), simulated = one.simulated.share();
        if (!measured || !simulated) continue;
        ++summary.count;
        summary.measured += *measured;
        summary.simulated += *simulated;
        summary.distance += std::abs(*simulated - *measured);
    }
    const auto count = static_cast<double>(std::max<std::size_t>(1, summary.count));
    summary.measured /= count;
    summary.simulated /= count;
    summary.distance /= count;
    return summary;
}

} // namespace

std::string overlapText(const std::vector<overlap::LaunchOverlap>& launches, const std::string& spec) {
    std::string text = "overlap on " + spec + ": times in us, measured and below them simulated\n";
    text += "       full     memory    on chip  overlap  launch\n";
    for (const auto& one : launches) {
        if (!one.refusal.empty()) {
            text += "  " + one.launch + ": not stripped: " + one.refusal + "\n";
            continue;
        }
        for (const bool isMeasured : {true, false}) {
            const auto& times = isMeasured ? one.measured : one.simulated;
            text += timeWord(times.full) + " " + timeWord(times.memory) + " " + timeWord(times.chip) + "   " +
                    shareWord(times.share()) + "  " + (isMeasured ? one.launch : "simulated") + "\n";
        }
        for (const auto& note : one.notes) text += "             " + note + "\n";
    }
    const auto summary = summaryOf(launches);
    if (summary.count > 0)
        text += formatted("%zu launches with both: measured %.2f, simulated %.2f in the mean, %.2f apart\n",
                          summary.count, summary.measured, summary.simulated, summary.distance);
    return text;
}

std::string overlapJson(const std::vector<overlap::LaunchOverlap>& launches, const std::string& spec) {
    Json all = Json::array();
    for (const auto& one : launches) {
        Json json{{"launch", one.launch}, {"kernel", one.kernel}, {"device", one.device}};
        if (one.refusal.empty()) {
            json["overhead_us"] = one.measured.overhead;
            json["measured"] = timesJson(one.measured);
            json["simulated"] = timesJson(one.simulated);
            json["notes"] = one.notes;
        } else {
            json["refusal"] = one.refusal;
        }
        all.push_back(std::move(json));
    }
    const auto summary = summaryOf(launches);
    const Json json{{"schema", "warpstring.overlap/1"},
                    {"spec", spec},
                    {"launches", all},
                    {"summary",
                     {{"launches", summary.count},
                      {"mean_measured", summary.measured},
                      {"mean_simulated", summary.simulated},
                      {"mean_distance", summary.distance}}}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpstring::cli
