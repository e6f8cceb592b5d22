// SPDX-License-Identifier: GPL-3.0-or-later
// The ways that a map can be lowered in.
#pragma once

#include "generate/search/way_collector.h"

namespace warpstring::generate {

void mapWays(Collector& collect, const Expr& site, const Path& path);

} // namespace warpstring::generate
