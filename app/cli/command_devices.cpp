// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/commands.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "core/measure/client/session_text.h"
#include "core/records/measurement_json.h"

namespace warpstring::cli {

namespace {

int runDevices(bool json) {
    const auto program = measure::findWorker();
    if (!program) return fail(program.diagnostics());
    measure::WorkerProcess worker(*program);
    const auto devices = askDevices(worker);
    if (!devices) return fail(devices.diagnostics());
    if (json)
        std::cout << Json::arrayOf(*devices, [](const records::DeviceFacts& device) {
                         return toJson(device);
                     }).pretty();
    else
        std::cout << measure::tableOf(*devices) << "\n";
    return exitOk;
}

} // namespace

void addDevices(CLI::App& program, int& exit) {
    auto json = std::make_shared<bool>(false);
    auto* command =
        program.add_subcommand("devices", "list the OpenCL devices that launches can be measured on");
    command->add_flag("--json", *json, "print JSON");
    command->callback([json, &exit] { exit = runDevices(*json); });
}

} // namespace warpstring::cli
