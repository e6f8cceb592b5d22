// SPDX-License-Identifier: GPL-3.0-or-later
// The token string on any painter.
#pragma once

#include <QPainter>

#include "app/gui/drawing/theme.h"
#include "app/gui/models/string/string_layout.h"

namespace warpstring::gui {

[[nodiscard]] StringMetrics stringMetrics(const QFont& font);

struct StringMarks {
    Focus hovered, pinned;
    std::optional<ShownIndex> current; ///< of the keyboard
};

/// Draws what lies within `clip`.
void drawString(QPainter& painter, const Theme& theme, const Analysis& analysis, const ShownString& shown,
                const StringPage& page, const StringMarks& marks, const QRectF& clip);

} // namespace warpstring::gui
