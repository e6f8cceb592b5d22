// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/common/interruption.h"
#include "study/workers/worker.h"

namespace warpstring::cli {

void addWorker(CLI::App& program, int& exit) {
    auto* command = program.add_subcommand("worker", "compute rows for 'warpstring batch', which starts it");
    command->group(""); // not in the help
    command->callback([&exit] { exit = workers::runWorker({&catchInterruptions(), {}}); });
}

} // namespace warpstring::cli
