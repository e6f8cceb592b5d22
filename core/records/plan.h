// SPDX-License-Identifier: GPL-3.0-or-later
// A plan: what is to be measured on another machine, a line of JSON each.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/records/resolved_launch.h"
#include "core/records/resolved_sequence.h"
#include "core/result.h"

namespace warpstring::records {

struct Plan {
    std::vector<ResolvedLaunch> launches;
    std::vector<ResolvedSequence> sequences;

    [[nodiscard]] std::size_t size() const { return launches.size() + sequences.size(); }
};

/// Launches first.
[[nodiscard]] std::string toPlan(const Plan& plan);
[[nodiscard]] std::string toPlan(const std::vector<ResolvedLaunch>& launches);

/// Fails with measure.bad-plan, or as what a line says does; an empty plan is a fault.
[[nodiscard]] Result<Plan> readWholePlan(const std::filesystem::path& path);
/// Of a plan of launches alone; a sequence in it is a fault.
[[nodiscard]] Result<std::vector<ResolvedLaunch>> readPlan(const std::filesystem::path& path);

} // namespace warpstring::records
