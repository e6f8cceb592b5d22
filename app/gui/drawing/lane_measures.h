// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of lanes leave free for their words, in pixels.
#pragma once

namespace warpstring::gui {

inline constexpr double laneLabelWidth = 54;    ///< left of a row
inline constexpr double laneHeadingHeight = 20; ///< above the picture
inline constexpr double laneNumbersHeight = 15; ///< of lanes and banks

} // namespace warpstring::gui
