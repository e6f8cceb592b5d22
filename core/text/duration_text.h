// SPDX-License-Identifier: GPL-3.0-or-later
// Times as people read them.
#pragma once

#include <string>

namespace warpstring {

/// "15.2 us": three digits in the unit that fits, ns to s. A negative one has its sign; "unbounded" where it is
/// not finite.
[[nodiscard]] std::string durationText(double us);

} // namespace warpstring
