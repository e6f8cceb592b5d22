// SPDX-License-Identifier: GPL-3.0-or-later
// The instructions of a launch in the order in which the timeline's warps issue them, to be laid beside machine
// code: instruction_order SPEC (FOLDER|FILE) [NAME], the first launch of each program whose name holds NAME.
#include <cstdio>
#include <iostream>
#include <set>
#include <string>

#include "core/files/specs/hardware_spec_file.h"
#include "pdg/evaluation/evaluation.h"
#include "stringmodel/machine/machine_program.h"
#include "stringmodel/machine/register_choice.h"
#include "study/batch/graph_cache.h"
#include "study/batch/launch_folders.h"

namespace {

using namespace warpstring;

std::string describe(const machine::MachineOperation& operation, const Pdg& pdg) {
    if (operation.statement == none) return operation.predicate == none ? "frame" : "branch";
    const Statement& statement = pdg.statements[operation.statement];
    std::string text = std::to_string(statement.place.at.line) + ": ";
    if (operation.kind == machine::MachineKind::Barrier) return text + "barrier";
    if (operation.kind == machine::MachineKind::Compute) {
        text += name(statement.operation);
    } else {
        text += operation.isPrivate                              ? "private "
                : operation.kind == machine::MachineKind::Shared ? "shared "
                                                                 : "global ";
        text += operation.access == AccessKind::Load    ? "load "
                : operation.access == AccessKind::Store ? "store "
                                                        : "atomic ";
        text += std::to_string(pdg.accesses[statement.access].bytes) + " bytes";
    }
    if (statement.count > 1) text += " x" + std::to_string(statement.count);
    return text;
}

void print(const machine::MachineProgram& program, const Pdg& pdg, const evaluation::Evaluation& evaluation) {
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
        const auto& step = program.steps[i];
        using Kind = machine::MachineStep::Kind;
        switch (step.kind) {
        case Kind::Operation: {
            const auto& operation = program.operations[step.index];
            std::printf("%5zu  r%-4d %-44s copy %-2d", i, operation.result, describe(operation, pdg).c_str(),
                        operation.copy);
            for (const auto use : operation.uses) std::printf(" r%u", use);
            std::printf("\n");
            break;
        }
        case Kind::Region: std::printf("%5zu  if region %u, else to %u\n", i, step.index, step.target); break;
        case Kind::Guard: std::printf("%5zu  guard of region %u\n", i, step.index); break;
        case Kind::LoopEnter:
            std::printf("%5zu  loop %u { of %.4g trips%s\n", i, step.index,
                        evaluation.loops[step.loop()].trips.value,
                        pdg.loops[step.loop()].constantTrips ? ", constant" : "");
            break;
        case Kind::LoopTest: std::printf("%5zu  loop %u, copies %u\n", i, step.index, step.amount); break;
        case Kind::LoopNext: std::printf("%5zu  again loop %u\n", i, step.index); break;
        case Kind::LoopLeave: std::printf("%5zu  } loop %u\n", i, step.index); break;
        case Kind::End: std::printf("%5zu  end\n", i); break;
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::cerr << "instruction_order SPEC (FOLDER|FILE) [NAME]\n";
        return 2;
    }
    const auto spec =
        files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR "/hwspecs/") + argv[1] + ".toml");
    auto sweeps = batch::openLaunches({argv[2]});
    if (!spec || !sweeps) {
        std::cerr << "no such spec or launch\n";
        return 3;
    }
    const std::string name = argc > 3 ? argv[3] : "";
    batch::GraphCache graphs(4);
    std::set<std::string> printed;
    for (auto& sweep : *sweeps)
        for (std::uint64_t index = 0; index < sweep.count(); ++index) {
            const auto launch = sweep.at(index);
            if (!launch || launch->name.find(name) == std::string::npos) continue;
            if (!printed.insert(launch->kernel + " " + launch->options).second) continue;
            const auto graph = graphs.graphFor(*launch, spec->device.addressBits, false);
            if (!graph->ok()) continue;
            const auto evaluation = evaluation::evaluate(**graph, *launch, *spec);
            if (!evaluation) continue;
            std::printf("%s, kernel %s, options %s: at least %d registers, at most %d, %d taken\n",
                        launch->name.c_str(), launch->kernel.c_str(), launch->options.c_str(),
                        (*graph)->registers, (*graph)->freeRegisters, machine::registersTaken(**graph, *spec));
            print(machine::lower(**graph, *evaluation, *spec), **graph, *evaluation);
        }
    return printed.empty() ? 1 : 0;
}
