// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/problems_pane.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

namespace warpstring::gui {

ProblemsPane::ProblemsPane(Session& session, PaneContext context, QWidget* parent)
    : Pane(tr("Problems"), context, parent), session_(session), problems_(new ProblemList(this)),
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
    view_->setAccessibleName(tr("Problems and assumptions"));
    view_->setTabKeyNavigation(false);
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
    setWindowTitle(errors + warnings > 0 ? tr("Problems (%1)").arg(errors + warnings) : tr("Problems"));
    for (const int column : {ProblemList::KindColumn, ProblemList::PlaceColumn, ProblemList::CodeColumn})
        view_->resizeColumnToContents(column);
}

} // namespace warpstring::gui
