// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/problems_pane.h"

#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace warpstring::gui {

namespace {

constexpr int narrowColumns = 140; ///< characters: in less than that, hints stand below messages

/// A message with its hint below it, where the hint has no column.
class MessageDelegate : public QStyledItemDelegate {
public:
    explicit MessageDelegate(QTableView* view) : QStyledItemDelegate(view), view_(view) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const QString hint = index.siblingAtColumn(ProblemList::HintColumn).data().toString();
        if (view_->isColumnHidden(ProblemList::HintColumn) && !hint.isEmpty())
            option->text += QChar(QChar::LineSeparator) + hint;
    }

private:
    QTableView* view_;
};

} // namespace

ProblemsPane::ProblemsPane(Session& session, PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Problems"), context, parent), session_(session), problems_(new ProblemList(this)),
      view_(new QTableView(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view_);
    view_->setModel(problems_);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setShowGrid(false);
    view_->setAlternatingRowColors(true);
    view_->setWordWrap(true);
    view_->verticalHeader()->hide();
    view_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view_->horizontalHeader()->setSectionResizeMode(ProblemList::MessageColumn, QHeaderView::Stretch);
    view_->horizontalHeader()->setSectionResizeMode(ProblemList::HintColumn, QHeaderView::Stretch);
    view_->setAccessibleName(QStringLiteral("Problems and assumptions"));
    view_->setTabKeyNavigation(false);
    view_->setItemDelegateForColumn(ProblemList::MessageColumn, new MessageDelegate(view_));
    // Rows are as high as their texts at the width that there is.
    connect(view_->horizontalHeader(), &QHeaderView::sectionResized, view_, &QTableView::resizeRowsToContents);
    setFocusProxy(view_);
    connect(view_, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT placeWanted(problems_->placeOf(index.row())); });
    connect(&session_, &Session::diagnosticsChanged, this, &ProblemsPane::showProblems);
    showProblems();
}

void ProblemsPane::showProblems() {
    problems_->setProblems(session_.diagnostics(), session_.analysis()
                                                       ? session_.analysis()->simulation.assumptions
                                                       : std::vector<std::string>{});
    const int errors = problems_->count(Severity::Error), warnings = problems_->count(Severity::Warning);
    setWindowTitle(errors + warnings > 0 ? QStringLiteral("Problems (%1)").arg(errors + warnings)
                                         : QStringLiteral("Problems"));
    for (const int column : {ProblemList::KindColumn, ProblemList::PlaceColumn, ProblemList::CodeColumn})
        view_->resizeColumnToContents(column);
    fitColumns();
}

void ProblemsPane::fitColumns() {
    const auto isEmpty = [&](int column) {
        for (int row = 0; row < problems_->rowCount(); ++row)
            if (!problems_->index(row, column).data().toString().isEmpty()) return false;
        return true;
    };
    const bool narrow = width() < narrowColumns * fontMetrics().averageCharWidth();
    view_->setColumnHidden(ProblemList::PlaceColumn, isEmpty(ProblemList::PlaceColumn));
    view_->setColumnHidden(ProblemList::HintColumn, narrow || isEmpty(ProblemList::HintColumn));
    view_->setColumnHidden(ProblemList::CodeColumn, narrow || isEmpty(ProblemList::CodeColumn));
}

void ProblemsPane::resizeEvent(QResizeEvent* event) {
    Pane::resizeEvent(event);
    fitColumns();
}

} // namespace warpstring::gui
