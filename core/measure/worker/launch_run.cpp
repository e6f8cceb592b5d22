// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/launch_run.h"

#include <new>

#include "core/measure/worker/prepared_launch.h"

namespace warpstring::measure {

Result<LaunchOutput> runLaunch(const Launch& launch, std::size_t deviceIndex) {
    const auto resolved = records::resolve(launch);
    if (!resolved) return resolved.diagnostics();
    return runLaunch(*resolved, deviceIndex);
}

Result<LaunchOutput> runLaunch(const records::ResolvedLaunch& resolved, std::size_t deviceIndex) {
    const Launch& launch = resolved.launch;
    try {
        auto prepared = prepareLaunch(resolved, deviceIndex);
        if (!prepared) return prepared.diagnostics();
        cl_int error = enqueue(*prepared, prepared->built.kernel, launch.range);
        if (error == CL_SUCCESS) error = prepared->queue.finish();
        if (error != CL_SUCCESS) return runFailure(launch, error);
        auto buffers = readBuffers(launch, prepared->buffers, prepared->queue, true, 0, prepared->transfers);
        if (!buffers) return buffers.diagnostics();
        return LaunchOutput{std::move(*buffers), prepared->built.facts.log};
    } catch (const std::bad_alloc&) {
        return Diagnostic{"measure.allocation-failed",
                          Severity::Error,
                          {launch.file.string(), 0, 0},
                          "the host has not enough memory for the launch's buffers",
                          "reduce their counts"};
    }
}

} // namespace warpstring::measure
