// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/context.h"

int main(int argc, char** argv) {
    using namespace warpstring::cli;
    CLI::App program(
        "Warpstring: the token string, warp latency and kernel time of OpenCL kernels, from source alone.");
    program.name("warpstring");
    program.set_version_flag("--version", std::string("warpstring ") + WARPSTRING_VERSION);
    program.require_subcommand(1);
    program.footer("Exit codes: 0 done, 1 the result has errors, 2 wrong usage, 3 bad input.");
    int exit = exitOk;
    addSimulate(program, exit);
    addPdg(program, exit);
    addReplay(program, exit);
    addSpec(program, exit);
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
