// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/counters/cuda_session.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <vector>

#include "tools/counters/ptx_entry.h"

namespace warpstring::counters {

namespace {

constexpr int environmentCount = 32;
constexpr std::uint64_t delayCycles = 60'000;

Diagnostic noCuda(std::string message) {
    return {"counters.no-cuda", Severity::Error, {}, std::move(message), ""};
}

/// Where shared memory starts and what %envreg registers hold; and a kernel that lasts.
std::string surroundingsPtx() {
    std::string text = ".version 6.3\n"
                       ".target sm_75\n"
                       ".address_size 64\n"
                       ".visible .entry ws_look(.param .u64 ws_look_out)\n"
                       "{\n"
                       "    .reg .b32 %r<2>;\n"
                       "    .reg .b64 %rd<3>;\n"
                       "    .shared .align 16 .b8 ws_shared[16];\n"
                       "    ld.param.u64 %rd1, [ws_look_out];\n"
                       "    cvta.to.global.u64 %rd1, %rd1;\n"
                       "    mov.u64 %rd2, ws_shared;\n"
                       "    st.global.u64 [%rd1], %rd2;\n";
    for (int i = 0; i < environmentCount; ++i)
        text += "    mov.b32 %r1, %envreg" + std::to_string(i) + ";\n    st.global.u32 [%rd1+" +
                std::to_string(8 + 4 * i) + "], %r1;\n";
    return text + "    ret;\n"
                  "}\n"
                  ".visible .entry ws_delay(.param .u64 ws_delay_cycles)\n"
                  "{\n"
                  "    .reg .pred %p<2>;\n"
                  "    .reg .b64 %rd<6>;\n"
                  "    ld.param.u64 %rd1, [ws_delay_cycles];\n"
                  "    mov.u64 %rd2, %clock64;\n"
                  "AGAIN:\n"
                  "    mov.u64 %rd3, %clock64;\n"
                  "    sub.s64 %rd4, %rd3, %rd2;\n"
                  "    setp.lt.u64 %p1, %rd4, %rd1;\n"
                  "    @%p1 bra AGAIN;\n"
                  "    ret;\n"
                  "}\n";
}

} // namespace

Result<CudaSession> CudaSession::open() {
    auto driver = CudaDriver::load();
    if (!driver) return driver.diagnostics();
    CudaSession session(*driver);
    if (const int error = driver->init(0); error != 0)
        return noCuda("cuInit failed: " + driver->errorText(error));
    if (const int error = driver->deviceGet(&session.device_, 0); error != 0)
        return noCuda("there is no CUDA device: " + driver->errorText(error));
    std::array<char, 256> name{};
    driver->deviceGetName(name.data(), static_cast<int>(name.size()) - 1, session.device_);
    session.deviceName_ = name.data();
    if (Diagnostics faults = session.makeContext(); !faults.empty()) return faults;
    return session;
}

Diagnostics CudaSession::makeContext() {
    CuContext context = nullptr;
    int error = driver_.primaryContextRetain(&context, device_);
    if (error == 0) error = driver_.contextSetCurrent(context);
    if (error != 0) return {noCuda("making a CUDA context failed: " + driver_.errorText(error))};
    return look();
}

Diagnostics CudaSession::renew() {
    programs_.clear();
    delay_ = nullptr;
    driver_.contextSetCurrent(nullptr);
    driver_.primaryContextRelease(device_);
    driver_.primaryContextReset(device_);
    return makeContext();
}

Diagnostics CudaSession::look() {
    const auto module = load(surroundingsPtx());
    if (!module) return module.diagnostics();
    CuFunction function = nullptr;
    CuDevicePointer out = 0;
    std::array<std::uint32_t, 2 + environmentCount> seen{};
    void* arguments[] = {&out};
    int error = driver_.moduleGetFunction(&function, *module, "ws_look");
    if (error == 0) error = driver_.moduleGetFunction(&delay_, *module, "ws_delay");
    if (error == 0) error = driver_.memoryAllocate(&out, sizeof seen);
    if (error == 0) error = driver_.launchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
    if (error == 0) error = driver_.contextSynchronize();
    if (error == 0) error = driver_.copyToHost(seen.data(), out, sizeof seen);
    if (error != 0) return {noCuda("the first CUDA kernel failed: " + driver_.errorText(error))};
    driver_.memoryFree(out);

    surroundings_ = {};
    surroundings_.sharedBase = seen[0] | static_cast<std::uint64_t>(seen[1]) << 32;
    for (int i = 0; i < environmentCount; ++i) {
        if (seen[2 + i] == 0) continue;
        if (i <= 5) surroundings_.offsetRegistersZero = false;
        surroundings_.environment += std::to_string(i) + "=" + std::to_string(seen[2 + i]) + " ";
    }
    return {};
}

Result<CuModule> CudaSession::load(const std::string& image) {
    CuModule module = nullptr;
    std::vector<char> log(16384);
    int options[] = {5, 6}; // CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size() - 1)};
    const int error = driver_.moduleLoadDataEx(&module, image.c_str(), 2, options, values);
    if (error == 0) return module;
    return Diagnostic{"counters.load-failed",
                      Severity::Error,
                      {},
                      "CUDA does not load the program: " + driver_.errorText(error) + " " + log.data(),
                      ""};
}

Result<CudaSession::Program> CudaSession::loadProgram(const std::filesystem::path& file, int dimensions) {
    std::ifstream stream(file, std::ios::binary);
    std::string image{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (image.empty())
        return Diagnostic{
            "counters.load-failed", Severity::Error, {file.string(), 0, 0}, "the program cannot be read", ""};
    Program program;
    if (isPtx(image)) {
        program.ptx = image;
        for (const int number : environmentRegisters(image))
            if (number >= 6 ? number <= 9 : !surroundings_.offsetRegistersZero)
                program.changedRegisters.insert(number);
        image = withoutEnvironment(image, dimensions, !surroundings_.offsetRegistersZero);
    }
    auto module = load(image);
    if (!module && !program.ptx.empty() && alive()) {
        const std::string other = withoutTextureMode(image);
        if (other != image)
            if (const auto second = load(other); second) {
                module = second;
                program.textureModeRemoved = true;
            }
    }
    if (!module) return module.diagnostics();
    program.module = *module;
    return program;
}

Result<LoadedKernel> CudaSession::kernel(const std::filesystem::path& file, const std::string& name,
                                         int dimensions) {
    const std::pair<std::string, int> key{file.string(), dimensions};
    auto found = programs_.find(key);
    if (found == programs_.end()) {
        auto program = loadProgram(file, dimensions);
        if (!program) return program.diagnostics();
        found = programs_.emplace(key, std::move(*program)).first;
    }
    const Program& program = found->second;
    LoadedKernel kernel{nullptr, program.ptx, program.changedRegisters, program.textureModeRemoved};
    if (const int error = driver_.moduleGetFunction(&kernel.function, program.module, name.c_str()); error != 0)
        return Diagnostic{"counters.load-failed",
                          Severity::Error,
                          {file.string(), 0, 0},
                          "CUDA does not find the kernel: " + driver_.errorText(error),
                          ""};
    return kernel;
}

int CudaSession::enqueueDelay() {
    std::uint64_t cycles = delayCycles;
    void* arguments[] = {&cycles};
    return driver_.launchKernel(delay_, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
}

} // namespace warpstring::counters
