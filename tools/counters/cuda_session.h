// SPDX-License-Identifier: GPL-3.0-or-later
// A CUDA context with the modules loaded into it, and what must be found out of it before OpenCL's kernels run.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "core/result.h"
#include "tools/counters/cuda_driver.h"

namespace warpstring::counters {

/// What a kernel sees of its surroundings, read by a kernel.
struct KernelSurroundings {
    std::uint64_t sharedBase = 0;    ///< where a group's own shared memory starts; 1024 on Hopper
    bool offsetRegistersZero = true; ///< %envreg0 to 5
    std::string environment;         ///< the %envreg registers that are not zero, "7=0x40 ..."
};

struct LoadedKernel {
    CuFunction function = nullptr;
    std::string ptx;                ///< as OpenCL built it; empty for another binary
    std::set<int> changedRegisters; ///< the %envreg that were replaced
    bool textureModeRemoved = false;
};

class CudaSession {
public:
    /// Fails with counters.no-cuda.
    [[nodiscard]] static Result<CudaSession> open();

    [[nodiscard]] const CudaDriver& driver() const { return driver_; }
    [[nodiscard]] const std::string& deviceName() const { return deviceName_; }
    [[nodiscard]] const KernelSurroundings& surroundings() const { return surroundings_; }

    /// Loads the program at its first use. Fails with counters.load-failed.
    [[nodiscard]] Result<LoadedKernel> kernel(const std::filesystem::path& file, const std::string& name,
                                              int dimensions);

    /// Enqueues a kernel that keeps the device busy for some 30 us, while the host enqueues what is timed.
    int enqueueDelay();

    /// Whether the context still works. An error of a kernel breaks it for good.
    [[nodiscard]] bool alive() const { return driver_.contextSynchronize() == 0; }
    /// A new context in place of a broken one. Fails with counters.no-cuda.
    [[nodiscard]] Diagnostics renew();

private:
    struct Program {
        CuModule module = nullptr;
        std::string ptx;
        std::set<int> changedRegisters;
        bool textureModeRemoved = false;
    };

    explicit CudaSession(CudaDriver driver) : driver_(driver) {}
    Diagnostics makeContext();
    Diagnostics look();
    Result<CuModule> load(const std::string& image);
    Result<Program> loadProgram(const std::filesystem::path& file, int dimensions);

    CudaDriver driver_;
    CuDevice device_ = 0;
    std::string deviceName_;
    KernelSurroundings surroundings_;
    CuFunction delay_ = nullptr;
    std::map<std::pair<std::string, int>, Program> programs_; ///< by file and the dimensions of its range
};

} // namespace warpstring::counters
