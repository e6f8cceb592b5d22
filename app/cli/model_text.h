// SPDX-License-Identifier: GPL-3.0-or-later
// How texts name the model that their numbers are of, where it is not the timeline.
#pragma once

#include <string_view>

namespace warpstring::cli {

inline constexpr std::string_view byClosedForm = "by the closed form (the paper's model)";

} // namespace warpstring::cli
