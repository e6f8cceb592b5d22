// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/plan.h"

#include <fstream>

namespace warpstring::records {

namespace {

Diagnostics addLine(const std::string& line, const SourceLocation& place, Plan& plan) {
    const auto json = parseJson(line, place.file);
    if (!json) return {badPlan(place, json.diagnostics().front().message)};
    if (isResolvedSequence(*json)) {
        auto sequence = resolvedSequenceFromJson(*json, place);
        if (!sequence) return sequence.diagnostics();
        plan.sequences.push_back(std::move(*sequence));
        return {};
    }
    auto launch = resolvedLaunchFromJson(*json, place);
    if (!launch) return launch.diagnostics();
    plan.launches.push_back(std::move(*launch));
    return {};
}

} // namespace

std::string toPlan(const Plan& plan) {
    std::string text = toPlan(plan.launches);
    for (const ResolvedSequence& sequence : plan.sequences) text += toJson(sequence).compact() + '\n';
    return text;
}

std::string toPlan(const std::vector<ResolvedLaunch>& launches) {
    std::string text;
    for (const ResolvedLaunch& launch : launches) text += toJson(launch).compact() + '\n';
    return text;
}

Result<Plan> readWholePlan(const std::filesystem::path& path) {
    std::ifstream in(path);
    if (!in) return badPlan({path.string(), 0, 0}, "the plan cannot be read");
    Plan plan;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        if (Diagnostics faults = addLine(line, {path.string(), number, 0}, plan); !faults.empty())
            return faults;
    }
    if (plan.size() == 0) return badPlan({path.string(), 0, 0}, "the plan holds no launch");
    return plan;
}

Result<std::vector<ResolvedLaunch>> readPlan(const std::filesystem::path& path) {
    auto plan = readWholePlan(path);
    if (!plan) return plan.diagnostics();
    if (!plan->sequences.empty())
        return badPlan({path.string(), 0, 0}, "the plan holds the sequence \"" +
                                                  plan->sequences.front().sequence.name +
                                                  "\", where launches alone can be taken");
    return std::move(plan->launches);
}

} // namespace warpstring::records
