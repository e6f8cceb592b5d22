// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/display.h"

namespace warpstring::gui {

void Display::setTheme(const Theme& theme) {
    if (theme_ == &theme) return;
    theme_ = &theme;
    Q_EMIT changed();
}

void Display::setUnit(TimeUnit unit) {
    if (unit_ == unit) return;
    unit_ = unit;
    Q_EMIT changed();
}

void Display::setFoldsUnrolled(bool folds) {
    if (foldsUnrolled_ == folds) return;
    foldsUnrolled_ = folds;
    Q_EMIT changed();
}

} // namespace warpstring::gui
