// SPDX-License-Identifier: GPL-3.0-or-later
// Slurm played by scripts: an array is done when sbatch returns. tests/slurm has the real one.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/app/program.h"

namespace warpstring::test {

/// Writes them into the folder's bin; what a run's environment needs to find them. What tasks say is in
/// bin/sbatch.log.
inline std::string playSlurm(const Workspace& workspace) {
    namespace fs = std::filesystem;
    const fs::path bin = workspace.folder() / "bin";
    fs::create_directories(bin);
    workspace.write("bin/sbatch", R"(#!/bin/sh
for word; do case $word in --array=*) list=${word#--array=} ;; esac; done
for task in $(seq "${list%-*}" "${list#*-}"); do SLURM_ARRAY_TASK_ID=$task sh "$word" >> "$0.log" 2>&1; done
echo 17
)");
    workspace.write("bin/squeue", "#!/bin/sh\nexit 0\n"); // what has ended it knows no more
    for (const char* name : {"sbatch", "squeue"}) fs::permissions(bin / name, fs::perms::owner_all);
    return "PATH=" + bin.string() + ":" + std::getenv("PATH");
}

} // namespace warpstring::test
