// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/rows_told.h"
#include "app/common/print_diagnostics.h"
#include "study/batch/row_sink.h"
#include "study/shards/merge.h"

namespace warpstring::cli {

namespace {

struct MergeCommandOptions {
    std::string output;
    std::vector<std::string> shards;
    bool force = false, quiet = false;
};

int runMerge(const MergeCommandOptions& options) {
    const auto rows =
        shards::mergeShards(options.output, {options.shards.begin(), options.shards.end()}, options.force);
    if (!rows) return fail(rows.diagnostics());
    return tellRows(std::to_string(rows->rows) + " " + rows->rowsAre + " of " +
                        std::to_string(options.shards.size()) + " shards",
                    rows->errors, options.quiet);
}

} // namespace

void addMerge(CLI::App& program, int& exit) {
    auto options = std::make_shared<MergeCommandOptions>();
    auto* command = program.add_subcommand(
        "merge", "the shards of a batch, a validation or a tune joined into one file of rows");
    command
        ->add_option("output", options->output,
                     "the file to write: .jsonl, .csv, .sqlite or .db, as the shards")
        ->required()
        ->check([](const std::string& path) -> std::string {
            return batch::rowFileFormat(path) ? "" : path + " ends neither in .jsonl, .csv, .sqlite nor .db";
        });
    command->add_option("shards", options->shards, "what --shard wrote, in any order")->required();
    command->add_flag("--force", options->force, "replace the output file");
    command->add_flag("-q,--quiet", options->quiet, "say nothing of what was joined");
    command->callback([options, &exit] { exit = runMerge(*options); });
}

} // namespace warpstring::cli
