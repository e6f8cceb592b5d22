// SPDX-License-Identifier: GPL-3.0-or-later
// What the drawings of one step show, as values.
#pragma once

#include <QString>
#include <optional>

#include "app/gui/drawing/theme.h"
#include "pdg/evaluation/lane_steps.h"

class QFont;
class QPainter;

namespace warpstring::gui {

class StepCursor;

struct LaneScene {
    evaluation::LaneStep step;
    bool isAccess = false;
    MemorySpace space = MemorySpace::Unknown;
    int accessBytes = 4;
    int banks = 16;
    int warp = 0;         ///< whose banks or transactions are shown
    int hoveredItem = -1; ///< drawn in all parts
    QString title, subtitle, summary, doubt;

    /// How the shown warp is served; nullptr where it is masked or its addresses are not known.
    [[nodiscard]] const evaluation::WarpService* service() const;
};

/// nullopt where the cursor has no step.
[[nodiscard]] std::optional<LaneScene> laneScene(const StepCursor& cursor);

/// What lies under a point of a drawing; -1: nothing of the kind.
struct LaneHit {
    int item = -1;
    int warp = -1;
    int transaction = -1; ///< of the shown warp
    [[nodiscard]] bool empty() const { return item < 0 && warp < 0 && transaction < 0; }
};

/// Text of the drawings, whatever the painter's device: 11 device-independent pixels, headings bold.
[[nodiscard]] QFont laneFont(bool bold = false);

} // namespace warpstring::gui
