// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/variant_choice.h"

namespace warpstring::gui {

void VariantChoice::choose(Id id) {
    if (id == chosen_) return;
    chosen_ = id;
    Q_EMIT changed();
}

void VariantChoice::hover(Id id) {
    if (id == hovered_) return;
    hovered_ = id;
    Q_EMIT hoverChanged();
}

} // namespace warpstring::gui
