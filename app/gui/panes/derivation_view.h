// SPDX-License-Identifier: GPL-3.0-or-later
// A derivation on the screen: numbered steps, each opened to the expression that it leads to.
#pragma once

#include <QStyledItemDelegate>
#include <QTreeView>

#include "app/gui/drawing/display.h"
#include "app/gui/models/generate/derivation_model.h"

namespace warpstring::gui {

/// Numbers in circles, expressions as code, and what a step made on a ground of its own.
class DerivationDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit DerivationDelegate(const Display& display, QObject* parent = nullptr)
        : QStyledItemDelegate(parent), display_(display) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    [[nodiscard]] QFont fontOf(const QFont& font, const QModelIndex& index) const;
    /// Returns the room that is left beside it.
    [[nodiscard]] QRect paintNumber(QPainter& painter, const QStyleOptionViewItem& option, int number) const;

    const Display& display_;
};

/// The first and the last expression are open from the start.
class DerivationView : public QTreeView {
    Q_OBJECT

public:
    DerivationView(DerivationModel& model, const Display& display, QWidget* parent = nullptr);

protected:
    void reset() override;

private:
    DerivationModel& derivation_;
};

} // namespace warpstring::gui
