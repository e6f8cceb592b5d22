// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/selection.h"

namespace warpstring::gui {

void Selection::hover(const Focus& focus) {
    if (hovered_ == focus) return;
    hovered_ = focus;
    Q_EMIT hoverChanged();
}

void Selection::pin(const Focus& focus) {
    const bool same = pinned_ == focus;
    if (same && focus.empty()) return;
    pinned_ = same ? Focus{} : focus;
    Q_EMIT pinChanged();
}

void Selection::hold(const Focus& focus) {
    if (pinned_ != focus) pin(focus);
}

void Selection::clear() {
    hover({});
    if (pinned_.empty()) return;
    pinned_ = {};
    Q_EMIT pinChanged();
}

} // namespace warpstring::gui
