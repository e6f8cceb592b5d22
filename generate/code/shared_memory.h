// SPDX-License-Identifier: GPL-3.0-or-later
// Local memory used again: arrays of a kernel whose lifetimes do not overlap lie in one place.
#pragma once

#include <vector>

#include "generate/code/statements.h"
#include "generate/code/view.h"

namespace warpstring::generate {

/// Whether a name stands in the text as a word.
[[nodiscard]] bool mentions(const std::string& text, const std::string& name);

/// Renames arrays in the body to those before them of the same type that nothing mentions any more, where all
/// work-items have met between the last statement of the one and the first of the other; the larger size counts.
/// What is left of `locals`, without those that nothing mentions, has to be declared. Sizes are constant.
void shareLocalMemory(Statements& body, std::vector<MemoryPointer>& locals);

} // namespace warpstring::generate
