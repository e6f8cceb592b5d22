// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/kernel_build.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/measure/worker/build_log.h"

namespace warpstring::measure {

namespace {

std::string buildOptions(const Launch& launch, const cl::Device& device) {
    std::string options = launch.options + (launch.options.empty() ? "" : " ") + "-cl-kernel-arg-info";
    // The one driver that tells registers, and only when asked.
    if (trimmed(device.getInfo<CL_DEVICE_VENDOR>()).find("NVIDIA") != std::string::npos)
        options += " -cl-nv-verbose";
    return options;
}

/// PoCL's headers rename built-in functions by macros, and so what a kernel calls by their names: its parameter
/// `length` is told as `_cl_length`.
std::string asWritten(const std::string& name) {
    constexpr std::string_view prefix = "_cl_";
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

Result<std::vector<probe::KernelParameter>> parametersOf(const Launch& launch, const cl::Kernel& kernel) {
    std::vector<probe::KernelParameter> parameters(kernel.getInfo<CL_KERNEL_NUM_ARGS>());
    for (cl_uint i = 0; i < parameters.size(); ++i) {
        probe::KernelParameter& parameter = parameters[i];
        cl_int error = CL_SUCCESS;
        parameter.name = asWritten(trimmed(kernel.getArgInfo<CL_KERNEL_ARG_NAME>(i, &error)));
        if (error != CL_SUCCESS)
            return Diagnostic{"measure.run-failed",
                              Severity::Error,
                              {launch.file.string(), 0, 0},
                              "asking for the kernel's parameter names failed: " + errorName(error),
                              "another device of `warpstring devices` may do"};
        parameter.type = trimmed(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i));
        switch (kernel.getArgInfo<CL_KERNEL_ARG_ACCESS_QUALIFIER>(i)) {
        case CL_KERNEL_ARG_ACCESS_READ_ONLY: parameter.access = "read_only"; break;
        case CL_KERNEL_ARG_ACCESS_WRITE_ONLY: parameter.access = "write_only"; break;
        case CL_KERNEL_ARG_ACCESS_READ_WRITE: parameter.access = "read_write"; break;
        default: break;
        }
        const cl_kernel_arg_type_qualifier qualifiers = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_QUALIFIER>(i);
        parameter.isConst = (qualifiers & CL_KERNEL_ARG_TYPE_CONST) != 0;
        parameter.isRestrict = (qualifiers & CL_KERNEL_ARG_TYPE_RESTRICT) != 0;
        parameter.isVolatile = (qualifiers & CL_KERNEL_ARG_TYPE_VOLATILE) != 0;
        switch (kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(i)) {
        case CL_KERNEL_ARG_ADDRESS_GLOBAL: parameter.space = probe::AddressSpace::Global; break;
        case CL_KERNEL_ARG_ADDRESS_CONSTANT: parameter.space = probe::AddressSpace::Constant; break;
        case CL_KERNEL_ARG_ADDRESS_LOCAL: parameter.space = probe::AddressSpace::Local; break;
        default: parameter.space = probe::AddressSpace::Private; break;
        }
    }
    return parameters;
}

/// The program last built, with its log: the launches of a sweep over sizes follow each other.
struct ProgramCache {
    cl_context context = nullptr;
    std::string text, options;
    cl::Program program;
    std::string log;
};

/// Fails with the OpenCL error code in `error`.
cl::Program programOf(const std::string& text, const std::string& options, const cl::Context& context,
                      const cl::Device& device, std::string& log, cl_int& error) {
    // A kernel and its probe take turns. Never destroyed, as contexts are not.
    static auto& caches = *new std::array<ProgramCache, 2>;
    for (const ProgramCache& cache : caches)
        if (cache.context == context() && cache.text == text && cache.options == options) {
            log = cache.log;
            error = CL_SUCCESS;
            return cache.program;
        }
    cl::Program program(context, text);
    error = program.build(device, options.c_str());
    log = trimmed(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
    if (error != CL_SUCCESS) return program;
    std::rotate(caches.rbegin(), caches.rbegin() + 1, caches.rend());
    caches.front() = {context(), text, options, program, log};
    return program;
}

} // namespace

Result<BuiltKernel> buildKernel(const Launch& launch, const std::string& text, const std::string& kernel,
                                const cl::Context& context, const cl::Device& device) {
    BuiltKernel built;
    built.facts.options = buildOptions(launch, device);
    cl_int error = CL_SUCCESS;
    built.program = programOf(text, built.facts.options, context, device, built.facts.log, error);
    if (error != CL_SUCCESS)
        return Diagnostic{"measure.build-failed", Severity::Error,
                          firstErrorPlace(built.facts.log, launch.source),
                          "the OpenCL build failed (" + errorName(error) + ") with options \"" +
                              launch.options + "\":\n" + built.facts.log,
                          "correct the kernel or the options"};
    readBuildFacts(built.facts.log, kernel, built.facts);

    built.kernel = cl::Kernel(built.program, kernel.c_str(), &error);
    if (error != CL_SUCCESS)
        return Diagnostic{"measure.kernel-not-found",
                          Severity::Error,
                          {launch.source.string(), 0, 0},
                          "the source has no kernel \"" + kernel + "\" (" + errorName(error) + ")",
                          "it has: " + trimmed(built.program.getInfo<CL_PROGRAM_KERNEL_NAMES>())};
    auto parameters = parametersOf(launch, built.kernel);
    if (!parameters) return parameters.diagnostics();
    built.parameters = std::move(*parameters);
    return built;
}

} // namespace warpstring::measure
