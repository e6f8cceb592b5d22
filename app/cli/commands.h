// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands. Each adds itself to the program and leaves its exit code in `exit` when it runs.
#pragma once

#include <CLI/CLI.hpp>

namespace warpstring::cli {

void addSimulate(CLI::App& program, int& exit); ///< simulate, string
void addAdvise(CLI::App& program, int& exit);
void addPdg(CLI::App& program, int& exit);
void addReplay(CLI::App& program, int& exit);
void addSpec(CLI::App& program, int& exit);
void addBatch(CLI::App& program, int& exit);
void addCalibrate(CLI::App& program, int& exit);
void addChart(CLI::App& program, int& exit);
void addCounts(CLI::App& program, int& exit);
void addCompare(CLI::App& program, int& exit);
void addDevices(CLI::App& program, int& exit);
void addFit(CLI::App& program, int& exit);
void addGate(CLI::App& program, int& exit);
void addGenerate(CLI::App& program, int& exit);
void addInit(CLI::App& program, int& exit);
void addMeasure(CLI::App& program, int& exit);
void addMerge(CLI::App& program, int& exit);
void addShape(CLI::App& program, int& exit);
void addTimeline(CLI::App& program, int& exit);
void addTransfers(CLI::App& program, int& exit);
void addStrip(CLI::App& program, int& exit);
void addTransform(CLI::App& program, int& exit);
void addTune(CLI::App& program, int& exit);
void addValidate(CLI::App& program, int& exit);
void addWorker(CLI::App& program, int& exit); ///< what batch starts; not shown

} // namespace warpstring::cli
