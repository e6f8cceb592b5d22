// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the source by what they cost, the hottest first.
#pragma once

#include "app/gui/models/string/line_table.h"
#include "app/gui/panes/pane.h"

class QTableView;

namespace warpstring::gui {

class LinesPane : public Pane {
    Q_OBJECT

public:
    explicit LinesPane(PaneContext context, QWidget* parent = nullptr);

    [[nodiscard]] QString cliCommand() const override { return commandLine(QStringLiteral("simulate")); }
    [[nodiscard]] QAbstractItemModel* table() const override;
    [[nodiscard]] QTableView& view() { return *view_; }
    [[nodiscard]] const LineTable& lines() const { return *lines_; }

Q_SIGNALS:
    void placeWanted(const warpstring::SourceLocation& place);

protected:
    void analysisChanged() override;
    void baselineChanged() override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showLines();
    void fitColumns();
    [[nodiscard]] Focus focusOn(const QModelIndex& index) const;
    void pinRow(const QModelIndex& index);
    /// Chooses the rows of the lines that are marked.
    void followSelection();

    LineTable* lines_;
    QTableView* view_;
    bool following_ = false; ///< rows are chosen by what is marked, not by a person
};

} // namespace warpstring::gui
