// SPDX-License-Identifier: GPL-3.0-or-later
// Which variants are the same launch of the same program.
#pragma once

#include <string>

#include "tuning/search/variant_maker.h"

namespace warpstring::search {

/// Equal for variants that differ in macros alone which the source does not use; empty where a variant is the
/// same as no other one.
[[nodiscard]] std::string signatureOf(const Variant& variant);

} // namespace warpstring::search
