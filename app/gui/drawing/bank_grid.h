// SPDX-License-Identifier: GPL-3.0-or-later
// Banks x lanes of one warp: which lanes ask for which bank, and which of them have to take turns.
#pragma once

#include <QRectF>
#include <vector>

#include "app/gui/drawing/lane_scene.h"

namespace warpstring::gui {

/// One block for each batch of lanes that is served together.
struct BankGrid {
    struct Block {
        QPointF origin; ///< of the first cell
        const evaluation::BankBatch* batch = nullptr;
    };
    QRectF area;
    double cell = 12;
    int banks = 16;
    int firstItem = 0; ///< of the warp
    std::vector<Block> blocks;

    [[nodiscard]] LaneHit hit(const QPointF& at) const;
};

/// Points into the scene's service.
[[nodiscard]] BankGrid bankGrid(const LaneScene& scene, const QPointF& topLeft, double width);
void paintBankGrid(QPainter& painter, const Theme& theme, const LaneScene& scene, const BankGrid& grid);

} // namespace warpstring::gui
