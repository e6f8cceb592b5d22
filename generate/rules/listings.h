// SPDX-License-Identifier: GPL-3.0-or-later
// The reductions of seeds/003, listings 5.8 to 5.13, derived by name from one `reduce`.
#pragma once

#include <vector>

#include "generate/rules/applicable.h"

namespace warpstring::generate {

struct ListingSizes {
    std::int64_t group = 128; ///< work-items of a group, a power of two; from 5.11 on 128 or more
    std::int64_t chunk = 0;   ///< of 5.13: elements that a group reduces (blockSize), a multiple of 2 `group`
};

/// The steps that make of the abstract reduction at `site` what the listing of this number (8 to 13) says; as
/// there, one `reduce` of the groups' results is left over. 5.8 and 5.9 take `group` elements a group, 5.10
/// to 5.12 twice as many. Errors: derivation.listing (there is none of the number), derivation.step (not at
/// this site, or by these sizes).
[[nodiscard]] Result<std::vector<Step>> listing(int number, const Expr& whole, const Path& site,
                                                const ListingSizes& sizes = {});

} // namespace warpstring::generate
