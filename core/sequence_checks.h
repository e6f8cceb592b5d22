// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the launches of a sequence go together: their parameters, and the buffers that they share.
#pragma once

#include <map>
#include <string>

#include "core/diagnostic.h"
#include "core/sequence.h"

namespace warpstring {

/// Where things stand, by their way from the top: "" (the file), "2.1" (a step by its number), "2.1/repeat",
/// "2.1/swap", "2.1/buffers", "2.1/buffers/x", "reference", "reference/buffers/x". What is not there has the
/// place of what is around it.
using SequencePlaces = std::map<std::string, SourceLocation>;

/// sequence.no-steps, .bad-repeat, .too-many-runs; of parameters .unknown-parameter, .not-a-buffer; of shared
/// buffers .unknown-buffer, .size-disagrees, .type-disagrees (of vectors, components may be bundled in other
/// widths); .bad-reference. What other functions take for granted holds where there are none.
[[nodiscard]] Diagnostics validate(const Sequence& sequence, const SequencePlaces& places);

} // namespace warpstring
