// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/counters/ptx_launcher.h"

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "core/measure/worker/scalar_bytes.h"
#include "core/records/buffer_data.h"
#include "core/records/verification.h"
#include "tools/counters/ptx_entry.h"

namespace warpstring::counters {

namespace {

constexpr float warmUpMs = 20;
constexpr int mostWarmUpRuns = 20;

SourceLocation placeOf(const Launch& launch) { return {launch.file.string(), 0, 0}; }

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

/// A launch's memory and arguments on the device; frees what it has.
class DeviceLaunch {
public:
    DeviceLaunch(CudaSession& session, const records::ResolvedLaunch& resolved)
        : session_(session), driver_(session.driver()), launch_(resolved.launch) {}
    DeviceLaunch(const DeviceLaunch&) = delete;
    DeviceLaunch& operator=(const DeviceLaunch&) = delete;
    ~DeviceLaunch() {
        for (const auto& [parameter, buffer] : buffers_) {
            driver_.memoryFree(buffer.memory);
            if (buffer.pristine != 0) driver_.memoryFree(buffer.pristine);
        }
        for (const CuEvent event : {start_, end_})
            if (event != nullptr) driver_.eventDestroy(event);
    }

    Diagnostics prepare(const ProgramKernel& program, const HostBuffers& contents, Json& line) {
        auto kernel = session_.kernel(program.file, launch_.kernel, launch_.range.dimensions);
        if (!kernel) return kernel.diagnostics();
        function_ = kernel->function;
        const auto ordered = measure::orderArguments(launch_, program.parameters);
        if (!ordered) return ordered.diagnostics();
        line.set("registers", attribute(functionRegisters));
        line.set("static_shared_bytes", attribute(functionSharedBytes));
        line.set("thread_local_bytes", attribute(functionLocalBytes));
        line.set("replaced_envreg", Json::arrayOf(kernel->changedRegisters));
        if (kernel->textureModeRemoved) line.set("texture_mode_removed", true);
        if (Diagnostics faults = makeBuffers(contents); !faults.empty()) return faults;
        const auto declared = entryParameters(kernel->ptx, launch_.kernel);
        if (Diagnostics faults = setArguments(program, *ordered, declared, line); !faults.empty())
            return faults;
        if (const int error = makeEvents(); error != 0) return fault("making events", error);
        return {};
    }

    Diagnostics profile() {
        if (const int error = run(); error != 0) return fault("the first run", error);
        if (const int error = restore(); error != 0) return fault("restoring buffers", error);
        if (const int error = driver_.profilerStart(); error != 0) return fault("cuProfilerStart", error);
        const int error = run();
        driver_.profilerStop();
        return error == 0 ? Diagnostics{} : fault("the profiled run", error);
    }

    Diagnostics time(int runs, const RunSettings& settings, Json& line) {
        if (const int error = run(); error != 0) return fault("the first run", error);
        if (settings.references != nullptr)
            if (Diagnostics faults = check(*settings.references, line); !faults.empty()) return faults;
        float spent = 0;
        for (int i = 0; i < mostWarmUpRuns && spent < warmUpMs; ++i) {
            float ms = 0;
            if (const int error = timedRun(ms); error != 0) return fault("a warm-up run", error);
            spent += ms;
        }
        std::vector<double> times;
        for (int i = 0; i < runs; ++i) {
            float ms = 0;
            if (const int error = timedRun(ms); error != 0) return fault("a timed run", error);
            times.push_back(1e3 * static_cast<double>(ms));
        }
        line.set("times_us", Json::arrayOf(times));
        std::sort(times.begin(), times.end());
        if (!times.empty()) line.set("median_us", times[times.size() / 2]);
        return {};
    }

private:
    struct Buffer {
        CuDevicePointer memory = 0;
        CuDevicePointer pristine = 0; ///< a copy of what the kernel reads and writes; 0: none
        std::size_t bytes = 0;
        BufferAccess access = BufferAccess::ReadWrite;
    };
    /// Room for the largest vector, double16, and zeros behind smaller values.
    using ArgumentBytes = std::array<std::byte, 128>;

    Diagnostics fault(const std::string& step, int error) const {
        return {Diagnostic{"counters.run-failed", Severity::Error, placeOf(launch_),
                           step + " failed: " + driver_.errorText(error), ""}};
    }

    int attribute(int number) const {
        int value = -1;
        driver_.functionGetAttribute(&value, number, function_);
        return value;
    }

    Diagnostics makeBuffers(const HostBuffers& contents) {
        for (const auto& [parameter, argument] : launch_.arguments) {
            if (std::holds_alternative<ImageArgument>(argument) ||
                std::holds_alternative<SamplerArgument>(argument))
                return {{"counters.image-argument", Severity::Error, placeOf(launch_),
                         "\"" + parameter + "\" is an image or a sampler, which have no counters here",
                         "measure it without counters"}};
            if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
                const auto found = contents.find(parameter);
                const int error =
                    makeBuffer(parameter, *buffer, found == contents.end() ? nullptr : &found->second);
                if (error != 0) return fault("making buffer \"" + parameter + "\"", error);
            }
        }
        return {};
    }

    int makeBuffer(const std::string& parameter, const BufferArgument& argument,
                   const std::vector<std::byte>* contents) {
        Buffer& buffer = buffers_[parameter];
        buffer.bytes = argument.count * static_cast<std::size_t>(bytes(argument.type));
        buffer.access = argument.access;
        int error = driver_.memoryAllocate(&buffer.memory, std::max<std::size_t>(buffer.bytes, 1));
        if (error == 0)
            error = contents == nullptr
                        ? driver_.memorySet(buffer.memory, 0, buffer.bytes)
                        : driver_.copyToDevice(buffer.memory, contents->data(), contents->size());
        if (error != 0 || buffer.access != BufferAccess::ReadWrite) return error;
        error = driver_.memoryAllocate(&buffer.pristine, std::max<std::size_t>(buffer.bytes, 1));
        if (error == 0) error = driver_.copyOnDevice(buffer.pristine, buffer.memory, buffer.bytes);
        return error == 0 ? driver_.contextSynchronize() : error;
    }

    /// In the order of the kernel's parameters. OpenCL's __local pointers are addresses in the group's shared
    /// memory: behind what the kernel itself declares, in the dynamic part that the launch asks for.
    Diagnostics setArguments(const ProgramKernel& program, const std::vector<Argument>& ordered,
                             const std::optional<std::vector<PtxParameter>>& declared, Json& line) {
        const auto staticBytes = static_cast<std::uint64_t>(std::max(attribute(functionSharedBytes), 0));
        constexpr std::uint64_t leastAlignment = 16;
        std::uint64_t sharedEnd = staticBytes;
        values_.assign(std::max(ordered.size(), declared ? declared->size() : 0), ArgumentBytes{});
        for (std::size_t i = 0; i < ordered.size(); ++i) {
            const PtxParameter* ptx = declared && i < declared->size() ? &(*declared)[i] : nullptr;
            const std::string& name = program.parameters[i].name;
            if (const auto* scalar = std::get_if<ScalarArgument>(&ordered[i])) {
                const auto encoded = measure::scalarBytes(*scalar, name, placeOf(launch_));
                if (!encoded) return encoded.diagnostics();
                std::copy(encoded->begin(), encoded->end(), values_[i].begin());
                if (ptx != nullptr && ptx->bytes != encoded->size())
                    note(line, name + " has another size in PTX");
            } else if (const auto* local = std::get_if<LocalArgument>(&ordered[i])) {
                sharedEnd = roundedUp(sharedEnd, std::max(leastAlignment, ptx != nullptr ? ptx->alignment : 1));
                put(i, session_.surroundings().sharedBase + sharedEnd);
                sharedEnd += local->bytes;
                if (ptx != nullptr && !ptx->isShared) note(line, name + " is no shared pointer in PTX");
            } else if (std::holds_alternative<StructArgument>(ordered[i])) {
                return {{"counters.struct-argument", Severity::Error, placeOf(launch_),
                         name + " is a struct, which is not passed to PTX", "choose another kernel"}};
            } else {
                put(i, buffers_.at(name).memory);
            }
        }
        if (declared && declared->size() != ordered.size())
            note(line, "PTX has " + std::to_string(declared->size()) + " parameters, OpenCL " +
                           std::to_string(ordered.size()));
        for (ArgumentBytes& value : values_) pointers_.push_back(value.data());
        dynamicBytes_ = static_cast<unsigned>(sharedEnd - staticBytes);
        line.set("dynamic_shared_bytes", static_cast<std::uint64_t>(dynamicBytes_));
        constexpr std::uint64_t withoutAsking = 48 * 1024;
        if (sharedEnd > withoutAsking)
            if (const int error = driver_.functionSetAttribute(function_, functionMaxDynamicSharedBytes,
                                                               static_cast<int>(dynamicBytes_));
                error != 0)
                return fault("asking for " + std::to_string(dynamicBytes_) + " bytes of shared memory", error);
        return {};
    }

    template <class T>
    void put(std::size_t argument, T value) {
        static_assert(sizeof value == 8);
        const auto* first = reinterpret_cast<const std::byte*>(&value);
        std::copy(first, first + sizeof value, values_[argument].begin());
    }

    static void note(Json& line, const std::string& text) {
        const std::string before = line["note"].text();
        line.set("note", before.empty() ? text : before + "; " + text);
    }

    int makeEvents() {
        const int error = driver_.eventCreate(&start_, 0);
        return error == 0 ? driver_.eventCreate(&end_, 0) : error;
    }

    int enqueue() {
        const auto groups = [&](int d) { return static_cast<unsigned>(launch_.range.groups(d)); };
        const auto items = [&](int d) { return static_cast<unsigned>(launch_.range.local[d]); };
        return driver_.launchKernel(function_, groups(0), groups(1), groups(2), items(0), items(1), items(2),
                                    dynamicBytes_, nullptr, pointers_.data(), nullptr);
    }

    int run() {
        const int error = enqueue();
        return error == 0 ? driver_.contextSynchronize() : error;
    }

    int enqueueRestore() {
        for (const auto& [parameter, buffer] : buffers_)
            if (buffer.pristine != 0)
                if (const int error = driver_.copyOnDevice(buffer.memory, buffer.pristine, buffer.bytes);
                    error != 0)
                    return error;
        return 0;
    }

    int restore() {
        const int error = enqueueRestore();
        return error == 0 ? driver_.contextSynchronize() : error;
    }

    int timedRun(float& ms) {
        int error = enqueueRestore();
        if (error == 0) error = session_.enqueueDelay();
        if (error == 0) error = driver_.eventRecord(start_, nullptr);
        if (error == 0) error = enqueue();
        if (error == 0) error = driver_.eventRecord(end_, nullptr);
        if (error == 0) error = driver_.contextSynchronize();
        return error == 0 ? driver_.eventElapsedTime(&ms, start_, end_) : error;
    }

    /// What the first run left, against the launch's host function. References that are launches are passed
    /// over.
    Diagnostics check(const records::References& references, Json& line) {
        if (!launch_.reference || launch_.reference->launch) return {};
        records::BufferContents outputs;
        for (const auto& [parameter, buffer] : buffers_) {
            if (buffer.access == BufferAccess::Read) continue;
            std::vector<std::byte>& contents = outputs[parameter];
            contents.resize(buffer.bytes);
            if (const int error = driver_.copyToHost(contents.data(), buffer.memory, buffer.bytes); error != 0)
                return fault("reading back buffer \"" + parameter + "\"", error);
        }
        const auto verification = verify(launch_, outputs, references);
        if (verification)
            line.set("outputs_right", verification->passed());
        else
            note(line, verification.diagnostics().front().message);
        return {};
    }

    CudaSession& session_;
    const CudaDriver& driver_;
    const Launch& launch_;
    CuFunction function_ = nullptr;
    std::map<std::string, Buffer> buffers_;
    std::vector<ArgumentBytes> values_;
    std::vector<void*> pointers_;
    unsigned dynamicBytes_ = 0;
    CuEvent start_ = nullptr, end_ = nullptr;
};

} // namespace

Result<HostBuffers> hostBuffers(const Launch& launch) {
    HostBuffers contents;
    try {
        for (const auto& [parameter, argument] : launch.arguments) {
            const auto* buffer = std::get_if<BufferArgument>(&argument);
            if (buffer == nullptr || buffer->init == BufferInit::Zero) continue;
            const auto data = records::BufferData::create(*buffer);
            if (!data) return data.diagnostics();
            contents.emplace(parameter, data->bytes());
        }
    } catch (const std::bad_alloc&) {
        return Diagnostic{"measure.allocation-failed", Severity::Error, placeOf(launch),
                          "the host has not enough memory for the launch's buffers", "reduce their counts"};
    }
    return contents;
}

Diagnostics runPtx(CudaSession& session, const records::ResolvedLaunch& resolved, const ProgramKernel& program,
                   const HostBuffers& contents, const RunSettings& settings, Json& line) {
    if (Diagnostics faults = validate(resolved.launch.range, placeOf(resolved.launch)); hasErrors(faults))
        return faults;
    DeviceLaunch launch(session, resolved);
    if (Diagnostics faults = launch.prepare(program, contents, line); !faults.empty()) return faults;
    return settings.profiled ? launch.profile() : launch.time(settings.timedRuns, settings, line);
}

} // namespace warpstring::counters
