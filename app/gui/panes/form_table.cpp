// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/form_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>

#include "app/gui/panes/form_delegate.h"

namespace warpstring::gui {

namespace {

constexpr int widestNote = 420; ///< pixels

} // namespace

FormTable::FormTable(QAbstractItemModel& table, const Display& display, int noteColumn, QWidget* parent)
    : QTableView(parent) {
    setModel(&table);
    setItemDelegate(new FormDelegate(display, noteColumn, this));
    setTabKeyNavigation(false); // Tab goes on to the next field
    setEditTriggers(DoubleClicked | EditKeyPressed | AnyKeyPressed | SelectedClicked);
    setSelectionMode(SingleSelection);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 9);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void FormTable::fit() {
    for (int section = 0; section + 1 < model()->columnCount(); ++section)
        setColumnWidth(section, std::clamp(sizeHintForColumn(section) + 8,
                                           horizontalHeader()->sectionSizeHint(section), widest_));
    fitNote();
}

/// The last column takes what is left, and what it needs where that is little.
void FormTable::fitNote() {
    const int note = model()->columnCount() - 1;
    const int left = viewport()->width() - (horizontalHeader()->length() - columnWidth(note));
    const int needed =
        std::clamp(sizeHintForColumn(note) + 8, horizontalHeader()->sectionSizeHint(note), widestNote);
    setColumnWidth(note, std::max(left, needed));
    int height = horizontalHeader()->sizeHint().height() + 2 * frameWidth();
    for (int row = 0; row < model()->rowCount(); ++row) height += rowHeight(row);
    if (horizontalHeader()->length() > viewport()->width())
        height += horizontalScrollBar()->sizeHint().height();
    if (height != this->height()) setFixedHeight(height);
}

void FormTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete && currentIndex().isValid() && state() != EditingState)
        Q_EMIT removeWanted(currentIndex().row());
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && state() != EditingState)
        edit(currentIndex());
    else
        QTableView::keyPressEvent(event);
}

void FormTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitNote();
}

} // namespace warpstring::gui
