// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/tone_delegate.h"

#include <QHeaderView>
#include <QTableView>

#include "app/gui/models/comparison_table.h"

namespace warpstring::gui {

ToneDelegate::ToneDelegate(Display& display, QAbstractItemView& view)
    : QStyledItemDelegate(&view), display_(display) {
    connect(&display, &Display::changed, &view, [&view] { view.viewport()->update(); });
}

void ToneDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant tone = index.data(ComparisonTable::ToneRole);
    if (!tone.isValid()) return;
    const Theme& theme = display_.theme();
    const QColor colour = [&] {
        switch (static_cast<Tone>(tone.toInt())) {
        case Tone::Muted: return theme.muted;
        case Tone::Good: return theme.good;
        case Tone::Fair: return theme.warning;
        case Tone::Bad: return theme.error;
        case Tone::Plain: break;
        }
        return theme.text;
    }();
    option->palette.setColor(QPalette::Text, colour);
}

void styleTable(QTableView& view, Display& display) {
    view.setItemDelegate(new ToneDelegate(display, view));
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    view.setAlternatingRowColors(true);
    view.setShowGrid(false);
    view.setWordWrap(false);
    view.setTabKeyNavigation(false); // Tab leaves the table
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.verticalHeader()->hide();
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.verticalHeader()->setDefaultSectionSize(view.fontMetrics().height() + 6);
    view.horizontalHeader()->setResizeContentsPrecision(40);
    view.horizontalHeader()->setHighlightSections(false);
    view.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view.horizontalHeader()->setSortIndicatorClearable(true);
    view.setSortingEnabled(true);
}

} // namespace warpstring::gui
