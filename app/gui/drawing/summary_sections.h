// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on the cards of a summary.
#pragma once

#include "app/gui/drawing/page_writer.h"
#include "app/gui/models/summary/summary.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

/// Less time is good.
[[nodiscard]] Ink inkOfChange(std::optional<double> fraction);

void writeTime(PageWriter& to, const Summary& summary);
void writeAdvice(PageWriter& to, const Summary& summary);
void writeCycles(PageWriter& to, const Summary& summary, TimeUnit unit);
void writeLines(PageWriter& to, const Summary& summary, TimeUnit unit);
void writeMemory(PageWriter& to, const Summary& summary);
void writeRoofs(PageWriter& to, const Summary& summary);
void writeOccupancy(PageWriter& to, const Summary& summary);

} // namespace warpstring::gui
