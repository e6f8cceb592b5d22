// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel and its launch in, the same with rewrites out: OpenCL C and TOML that a person could have written.
// docs/transform.md says what each rewrite does and when it is refused.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/cancellation.h"
#include "core/result.h"
#include "tuning/transform/rewrite_kind.h"

namespace warpstring::transform {

/// The two texts, and the paths that name them in diagnostics and anchor what they include. A kernel's file
/// must be there, as launch files ask; what it holds is not read.
struct KernelText {
    std::string source, launch;
    std::filesystem::path sourcePath, launchPath;
};

struct RewriteOptions {
    int addressBits = 64;
    std::string buildOptions{};                 ///< added to the launch's
    const Cancellation* cancellation = nullptr; ///< asked between rewrites; may be null
};

struct Rewritten {
    KernelText text;
    std::vector<std::string> notes; ///< what was done, and what it rests on
    bool reordersSums = false;      ///< sums may come out in another order: equal within rounding
    bool isLessExact = false;       ///< functions with larger errors
};

/// Applies them in order. Everything they do not name stays byte for byte. The result is compiled before it is
/// handed out. A refusal has a code transform.*, a place, a reason and a hint; one rewrite refused refuses all.
[[nodiscard]] Result<Rewritten> rewrite(const KernelText& text, std::span<const Rewrite> rewrites,
                                        const RewriteOptions& options = {});

/// What could be asked of this kernel: each array, loop, axis and pointer, whether or not it will be refused.
[[nodiscard]] Result<std::vector<Rewrite>> candidates(const KernelText& text,
                                                      const RewriteOptions& options = {});

/// Those candidates that are not refused.
[[nodiscard]] Result<std::vector<Rewrite>> applicable(const KernelText& text,
                                                      const RewriteOptions& options = {});

/// The texts of a launch file and of the kernel that it names.
[[nodiscard]] Result<KernelText> readKernelText(const std::filesystem::path& launch);

} // namespace warpstring::transform
