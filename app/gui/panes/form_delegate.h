// SPDX-License-Identifier: GPL-3.0-or-later
// How the cells of a launch's form look: guesses apart from what was said, faults in their colour.
#pragma once

#include "app/gui/drawing/display.h"
#include "app/gui/panes/choice_delegate.h"

namespace warpstring::gui {

class FormDelegate : public ChoiceDelegate {
    Q_OBJECT

public:
    /// `noteColumn` has words about the row rather than a value. `display` outlives the delegate.
    FormDelegate(const Display& display, int noteColumn, QObject* parent = nullptr);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    const Display& display_;
    int noteColumn_;
};

} // namespace warpstring::gui
