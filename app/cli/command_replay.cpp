// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "app/common/terminal.h"
#include "core/hardware_spec.h"
#include "pdg/evaluation/replay.h"
#include "stringmodel/string/notation.h"

namespace warpstring::cli {

using token_string::shortNumber;

namespace {

using OrderedJson = nlohmann::ordered_json;

const char* evaluatedBy(const evaluation::ConditionReport& report) {
    const char* how[] = {"symbolic evaluation", "sampling", "annotation", "bounds"};
    return how[static_cast<int>(report.certainty)];
}

std::string fraction(double sum, double over) {
    return shortNumber(sum) + "/" + shortNumber(over) + " = " + shortNumber(over > 0 ? sum / over : 0);
}

std::string conflictText(int ways) {
    return ways == 0 ? "-" : ways == 1 ? "none" : std::to_string(ways) + "-way";
}

void printTable(const evaluation::Replay& replay, const Pdg& pdg, const Launch& launch, int groupSize,
                bool colour) {
    std::cout << paint("line " + std::to_string(replay.place.at.line), Colour::Bold, colour) << "  "
              << replay.condition << "\n  by " << evaluatedBy(replay.report);
    if (replay.report.tripletCase > 0)
        std::cout << ", case " << replay.report.tripletCase
                  << " of section 3.1: " << shortNumber(replay.report.predictedCost) << " steps"
                  << (replay.report.paperCost > 0
                          ? " (the paper's formula: " + shortNumber(replay.report.paperCost) + ")"
                          : "");
    if (!replay.report.reason.empty()) std::cout << ": " << replay.report.reason;
    std::cout << "\n  " << padded("step", 12) << padded("active work-items", 34) << padded("warps", 7, true);
    for (const auto id : replay.accesses)
        std::cout << "  " << padded(pdg.statements[pdg.accesses[id].statement].text, 24);
    std::cout << "\n";
    for (const auto& row : replay.rows) {
        const std::string step = row.steps > 1
                                     ? std::to_string(row.firstStep) + ".." +
                                           shortNumber(static_cast<double>(row.firstStep) + row.steps - 1)
                                     : std::to_string(row.firstStep);
        std::cout << "  " << padded(step, 12) << padded(toText(row.threads, groupSize), 34)
                  << padded(std::to_string(row.activeWarps), 7, true);
        for (std::size_t a = 0; a < row.cycles.size(); ++a)
            std::cout << "  " << padded(conflictText(row.conflictWays[a]), 10)
                      << padded(shortNumber(row.cycles[a]) + " cycles", 14, true);
        std::cout << "\n";
    }
    std::cout << "  " << padded("sum", 46) << padded(shortNumber(replay.activeWarpSteps), 7, true);
    for (const auto cycles : replay.sharedCycles)
        std::cout << "  " << padded(shortNumber(cycles) + " cycles", 24, true);
    std::cout << "\n  cc = " << fraction(replay.activeWarpSteps, replay.warpSteps) << "\n";
    std::set<std::string> printed;
    for (const auto cycles : replay.sharedCycles)
        if (const auto text = "  cs = " + fraction(cycles, replay.warpSteps); printed.insert(text).second)
            std::cout << text << "\n";
    for (const auto& figure : launch.published) {
        if (figure.line != replay.place.at.line) continue;
        std::cout << "  "
                  << paint("published " + figure.quantity + " = " + figure.text + " = " +
                               shortNumber(figure.value) + " (" + figure.source + ")",
                           Colour::Yellow, colour);
        if (!figure.remark.empty()) std::cout << ": " << figure.remark;
        std::cout << "\n";
    }
    std::cout << "\n";
}

OrderedJson tableJson(const evaluation::Replay& replay, const Pdg& pdg, const Launch& launch, int groupSize) {
    OrderedJson json{{"line", replay.place.at.line},
                     {"condition", replay.condition},
                     {"evaluated_by", evaluatedBy(replay.report)},
                     {"case", replay.report.tripletCase},
                     {"predicted_steps", replay.report.predictedCost},
                     {"paper_steps", replay.report.paperCost},
                     {"warp_steps", replay.warpSteps},
                     {"active_warp_steps", replay.activeWarpSteps},
                     {"cc", replay.cc}};
    json["steps"] = OrderedJson::array();
    for (const auto& row : replay.rows) {
        OrderedJson threads = OrderedJson::array();
        for (int i = 0; i < groupSize; ++i)
            if (row.threads.contains(i)) threads.push_back(i);
        json["steps"].push_back({{"step", row.firstStep},
                                 {"count", row.steps},
                                 {"work_items", std::move(threads)},
                                 {"active_warps", row.activeWarps},
                                 {"conflict_ways", row.conflictWays},
                                 {"cycles", row.cycles}});
    }
    json["accesses"] = OrderedJson::array();
    for (std::size_t a = 0; a < replay.accesses.size(); ++a) {
        const auto& statement = pdg.statements[pdg.accesses[replay.accesses[a]].statement];
        json["accesses"].push_back({{"access", statement.text},
                                    {"line", statement.place.at.line},
                                    {"cycles", replay.sharedCycles[a]},
                                    {"cs", replay.cs[a]}});
    }
    json["published"] = OrderedJson::array();
    for (const auto& figure : launch.published)
        if (figure.line == replay.place.at.line)
            json["published"].push_back({{"quantity", figure.quantity},
                                         {"value", figure.value},
                                         {"text", figure.text},
                                         {"source", figure.source},
                                         {"remark", figure.remark}});
    return json;
}

int runReplay(const LaunchOptions& options) {
    OrderedJson all = OrderedJson::array();
    const bool colour = wantsColour(1);
    const int code =
        forEachLaunch(options,
                      [&](const Launch& launch, const Pdg& pdg, const HardwareSpec& spec,
                          const SimulationOptions& given) -> int {
                          evaluation::EvaluationOptions settings = given.evaluation;
                          settings.cancellation = given.cancellation;
                          auto evaluation = evaluate(pdg, launch, spec, settings);
                          if (!evaluation) return fail(evaluation.diagnostics());
                          const auto replays = replay(pdg, *evaluation, spec, settings);
                          if (isStopped(given.cancellation))
                              return fail({given.cancellation->refusal({launch.file.string(), 0, 0})});
                          const int groupSize = evaluation->launch.groupSize;
                          OrderedJson tables = OrderedJson::array();
                          for (const auto& table : replays) {
                              if (options.json)
                                  tables.push_back(tableJson(table, pdg, launch, groupSize));
                              else
                                  printTable(table, pdg, launch, groupSize, colour);
                          }
                          if (options.json)
                              all.push_back({{"schema", "warpstring.replay/1"},
                                             {"kernel", pdg.kernel},
                                             {"launch", launch.name},
                                             {"spec", spec.name},
                                             {"replays", std::move(tables)}});
                          else if (replays.empty())
                              std::cout << "no condition of " << pdg.kernel << " depends on work-item IDs\n";
                          printDiagnostics(evaluation->diagnostics);
                          return exitCodeOfResult(evaluation->diagnostics);
                      });
    if (options.json && !all.empty()) std::cout << all.dump(2) << "\n";
    return code;
}

} // namespace

void addReplay(CLI::App& program, int& exit) {
    auto options = std::make_shared<LaunchOptions>();
    options->sourceShape = true; // steps are iterations of the loops as written
    auto* command = program.add_subcommand(
        "replay", "which work-items are active in each step, and their bank conflicts (Table 3)");
    options->addTo(*command, false);
    command->add_flag("!--optimised", options->sourceShape,
                      "replay the optimised kernel instead of the loops as written");
    command->callback([options, &exit] { exit = runReplay(*options); });
}

} // namespace warpstring::cli
