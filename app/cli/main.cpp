// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <vector>

#include "app/cli/commands.h"
#include "app/common/exit_code.h"
#include "core/diagnostic.h"

namespace {

/// A first word that is no command gets the closest one as a hint.
bool isUnknownCommand(const CLI::App& program, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return false;
    std::vector<std::string> names;
    for (const auto* command : program.get_subcommands(nullptr)) {
        if (command->get_name() == argv[1]) return false;
        if (!command->get_group().empty()) names.push_back(command->get_name());
    }
    const auto close = warpstring::closestName(argv[1], names);
    std::cerr << "error: unknown command '" << argv[1] << "' [usage.unknown-command]\n  hint: "
              << (close.empty() ? "see 'warpstring --help' for the commands" : "did you mean '" + close + "'?")
              << "\n";
    return true;
}

} // namespace

int main(int argc, char** argv) {
    using namespace warpstring::cli;
    CLI::App program(
        "Warpstring: the token string, warp latency and kernel time of OpenCL kernels, from source alone.");
    program.name("warpstring");
    program.set_version_flag("--version", std::string("warpstring ") + WARPSTRING_VERSION);
    program.require_subcommand(1);
    program.footer("Exit codes: 0 done, 1 the result has errors, 2 wrong usage, 3 bad input, 130 interrupted.");
    int exit = exitOk;
    addSimulate(program, exit);
    addInit(program, exit);
    addPdg(program, exit);
    addReplay(program, exit);
    addTimeline(program, exit);
    addSpec(program, exit);
    addBatch(program, exit);
    addCalibrate(program, exit);
    addChart(program, exit);
    addCompare(program, exit);
    addDevices(program, exit);
    addMeasure(program, exit);
    addValidate(program, exit);
    addWorker(program, exit);
    if (isUnknownCommand(program, argc, argv)) return exitUsage;
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? exitOk : exitUsage;
    }
    if (!std::cout.flush()) {
        std::cerr
            << "error: cannot write the result to standard output [output.write]\n  hint: is the disk full?\n";
        return exitResultHasErrors;
    }
    return exit;
}
