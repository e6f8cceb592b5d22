// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring generate` says of a nest beside its kernels: where results go, and what it takes for
// granted.
#pragma once

#include <string>

#include "core/text/json.h"
#include "generate/nests/read_nest.h"

namespace warpstring::cli {

/// Lines; none of what a pattern file describes.
[[nodiscard]] std::string nestText(const generate::Nest& nest);

/// Members "results" and "assumptions", of a nest alone.
void tellNest(const generate::Nest& nest, Json& json);

} // namespace warpstring::cli
