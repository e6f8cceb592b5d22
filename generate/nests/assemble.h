// SPDX-License-Identifier: GPL-3.0-or-later
// What iterations compute, put together as one program over its index space.
#pragma once

#include <string>
#include <vector>

#include "generate/nests/execution.h"

namespace warpstring::generate {

struct AssembledNest {
    Expr body;
    std::vector<std::string> results; ///< "result[i][j] is out[i + 1][j + 1]"
};

/// `taken` are names that results cannot have. Throws NestFault: nest.no-result, nest.several, nest.order.
[[nodiscard]] AssembledNest assembled(const NestMeaning& meaning, const std::vector<NestBuffer>& buffers,
                                      std::vector<std::string> taken, const SourceLocation& place);

} // namespace warpstring::generate
