// SPDX-License-Identifier: GPL-3.0-or-later
// The summary of a kernel as a page: cards in columns, by the width that there is.
#pragma once

#include "app/gui/drawing/page.h"
#include "app/gui/models/summary/summary.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

struct SummaryPage {
    Page page;
    double adviceHeight = 0; ///< of the card with the advice
};

/// `adviceHeight`: what the advice's card takes at least, so that nothing moves while it is being computed.
[[nodiscard]] SummaryPage layOutSummary(const Summary& summary, double width, const PageFonts& fonts,
                                        TimeUnit unit, double adviceHeight = 0);

} // namespace warpstring::gui
