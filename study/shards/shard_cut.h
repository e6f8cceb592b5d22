// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of a plan are in which of its shards: the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "study/batch/batch_plan.h"
#include "study/batch/row_plan.h"

namespace warpstring::shards {

/// As a scheduler names it: "3/12" is the third of twelve.
struct Shard {
    std::uint64_t number = 1, total = 1; ///< 1 <= number <= total
};

inline constexpr std::uint64_t mostShards = 1'000'000;

/// Fails with shard.bad-name.
[[nodiscard]] Result<Shard> parseShard(std::string_view text);
/// "3/12"
[[nodiscard]] std::string toText(const Shard& shard);

/// All rows of a plan, and which of them belong together because they are of one source.
struct CutRows {
    CutRows(const batch::BatchPlan& plan); ///< whole
    CutRows(const batch::RowPlan& plan) : count(plan.allRows), sources(plan.sources) {}

    std::uint64_t count = 0;
    std::vector<std::vector<batch::RowRange>> sources;
};

/// The shard's rows. Every row is in one shard. A source whose rows are no more than a shard's even share of
/// all is in one shard whole, so that it is parsed once; a larger one is cut into as few even pieces as make
/// each no more than that. Larger pieces are given out first, each to the shard that has the fewest rows.
/// Shards may have none.
[[nodiscard]] batch::PlanPart partOf(const CutRows& rows, const Shard& shard);
/// All of them, in order of their numbers.
[[nodiscard]] std::vector<batch::PlanPart> partsOf(const CutRows& rows, std::uint64_t total);

/// "3, 7 to 9 and 12"; ascending, none twice.
[[nodiscard]] std::string numbersText(const std::vector<std::uint64_t>& numbers);

} // namespace warpstring::shards
