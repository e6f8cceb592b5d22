// SPDX-License-Identifier: GPL-3.0-or-later
// --shard and --of-plan: which part of the rows a command computes, and of which plan.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "core/result.h"
#include "study/shards/shard_cut.h"

namespace warpstring::cli {

struct ShardOptions {
    std::string shard;  ///< "3/12"; empty: all of it
    std::string ofPlan; ///< a file with the record that the whole must have; empty: any

    /// `output` is the option that names the file of rows.
    void addTo(CLI::App& command, const std::string& output);
    /// None where `record` is of the whole that it is to be of.
    [[nodiscard]] Diagnostics strangeness(const std::string& record) const;
    /// Nothing: all rows.
    [[nodiscard]] std::optional<batch::PlanPart> partOf(const shards::CutRows& rows) const;
};

} // namespace warpstring::cli
