// SPDX-License-Identifier: GPL-3.0-or-later
// What is under the mouse and what was clicked, the same in all panes.
#pragma once

#include <QObject>

#include "app/gui/models/session/element_index.h"

namespace warpstring::gui {

/// A pane sets what it hovers or pins and draws what others did: both signals reach the sender as well.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const Focus& hovered() const { return hovered_; }
    [[nodiscard]] const Focus& pinned() const { return pinned_; }
    /// What to show details of: the hovered elements, else the pinned ones.
    [[nodiscard]] const Focus& current() const { return hovered_.empty() ? pinned_ : hovered_; }

    /// An empty focus: the mouse has left.
    void hover(const Focus& focus);
    /// Pinning what is pinned already frees it.
    void pin(const Focus& focus);
    /// Pins, and frees nothing: what is pinned already stays so.
    void hold(const Focus& focus);
    /// Nothing is hovered or pinned: after another kernel was opened.
    void clear();

Q_SIGNALS:
    void hoverChanged();
    void pinChanged();

private:
    Focus hovered_, pinned_;
};

} // namespace warpstring::gui
