// SPDX-License-Identifier: GPL-3.0-or-later
// Where a text holds what is looked for.
#pragma once

#include "app/gui/models/search/search_hit.h"

namespace warpstring::gui {

/// Every place, line by line; two of them never overlap. Columns are in characters, also beyond the first plane
/// of Unicode.
[[nodiscard]] std::vector<SearchHit> findInText(const QString& text, const SearchQuery& query);

} // namespace warpstring::gui
