// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel source in, program dependence graph out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/cancellation.h"
#include "core/launch.h"
#include "core/result.h"
#include "pdg/pdg.h"

namespace warpstring::frontend {

class SourceLanguage;

/// OpenCL C as clBuildProgram reads it. To be had from pdg/frontend/opencl, lives as long as the program.
[[nodiscard]] const SourceLanguage& openClC();

/// Text in a language and the name that diagnostics call it by. A name that is a path anchors #include "...".
struct KernelSource {
    std::string name;
    std::string text;
    const SourceLanguage* language = &openClC();
};

/// By name: what one call asks of a work-item.
using FunctionCosts = std::map<std::string, std::vector<OperationCount>>;

struct BuildOptions {
    std::string options;      ///< as clBuildProgram gets them: "-DN=4 -I include -cl-mad-enable"
    int addressBits = 32;     ///< 32 or 64, the device's
    bool sourceShape = false; ///< keep loops and branches as written (the paper's strings) instead of
                              ///< optimising as vendors do
    const Cancellation* cancellation = nullptr; ///< stopped, the graph is refused; may be null
    FunctionCosts functionCosts{};              ///< of functions that have no body in the source
    int subGroupSize = 32;                      ///< work-items of a sub-group: a warp of the device
    LaunchImages images = {}; ///< of those that are missing, RGBA UNORM_INT8 and a sampler of nearest texels
};

/// What the annotations of a launch say of functions.
[[nodiscard]] FunctionCosts functionCosts(const Launch& launch);

/// Builds the graph of one kernel. Failures: Clang's diagnostics with hints (frontend.compile), an unknown
/// kernel name (frontend.no-such-kernel, lists those there are), frontend.recursion, frontend.irreducible-flow,
/// frontend.missing-function (a body or a cost is needed), frontend.pipe-argument, frontend.device-enqueue,
/// frontend.too-many-statements and other named limits. Safe to call from several threads at once.
[[nodiscard]] Result<Pdg> buildPdg(const KernelSource& source, const std::string& kernel,
                                   const BuildOptions& options);

/// Names of the kernels in a source, in its order.
[[nodiscard]] Result<std::vector<std::string>> listKernels(const KernelSource& source,
                                                           const BuildOptions& options);

/// The arguments of a kernel with their types resolved through macros and typedefs, without a graph. Refuses
/// what does not compile, as buildPdg() does.
[[nodiscard]] Result<std::vector<KernelArgument>>
listArguments(const KernelSource& source, const std::string& kernel, const BuildOptions& options);

/// Reads a source file; code frontend.no-source when there is none.
[[nodiscard]] Result<KernelSource> readKernelSource(const std::string& path);

} // namespace warpstring::frontend
