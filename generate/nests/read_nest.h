// SPDX-License-Identifier: GPL-3.0-or-later
// An annotated C function to the typed form: loops that may run in parallel are the index space, the others
// run in each of its points (seeds/000, domain iterations; seeds/004, prange).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "generate/form/expr.h"

namespace warpstring::generate {

struct Nest {
    Program program;
    std::vector<std::string> results; ///< what of the function's arrays each result is, as a sentence
    Diagnostics assumptions;          ///< what could not be decided: nest.assumed, with places
    Diagnostics warnings;             ///< of Clang
};

/// `text` is the content of a C file that places call `file`; of its functions one has loops with pragmas.
/// `sizes` give parameters of int and macros their values. Errors, each with its place: Clang's
/// (frontend.compile), nest.pragma, nest.no-loop, nest.several, nest.size, nest.loop-form, nest.triangular,
/// nest.carried, nest.carried-store, nest.race, nest.indirect-write, nest.side-effect, nest.recursion,
/// nest.alias, nest.bounds, nest.guarded-access, nest.jump, nest.last-value, nest.memory, nest.no-result,
/// nest.order, nest.pointer-argument, nest.reduction, nest.type, nest.function, nest.unsupported.
[[nodiscard]] Result<Nest> readNest(std::string_view text, const std::string& file,
                                    const std::map<std::string, std::int64_t>& sizes = {});

} // namespace warpstring::generate
