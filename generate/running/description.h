// SPDX-License-Identifier: GPL-3.0-or-later
// A file that says what to compute: a pattern, or a C function with parallel loops.
#pragma once

#include <string>

#include "generate/nests/read_nest.h"
#include "generate/patterns/read_pattern.h"

namespace warpstring::generate {

/// What is generated from, and the sizes that were given for it.
struct Description {
    std::string text, file; ///< `file` is not read: it tells the kind, and places name it
    GivenSizes sizes;
};

/// Whether a file of that name is a C function's.
[[nodiscard]] bool isNestFile(const std::string& file);

/// A C file's function with parallel loops, or what a pattern file describes, which then is the program alone.
/// Errors: of readNest() and readPattern().
[[nodiscard]] Result<Nest> describedBy(const Description& description);

} // namespace warpstring::generate
