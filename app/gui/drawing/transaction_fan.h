// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses x transactions of one warp: lanes above, the memory that is moved for them below.
#pragma once

#include <QRectF>
#include <vector>

#include "app/gui/drawing/lane_scene.h"

namespace warpstring::gui {

struct TransactionFan {
    struct Bar {
        int transaction = 0; ///< of the service
        QRectF rect;         ///< as wide as it has bytes
    };
    QRectF area;
    QPointF lanesOrigin;
    double cell = 12;
    int lanes = 32;
    int firstItem = 0;
    std::vector<Bar> bars; ///< by address

    [[nodiscard]] QRectF laneOf(int lane) const;
    [[nodiscard]] LaneHit hit(const QPointF& at) const;
};

[[nodiscard]] TransactionFan transactionFan(const LaneScene& scene, const QPointF& topLeft, double width);
void paintTransactionFan(QPainter& painter, const Theme& theme, const LaneScene& scene,
                         const TransactionFan& fan);

} // namespace warpstring::gui
