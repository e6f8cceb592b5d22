// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of one step: lanes x warps and, for an access, its banks or transactions below.
#pragma once

#include "app/gui/drawing/bank_grid.h"
#include "app/gui/drawing/lane_grid.h"
#include "app/gui/drawing/picture.h"
#include "app/gui/drawing/transaction_fan.h"

namespace warpstring::gui {

/// Points into the scene that it was laid out for.
struct LaneLayout {
    QSizeF size{0, 0};
    LaneGrid grid;
    std::optional<BankGrid> banks;
    std::optional<TransactionFan> transactions;

    [[nodiscard]] LaneHit hit(const QPointF& at) const;
};

/// `withTitle` leaves room for the subject and the summary, which the pane shows in widgets.
[[nodiscard]] LaneLayout layoutLanes(const LaneScene& scene, double width, bool withTitle);
void paintLanes(QPainter& painter, const Theme& theme, const LaneScene& scene, const LaneLayout& layout,
                bool withTitle);

/// The scene as a picture for exports, laid out for a width.
[[nodiscard]] Picture lanePicture(const LaneScene& scene, double width);

} // namespace warpstring::gui
