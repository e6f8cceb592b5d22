// SPDX-License-Identifier: GPL-3.0-or-later
// A bare kernel in, a launch file's text out: what was said of the launch, and guesses for the rest.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/cancellation.h"
#include "core/files/launches/launch_file.h"
#include "core/hardware_spec.h"
#include "core/result.h"
#include "pdg/frontend/build_pdg.h"
#include "study/batch/graph_cache.h"
#include "study/drafting/launch_choice.h"

namespace warpstring::drafting {

struct LaunchDraft {
    std::string kernel;
    std::string text;                 ///< a whole launch file, with guesses marked in comments
    std::vector<std::string> guesses; ///< as assumptions: what, why, and the option that says it instead
};

/// Whether a path is a kernel's source rather than a launch file, by its ending.
[[nodiscard]] bool isKernelSource(const std::filesystem::path& path);

/// How the launch names its source.
enum class SourceName { File, Path };

struct DraftOptions {
    SourceName sourceName = SourceName::File;
    std::string buildOptions; ///< that are added to the launch's: no part of its text
    bool sourceShape = false;
    bool fillsMacros = false; ///< names that nothing defines are guessed too: 16, types float
    bool isEdited = false;    ///< the text is not that of the file of its name
    const Cancellation* cancellation = nullptr;
};

/// Docs/launch-files.md, "What is guessed", has the rules. Fails where the source does not compile
/// (frontend.compile, frontend.missing-macros, frontend.missing-headers), holds no kernel (frontend.no-kernel)
/// or several of which none is chosen (frontend.several-kernels), and where what was said is no launch. The
/// graph stays in the cache.
[[nodiscard]] Result<LaunchDraft> draftLaunch(const frontend::KernelSource& source, const LaunchChoice& choice,
                                              const HardwareSpec& spec, batch::GraphCache& graphs,
                                              const DraftOptions& options = {});

/// The kernels of a source, in its order; names that nothing defines are filled as draftLaunch() does it.
[[nodiscard]] Result<std::vector<std::string>>
kernelsOf(const frontend::KernelSource& source, const LaunchChoice& choice, const DraftOptions& options);

/// The launch of a draft, as if its text were a file beside `source`, which need not be there. Faults are told
/// of the source as a whole.
[[nodiscard]] Result<files::LaunchFile> launchesOf(const LaunchDraft& draft,
                                                   const std::filesystem::path& source);

} // namespace warpstring::drafting
