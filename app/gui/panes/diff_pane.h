// SPDX-License-Identifier: GPL-3.0-or-later
// Two kernels, or one on two devices, beside each other: figures, sources line by line, strings.
#pragma once

#include <QStringList>
#include <array>
#include <vector>

#include "app/gui/models/diff/diff_measures.h"
#include "app/gui/models/diff/kernel_diff.h"
#include "app/gui/panes/pane.h"

class QComboBox;
class QLabel;
class QSplitter;
class QTableView;

namespace warpstring::gui {

class MessageStrip;
class StringCanvas;

class DiffPane : public Pane {
    Q_OBJECT

public:
    DiffPane(Session& session, const AnalysisBaseline& baseline, PaneContext context,
             QWidget* parent = nullptr);

    [[nodiscard]] KernelDiff& diff() { return diff_; }
    [[nodiscard]] const DiffLineTable& lines() const { return lines_; }
    [[nodiscard]] const DiffMeasureTable& measures() const { return measures_; }
    /// What was opened last can be chosen, too.
    void setRecent(const QStringList& paths);

    [[nodiscard]] QString cliCommand() const override;
    [[nodiscard]] QAbstractItemModel* table() const override;

Q_SIGNALS:
    /// A line of the source of a launch file or a kernel.
    void lineWanted(const QString& file, int line);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What a side is chosen with, and where its string is drawn.
    struct SideWidgets {
        QComboBox* what = nullptr;
        QComboBox* spec = nullptr;
        QLabel* title = nullptr;
        StringCanvas* string = nullptr;
        Selection marks; ///< of its string alone
    };

    void buildSide(DiffSide side, QLayout* row);
    QWidget* buildFigures();
    QWidget* buildStrings();
    void list();
    void listSide(DiffSide side);
    void choose(DiffSide side);
    void openDialog(DiffSide side);
    void showDiff();
    void fitLines();
    void pinLine(const QModelIndex& index);
    void goToLine(const QModelIndex& index);
    void followPin();
    [[nodiscard]] SideWidgets& of(DiffSide side) { return sides_[static_cast<std::size_t>(side)]; }
    /// The side whose text is the one in the source pane; nothing: neither.
    [[nodiscard]] std::optional<DiffSide> currentSide() const;

    Session& session_;
    KernelDiff diff_;
    DiffMeasureTable measures_;
    DiffLineTable lines_;
    QStringList recent_;
    bool comesToHottest_ = true;      ///< once there is a line that differs: other sides were chosen
    std::vector<DiffChoice> choices_; ///< that the lists offer, in their order
    std::array<SideWidgets, 2> sides_;
    MessageStrip* notice_;
    QSplitter* figures_ = nullptr;
    QTableView* measuresView_ = nullptr;
    QTableView* linesView_ = nullptr;
};

} // namespace warpstring::gui
