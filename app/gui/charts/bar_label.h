// SPDX-License-Identifier: GPL-3.0-or-later
// Where the value of a bar is written.
#pragma once

#include <QRectF>
#include <QSizeF>
#include <QString>

namespace warpstring::gui {

struct BarLabel {
    QString text;
    QRectF place;
    bool inside = false; ///< on the bar, else on the background
};

/// Behind the end of a bar that begins at `zero`; where the plot has no room there, on the bar, and where that
/// is too short, on the other side of its beginning. Always within the plot, which has room for it.
[[nodiscard]] BarLabel barLabel(const QString& text, const QSizeF& size, const QRectF& bar, double zero,
                                const QRectF& plot);

} // namespace warpstring::gui
