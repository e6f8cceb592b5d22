// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>

#include "fuzz/diagnostics_promise.h"
#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/opencl/build_options.h"

namespace warpstring::fuzz {

namespace {

/// Nothing else may reach Clang: other options of its front end read and write files.
void expectKnown(const std::string& argument) {
    constexpr std::array<std::string_view, 8> known{"-D", "-U",      "-I",          "-cl-",
                                                    "-w", "-Werror", "-menable-no", "-ffp-contract="};
    const bool isKnown = std::any_of(known.begin(), known.end(),
                                     [&](std::string_view prefix) { return argument.rfind(prefix, 0) == 0; });
    if (!isKnown) fail("options that are passed on are known ones", argument);
}

} // namespace

void compileWithOptions(std::string_view text) {
    const std::string options(text);
    if (options.find('\0') != std::string::npos) return; // clBuildProgram's options end there
    const auto parsed = frontend::parseBuildOptions(options);
    if (parsed) {
        std::for_each(parsed->arguments.begin(), parsed->arguments.end(), expectKnown);
        for (const auto& note : parsed->notes)
            if (note.severity != Severity::Note || note.code.empty() || note.message.empty())
                fail("an option that is left out is told of", toText(note));
    } else {
        expectReasons(parsed.diagnostics());
    }
    const frontend::KernelSource source{"fuzz.cl",
                                        "__kernel void k(__global int* a) { a[get_global_id(0)] = 1; }\n"};
    frontend::BuildOptions build;
    build.options = options;
    const auto kernels = listKernels(source, build);
    if (!kernels) return expectReasons(kernels.diagnostics());
    if (!parsed) fail("options that are not understood compile nothing", options);
}

} // namespace warpstring::fuzz
