// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/remedies.h"

namespace warpstring::advice {

std::vector<Remedy> remediesOf(const Situation&, const Finding&) { return {}; }

} // namespace warpstring::advice
