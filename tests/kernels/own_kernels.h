// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of this folder with what must hold of each, read from comments above them:
//
//   //@ kernel: NAME --global 1024 --arg n=1000    how it is launched, as options of the command line
//   //@ options: -cl-std=CL2.0                     for the compiler, where there are any
//   //@ holds: reads 8; writes 4; barriers 1       docs/kernels.md says which words there are
//   //@ oracle: host                               where PoCL cannot run it; else it must
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "study/drafting/launch_draft.h"

namespace warpstring::own_kernels {

struct OwnKernel {
    std::filesystem::path file;
    std::string feature; ///< its folder
    std::string kernel;
    drafting::LaunchChoice choice;
    std::string options;
    std::vector<std::string> holds;
    bool runsOnPocl = true;
    int line = 0; ///< of the first comment

    /// "images/filters.cl:12 blur"
    [[nodiscard]] std::string title() const;
};

/// For GoogleTest.
std::ostream& operator<<(std::ostream& out, const OwnKernel& kernel);

/// All of them, by file. Stops the program by an exception where a comment cannot be read.
[[nodiscard]] const std::vector<OwnKernel>& ownKernels();

/// A launch with its graph, or why there is none.
struct Built {
    frontend::KernelSource source;
    std::string launchText; ///< as a launch file, without the build options of the comments
    Launch launch;
    Pdg pdg;
};
/// As `warpstring simulate` drafts it.
[[nodiscard]] Result<Built> built(const OwnKernel& kernel, bool sourceShape = false);
/// The graph of another text under the same launch.
[[nodiscard]] Result<Pdg> graphOf(const Launch& launch, const std::string& text);

[[nodiscard]] const HardwareSpec& device();

} // namespace warpstring::own_kernels
