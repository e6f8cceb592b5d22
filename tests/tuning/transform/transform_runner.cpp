// SPDX-License-Identifier: GPL-3.0-or-later
// What transform_oracle asks to run launches: a process without LLVM, for drivers bring their own.
#include <unistd.h>

#include "core/measure/worker/devices.h"
#include "core/measure/worker/launch_run.h"
#include "core/process/messages.h"
#include "core/records/resolved_launch.h"
#include "core/text/json.h"
#include "tests/tuning/transform/runner_answer.h"

namespace warpstring::transform {
namespace {

/// The first device of PoCL, else the first.
std::optional<std::size_t> device() {
    const auto devices = measure::listDevices();
    if (!devices || devices->empty()) return std::nullopt;
    for (std::size_t i = 0; i < devices->size(); ++i)
        if ((*devices)[i].platform.find("Portable Computing Language") != std::string::npos) return i;
    return 0;
}

std::string answerTo(const std::string& request, std::size_t device) {
    const auto json = parseJson(request);
    if (!json) return failureAnswer(json.diagnostics().front());
    const auto resolved = records::resolvedLaunchFromJson(*json);
    if (!resolved) return failureAnswer(resolved.diagnostics().front());
    const auto output = measure::runLaunch(*resolved, device);
    return output ? buffersAnswer(output->buffers) : failureAnswer(output.diagnostics().front());
}

} // namespace
} // namespace warpstring::transform

int main() {
    using namespace warpstring;
    const auto device = transform::device();
    if (!device) return 1;
    while (const auto request = process::readMessage(STDIN_FILENO))
        if (!process::writeMessage(STDOUT_FILENO, transform::answerTo(*request, *device))) return 1;
    return 0;
}
