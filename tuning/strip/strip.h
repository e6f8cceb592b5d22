// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel with the same loops and only some of what it does: to measure what that takes by itself.
// docs/strip.md says what stays and how results are kept alive.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuning/transform/transform.h"

namespace warpstring::strip {

enum class StripKind {
    Accesses,   ///< of the buffers, images and local arrays that are named
    MemoryOnly, ///< of global memory
    OnChipOnly  ///< all but these
};
/// "keep", "memory-only", "on-chip-only".
[[nodiscard]] std::string_view name(StripKind kind);

struct StripChoice {
    StripKind kind = StripKind::MemoryOnly;
    std::vector<std::string> names; ///< of Accesses: parameters and local arrays
};

/// The kernel as one set of build options makes it, and the launches that have these.
struct Stripped {
    transform::KernelText text; ///< beside the originals; nothing is written there
    std::string stem;           ///< of the new files' names: the launch's, and what it is a strip of
    /// Names of memory whose accesses all stay; those of counts that must be what they were.
    std::vector<std::string> kept;
    std::vector<std::string> notes;     ///< what stays besides, and why
    std::optional<std::uint64_t> index; ///< of the sweep's launch that it is of; absent: of all
    std::string launch;                 ///< its name; empty: of all
};

/// One for each way in which the sweep's macros compile the kernel, and then for each launch: a text of its
/// own. Refused by name, strip.*, where a jump, a type or a place of the source does not let it.
[[nodiscard]] Result<std::vector<Stripped>> strip(const transform::KernelText& text, const StripChoice& choice,
                                                  const transform::RewriteOptions& options = {});

} // namespace warpstring::strip
