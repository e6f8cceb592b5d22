// SPDX-License-Identifier: GPL-3.0-or-later
// The elements and the sum that tests of rules use.
#pragma once

#include "generate/form/build.h"

namespace warpstring::generate {

inline const Type number = Type::of({ScalarType::Int, 1});

inline Function add() {
    return build::function({number, number},
                           [](const std::vector<Expr>& own) { return build::operation("+", own); });
}

} // namespace warpstring::generate
