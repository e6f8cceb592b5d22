// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/json_ending.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "core/diagnostic.h"

namespace {

using warpstring::Diagnostics;
using warpstring::Severity;

/// A first word that is no command gets the closest one as a hint.
Diagnostics unknownCommand(const CLI::App& program, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return {};
    std::vector<std::string> names;
    for (const auto* command : program.get_subcommands(nullptr)) {
        if (command->get_name() == argv[1]) return {};
        if (!command->get_group().empty()) names.push_back(command->get_name());
    }
    const auto close = warpstring::closestName(argv[1], names);
    return {{"usage.unknown-command",
             Severity::Error,
             {},
             "unknown command '" + std::string(argv[1]) + "'",
             close.empty() ? "see 'warpstring --help' for the commands" : "did you mean '" + close + "'?"}};
}

} // namespace

int main(int argc, char** argv) {
    using namespace warpstring::cli;
    const JsonEnding ending(argc, argv);
    CLI::App program(
        "Warpstring: the token string, warp latency and kernel time of OpenCL kernels, from source alone.");
    program.name("warpstring");
    program.set_version_flag("--version", std::string("warpstring ") + WARPSTRING_VERSION);
    program.require_subcommand(1);
    program.footer("Exit codes: 0 done, 1 the result has errors, 2 wrong usage, 3 bad input, 130 interrupted.");
    int exit = exitOk;
    addSimulate(program, exit);
    addAdvise(program, exit);
    addInit(program, exit);
    addPdg(program, exit);
    addReplay(program, exit);
    addTimeline(program, exit);
    addTransfers(program, exit);
    addTransform(program, exit);
    addStrip(program, exit);
    addSpec(program, exit);
    addTune(program, exit);
    addShape(program, exit);
    addGenerate(program, exit);
    addBatch(program, exit);
    addMerge(program, exit);
    addFit(program, exit);
    addGate(program, exit);
    addCalibrate(program, exit);
    addChart(program, exit);
    addCompare(program, exit);
    addCounts(program, exit);
    addDevices(program, exit);
    addMeasure(program, exit);
    addValidate(program, exit);
    addWorker(program, exit);
    if (const auto unknown = unknownCommand(program, argc, argv); !unknown.empty()) {
        for (const auto& fault : unknown) std::cerr << toText(fault) << "\n";
        return ending.end(exitUsage, unknown);
    }
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (program.exit(error) == 0) return exitOk;
        return ending.end(exitUsage, {{"usage.options", Severity::Error, {}, error.what(), "see --help"}});
    }
    if (!std::cout.flush()) {
        std::cerr
            << "error: cannot write the result to standard output [output.write]\n  hint: is the disk full?\n";
        return exitResultHasErrors;
    }
    return ending.end(exit, printedDiagnostics());
}
