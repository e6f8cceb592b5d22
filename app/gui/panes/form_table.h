// SPDX-License-Identifier: GPL-3.0-or-later
// A table within a form: as high as its rows, edited in place.
#pragma once

#include <QTableView>

#include "app/gui/drawing/display.h"

namespace warpstring::gui {

class FormTable : public QTableView {
    Q_OBJECT

public:
    /// `noteColumn` is the last one and has words about the row. `table` and `display` outlive the view.
    FormTable(QAbstractItemModel& table, const Display& display, int noteColumn, QWidget* parent = nullptr);

    /// Columns but the last one get no wider than so many pixels.
    void setWidest(int pixels) { widest_ = pixels; }
    /// Columns as wide as what they hold, and all rows seen.
    void fit();

Q_SIGNALS:
    void removeWanted(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitNote();

    int widest_ = 220;
};

} // namespace warpstring::gui
