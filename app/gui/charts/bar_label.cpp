// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/bar_label.h"

#include <algorithm>

namespace warpstring::gui {

BarLabel barLabel(const QString& text, const QSizeF& size, const QRectF& bar, double zero, const QRectF& plot) {
    constexpr double gap = 4; // pixels
    const bool grows = bar.center().x() >= zero;
    const double behind = grows ? bar.right() + gap : bar.left() - gap - size.width();
    const double onIt = grows ? bar.right() - gap - size.width() : bar.left() + gap;
    const double before = grows ? bar.left() - gap - size.width() : bar.right() + gap;
    const auto fits = [&](double left) { return left >= plot.left() && left + size.width() <= plot.right(); };
    const bool isOnIt = !fits(behind) && bar.width() >= size.width() + 2 * gap;
    const double left = std::clamp(isOnIt         ? onIt
                                   : fits(behind) ? behind
                                                  : before,
                                   plot.left(), std::max(plot.left(), plot.right() - size.width()));
    return {text, QRectF(QPointF(left, bar.center().y() - size.height() / 2), size), isOnIt};
}

} // namespace warpstring::gui
