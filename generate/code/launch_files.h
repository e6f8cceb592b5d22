// SPDX-License-Identifier: GPL-3.0-or-later
// Generated kernels as files that can be simulated, measured and verified: OpenCL C, launch files, a sequence
// where there are several kernels, and the reference that results are compared with.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/result.h"
#include "generate/code/generated.h"

namespace warpstring::generate {

/// Content by the file's name.
using GeneratedFiles = std::map<std::string, std::string>;

struct FileTexts {
    std::string description; // of the computation, one line
    std::string heading;     // comment lines for the top of the kernels' file, without "//"
    std::string host;        // reference.c, of the program as it was written (host_reference.h); empty: none
};

/// NAME.cl and NAME.toml, or NAME-1.toml and so on with NAME.sequence.toml; NAME-reference.cl and .toml;
/// reference.c where there is one. Launch files have the [tune] space of their kernels, which have
/// ITEMS for it (tune_space.h). Inputs are random: floats from 0 to 1, integers from 0 to 127. `reference` has
/// one kernel.
[[nodiscard]] GeneratedFiles filesOf(const Program& program, const Generated& generated,
                                     const Generated& reference, const FileTexts& texts);

/// A kernel's launch in memory, as its file says it.
[[nodiscard]] Launch launchOf(const Program& program, const Generated& generated, std::size_t kernel);

/// The program as one kernel that computes with loops alone: what reference launches run. Errors:
/// generateCode()'s.
[[nodiscard]] Result<Generated> referenceOf(const Program& program);

} // namespace warpstring::generate
