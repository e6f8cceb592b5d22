// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/launch_run.h"

#include <new>

#include "core/measure/prepared_launch.h"

namespace warpstring {

namespace {

Diagnostic runFailure(const Launch& launch, std::string message, std::string hint) {
    return {"measure.run-failed",
            Severity::Error,
            {launch.file.string(), 0, 0},
            std::move(message),
            std::move(hint)};
}

Diagnostics runOnce(const Launch& launch, const PreparedLaunch& prepared) {
    cl_int error = enqueue(prepared, launch.range);
    if (error == CL_SUCCESS) error = prepared.queue.finish();
    if (error == CL_SUCCESS) return {};
    if (error == CL_INVALID_WORK_GROUP_SIZE || error == CL_INVALID_WORK_ITEM_SIZE)
        return {Diagnostic{"measure.group-size-refused",
                           Severity::Error,
                           {launch.file.string(), 0, 0},
                           "the device refuses the local size: " + errorName(error),
                           "use a smaller local size"}};
    return {runFailure(launch, "running kernel \"" + launch.kernel + "\" failed: " + errorName(error),
                       "look for accesses outside its buffers")};
}

Result<LaunchOutput> readBack(const Launch& launch, const PreparedLaunch& prepared) {
    LaunchOutput output;
    output.buildLog = prepared.buildLog;
    for (const auto& [parameter, buffer] : prepared.buffers) {
        std::vector<std::byte>& contents = output.buffers[parameter];
        contents.resize(buffer.getInfo<CL_MEM_SIZE>());
        const cl_int error =
            prepared.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, contents.size(), contents.data());
        if (error != CL_SUCCESS)
            return runFailure(launch, "reading buffer \"" + parameter + "\" back failed: " + errorName(error),
                              "look for accesses outside the kernel's buffers");
    }
    return output;
}

} // namespace

Result<LaunchOutput> runLaunch(const Launch& launch, std::size_t deviceIndex) {
    try {
        const auto prepared = prepareLaunch(launch, deviceIndex);
        if (!prepared) return prepared.diagnostics();
        if (Diagnostics faults = runOnce(launch, *prepared); !faults.empty()) return faults;
        return readBack(launch, *prepared);
    } catch (const std::bad_alloc&) {
        return runFailure(launch, "the host has not enough memory for the launch's buffers",
                          "reduce their counts");
    }
}

} // namespace warpstring
