// SPDX-License-Identifier: GPL-3.0-or-later
// What the sentences of rules are made of.
#pragma once

#include <string>

#include "tuning/advice/cause.h"
#include "tuning/advice/situation.h"

namespace warpstring::advice {

/// "17", "2.5".
[[nodiscard]] std::string numberText(double value);
/// "line 17".
[[nodiscard]] std::string lineOf(const CodePlace& place);
/// Of the buffer or the array.
[[nodiscard]] std::string objectName(const Pdg& pdg, const MemoryAccess& access);
/// Of those of a cause; null where it has none.
[[nodiscard]] const MemoryAccess* firstAccess(const Situation& situation, const Cause& cause);
/// The innermost one; none where there is none.
[[nodiscard]] LoopId loopAround(const Pdg& pdg, const MemoryAccess& access);

/// The rewrite to groups of so many work-items, of which dimension 0 alone changes: "shape 32x8". Empty where
/// that does not divide the global size.
[[nodiscard]] std::string shapeRewrite(const NDRange& range, std::uint64_t items);

} // namespace warpstring::advice
