// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/cluster/task_script.h"

#include "core/text/shell_word.h"

namespace warpstring::cluster {

std::string taskScript(const TaskCommand& command) {
    std::string text = "#!/bin/sh\n"
                       "# Written by warpstring --slurm: a task computes one shard, and goes on with it when\n"
                       "# it is started again.\n"
                       "exec " +
                       shellWord(command.program.string());
    for (const std::string& word : command.words) {
        text += " \\\n  ";
        text += shellWord(word);
    }
    text += " \\\n  --shard \"$SLURM_ARRAY_TASK_ID/" + std::to_string(command.tasks) + "\" --of-plan " +
            shellWord(command.plan.string());
    text += " \\\n  --jobs \"${SLURM_CPUS_PER_TASK:-1}\" --quiet --resume";
    text += " \\\n  " + command.output + " " + shellWord(command.shards.string()) +
            "/\"$SLURM_ARRAY_TASK_ID\"" + command.extension + "\n";
    return text;
}

} // namespace warpstring::cluster
