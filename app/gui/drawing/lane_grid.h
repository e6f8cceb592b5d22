// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes x warps: who is active and who is masked.
#pragma once

#include <QRectF>

#include "app/gui/drawing/lane_scene.h"

namespace warpstring::gui {

/// Where the cells are; the same for painting and for the mouse.
struct LaneGrid {
    QRectF area;      ///< headings and labels included
    QPointF origin;   ///< of the first cell
    double cell = 12; ///< width
    double row = 12;  ///< height
    int lanes = 32, warps = 1, items = 32;

    [[nodiscard]] QRectF cellOf(int item) const;
    [[nodiscard]] QRectF rowOf(int warp) const;
    [[nodiscard]] LaneHit hit(const QPointF& at) const;
};

[[nodiscard]] LaneGrid laneGrid(const LaneScene& scene, const QPointF& topLeft, double width);
void paintLaneGrid(QPainter& painter, const Theme& theme, const LaneScene& scene, const LaneGrid& grid);

} // namespace warpstring::gui
