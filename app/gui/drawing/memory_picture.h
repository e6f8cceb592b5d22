// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of a memory map: each buffer with the places of each of its accesses, a colour an access, the
// narrower the scope the stronger.
#pragma once

#include "app/gui/drawing/memory_layout.h"
#include "app/gui/drawing/picture.h"
#include "app/gui/drawing/theme.h"

namespace warpstring::gui {

/// Of AccessTrack::colour.
[[nodiscard]] const QColor& accessColour(const Theme& theme, std::size_t number);

void paintMemory(QPainter& painter, const Theme& theme, const MemoryMap& map, const MemoryLayout& layout,
                 const QFont& font);
/// A frame around the panels of accesses.
void paintMemoryMarks(QPainter& painter, const MemoryMap& map, const MemoryLayout& layout,
                      const std::vector<std::size_t>& accesses, const QColor& colour);

[[nodiscard]] Picture memoryPicture(const SharedMemoryMap& map, MemoryScope shown, double width);

} // namespace warpstring::gui
