// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/time_window.h"

#include <algorithm>
#include <cmath>

namespace warpstring::gui {

void TimeWindow::setLimit(double limit) {
    limit_ = std::isfinite(limit) ? std::max(limit, 1.0) : 1.0;
    show(from_, to_);
}

void TimeWindow::show(double from, double to) {
    if (!std::isfinite(from) || !std::isfinite(to)) return;
    if (from > to) std::swap(from, to);
    const double wide = std::clamp(to - from, std::min(leastCycles, limit_), limit_);
    // What is too narrow grows around its middle.
    const double start = wide > to - from ? (from + to - wide) / 2 : from;
    to_ = from_ + wide;
    move(start);
}

void TimeWindow::zoomAbout(double cycle, double factor) {
    if (!(factor > 0) || !std::isfinite(factor)) return;
    const double wide = std::clamp(cycles() * factor, std::min(leastCycles, limit_), limit_);
    const double place = (cycle - from_) / cycles();
    to_ = from_ + wide;
    move(cycle - place * wide);
}

void TimeWindow::move(double from) {
    const double wide = cycles();
    from_ = std::clamp(from, 0.0, std::max(0.0, limit_ - wide));
    to_ = std::min(from_ + wide, limit_);
}

} // namespace warpstring::gui
