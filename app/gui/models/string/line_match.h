// SPDX-License-Identifier: GPL-3.0-or-later
// Which line of a text was which before it was edited.
#pragma once

#include <string>
#include <vector>

namespace warpstring::gui {

/// By line of `now`, from 1 (entry 0 stands for none): its number in `then`, or 0 where it is a new one. Lines
/// that are the same match in order, as many as possible; between two such, as many lines as there were are
/// those edited.
[[nodiscard]] std::vector<int> linesBefore(const std::string& then, const std::string& now);

} // namespace warpstring::gui
