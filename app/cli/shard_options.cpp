// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shard_options.h"

#include "core/files/toml/toml_reader.h"
#include "study/batch/plan_record.h"

namespace warpstring::cli {

void ShardOptions::addTo(CLI::App& command, const std::string& output) {
    command.add_option("--shard", shard, "the third of twelve parts: 3/12; 'warpstring merge' joins them")
        ->check([](const std::string& text) -> std::string {
            const auto named = shards::parseShard(text);
            return named ? "" : named.diagnostics().front().message + ": " + named.diagnostics().front().hint;
        })
        ->needs(output);
    command.add_option("--of-plan", ofPlan,
                       "refuse unless it is that of this .plan file: nothing was changed since");
}

Diagnostics ShardOptions::strangeness(const std::string& record) const {
    if (ofPlan.empty()) return {};
    const auto expected = files::readTextFile(ofPlan, "plan");
    if (!expected) return expected.diagnostics();
    return batch::planDifferences(*expected, record, ofPlan);
}

std::optional<batch::PlanPart> ShardOptions::partOf(const shards::CutRows& rows) const {
    if (shard.empty()) return std::nullopt;
    return shards::partOf(rows, *shards::parseShard(shard));
}

} // namespace warpstring::cli
