// SPDX-License-Identifier: GPL-3.0-or-later
// How the cells of a spec's form look and are edited: numbers with unit and range, choices, text.
#pragma once

#include "app/gui/drawing/display.h"
#include "app/gui/panes/choice_delegate.h"

namespace warpstring::gui {

class SpecValueDelegate : public ChoiceDelegate {
    Q_OBJECT

public:
    /// `display` outlives the delegate.
    explicit SpecValueDelegate(const Display& display, QObject* parent = nullptr);

    [[nodiscard]] QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    const Display& display_;
};

} // namespace warpstring::gui
