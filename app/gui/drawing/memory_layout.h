// SPDX-License-Identifier: GPL-3.0-or-later
// Where a memory map's buffers and the panels of their accesses stand, for a width.
#pragma once

#include <QFont>
#include <QRectF>
#include <vector>

#include "app/gui/models/memory/memory_map.h"

namespace warpstring::gui {

/// One access's places in the part of its buffer that is shown.
struct MemoryPanel {
    std::size_t buffer = 0, track = 0; ///< of the map
    QRectF label, area;
    PlaneRect view;
    std::array<std::vector<QRectF>, 3> marks; ///< by scope, in the area
};

struct MemoryBand {
    std::size_t buffer = 0;
    QRectF heading, footing; ///< footing: below the panels, where they begin and end
    PlaneRect view;
};

struct MemoryHit {
    std::size_t buffer = 0, track = 0;
    std::int64_t byte = 0;
    friend bool operator==(const MemoryHit&, const MemoryHit&) = default;
};

struct MemoryLayout {
    QSizeF size{0, 0};
    QRectF legend;
    std::vector<MemoryBand> bands;
    std::vector<MemoryPanel> panels;

    /// The panel of an access; nullptr where it has none.
    [[nodiscard]] const MemoryPanel* panelOf(const MemoryMap& map, std::size_t access) const;
    /// Of a few bytes that a pixel stands for, one that is touched, by the warp before others.
    [[nodiscard]] std::optional<MemoryHit> hit(const MemoryMap& map, const QPointF& at) const;
};

/// `shown`: the part of each buffer that the launch, the work-group or the warp touches; of the launch, all of
/// it.
[[nodiscard]] MemoryLayout layoutMemory(const MemoryMap& map, MemoryScope shown, const QFont& font,
                                        double width);

} // namespace warpstring::gui
