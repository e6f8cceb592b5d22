// SPDX-License-Identifier: GPL-3.0-or-later
// A program on its way to kernels: its stages lowered one after the other in the order of the data.
#pragma once

#include <optional>

#include "generate/search/search.h"

namespace warpstring::generate {

/// No program has more stages.
inline constexpr int mostStages = 64;

/// With nothing lowered, numbers computed by the forms of scalar rules that are allowed.
[[nodiscard]] Candidate unlowered(const Program& program, const CodeOptions& code, const Allowed& allowed);

/// With the stage of the choice lowered, and groups of its size; nullopt where its steps do not fit.
[[nodiscard]] std::optional<Candidate> lowered(const Candidate& candidate, const Choice& choice);

/// The plainest choice for every stage that is left, groups as they are.
[[nodiscard]] std::optional<Candidate> closed(const Candidate& begun, const Allowed& allowed);

/// Another program of the same stages, its lengths others, lowered in the same ways with the same numbers.
/// Errors: generate.other-ways (its lengths do not let them).
[[nodiscard]] Result<Candidate> loweredAlike(const Program& program, const Candidate& as);

} // namespace warpstring::generate
