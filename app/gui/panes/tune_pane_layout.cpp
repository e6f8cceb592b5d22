// SPDX-License-Identifier: GPL-3.0-or-later
// The widgets of the tune pane.
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/panes/form_table.h"
#include "app/gui/panes/measure_bar.h"
#include "app/gui/panes/message_strip.h"
#include "app/gui/panes/small_widgets.h"
#include "app/gui/panes/tone_delegate.h"
#include "app/gui/panes/tune_pane.h"
#include "app/gui/panes/variant_canvas.h"

namespace warpstring::gui {

void TunePane::buildWidgets() {
    budget_ = numberBox(QStringLiteral("Budget"),
                        QStringLiteral("Up to so many variants are all looked at, more by simulated annealing"),
                        1, 10'000'000, 4000);
    unit_ = new QComboBox;
    unit_->addItems({QStringLiteral("evaluations"), QStringLiteral("seconds")});
    unit_->setAccessibleName(QStringLiteral("Unit of the budget"));
    unit_->setToolTip(QStringLiteral("A second is a fixed number of evaluations: the answer does not depend on "
                                     "how fast this machine is"));
    seed_ = numberBox(QStringLiteral("Seed"), QStringLiteral("What the annealing of large spaces begins with"),
                      0, 1'000'000'000, 1);
    start_ = new QPushButton;
    apply_ = new QPushButton(QStringLiteral("&Apply"));
    apply_->setToolTip(QStringLiteral("Write the chosen variant into the editors; Undo takes it back"));
    save_ = wordButton(QStringLiteral("Sa&ve\u2026"),
                       QStringLiteral("Write the chosen variant as files, as warpstring tune -o does"));
    again_ = wordButton(QStringLiteral("&Read again"), QStringLiteral("Give up the changes of the space"));
    progress_ = new QProgressBar;
    progress_->setAccessibleName(QStringLiteral("Variants looked at"));
    progress_->setFormat(QStringLiteral("%v of %m"));
    progress_->setMaximumWidth(160);
    messages_ = new MessageStrip(display());
    notice_ = new MessageStrip(display());
    origin_ = sentence(QStringLiteral("Where the space comes from"));
    headline_ = sentence(QStringLiteral("What was found"));
    QFont bold = headline_->font();
    bold.setBold(true);
    headline_->setFont(bold);
    coverage_ = sentence(QStringLiteral("What was looked at, and why the fastest wins"));
    form_ = new FormTable(space_.table(), display(), SpaceTable::Note);
    form_->setWidest(400);
    form_->setAccessibleName(QStringLiteral("Search space"));
    const auto table = [this](const QString& name, QAbstractItemModel& model) {
        auto* view = new QTableView;
        view->setAccessibleName(name);
        view->setModel(&model);
        styleTable(*view, display());
        return view;
    };
    variantsView_ = table(QStringLiteral("Fastest variants"), variants_);
    exclusionsView_ = table(QStringLiteral("Variants left out"), exclusions_);
    exclusionsView_->setSortingEnabled(false);
    variantsView_->setMouseTracking(true); // for what is pointed at
    variantsView_->viewport()->installEventFilter(this);
    scatter_ = new VariantCanvas(display(), choice_, VariantView::Scatter);
    scatter_->setAccessibleName(QStringLiteral("Times over one parameter"));
    parallel_ = new VariantCanvas(display(), choice_, VariantView::Parallel);
    parallel_->setAccessibleName(QStringLiteral("All parameters and times"));
    axis_ = new QComboBox;
    axis_->setAccessibleName(QStringLiteral("Parameter that times are drawn over"));
    top_ = numberBox(QStringLiteral("Variants to measure"),
                     QStringLiteral("So many of the fastest are measured"), 1, 40, 10);
    measureButton_ =
        wordButton(QStringLiteral("&Measure top"),
                   QStringLiteral("Run the launch as it stands and the fastest variants on a device, "
                                  "outputs held against each other"));
    measureButton_->setCheckable(true);
    measure_ = new MeasureBar(display());
    measure_->hide();
}

void TunePane::buildRows() {
    auto* what = new QHBoxLayout;
    what->addWidget(new QLabel(QStringLiteral("Budget")));
    what->addWidget(budget_);
    what->addWidget(unit_);
    what->addWidget(new QLabel(QStringLiteral("seed")));
    what->addWidget(seed_);
    what->addWidget(start_);
    what->addWidget(progress_);
    what->addStretch(1);
    what->addWidget(apply_);
    what->addWidget(save_);
    auto* from = new QHBoxLayout;
    from->addWidget(origin_, 1);
    from->addWidget(again_);
    auto* inside = new QWidget;
    auto* insideRows = new QVBoxLayout(inside);
    insideRows->setContentsMargins(0, 0, 0, 0);
    insideRows->addLayout(from);
    insideRows->addWidget(form_);
    insideRows->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(inside);
    views_ = new QTabWidget;
    views_->setDocumentMode(true);
    views_->addTab(variantsView_, QStringLiteral("Fastest"));
    views_->addTab(exclusionsView_, QStringLiteral("Left out"));
    auto* corner = new QWidget;
    auto* cornerRow = new QHBoxLayout(corner);
    cornerRow->setContentsMargins(0, 0, 0, 2);
    cornerRow->addWidget(measureButton_);
    cornerRow->addWidget(top_);
    views_->setCornerWidget(corner);
    auto* found = new QWidget;
    auto* foundRows = new QVBoxLayout(found);
    foundRows->setContentsMargins(0, 0, 0, 0);
    foundRows->setSpacing(4);
    foundRows->addWidget(headline_);
    foundRows->addWidget(coverage_);
    foundRows->addWidget(views_, 1);
    auto* over = new QWidget;
    auto* overRows = new QVBoxLayout(over);
    overRows->setContentsMargins(0, 2, 0, 0);
    overRows->setSpacing(2);
    auto* axisRow = new QHBoxLayout;
    axisRow->addWidget(new QLabel(QStringLiteral("Time over")));
    axisRow->addWidget(axis_);
    axisRow->addStretch(1);
    overRows->addLayout(axisRow);
    overRows->addWidget(scatter_, 1);
    drawings_ = new QTabWidget;
    drawings_->setDocumentMode(true);
    drawings_->addTab(over, QStringLiteral("Scatter"));
    drawings_->addTab(parallel_, QStringLiteral("Parameters"));
    down_ = new QSplitter(Qt::Vertical);
    down_->addWidget(scroll);
    down_->addWidget(found);
    down_->addWidget(drawings_);
    down_->setStretchFactor(0, 2);
    down_->setStretchFactor(1, 3);
    down_->setStretchFactor(2, 3);
    down_->setChildrenCollapsible(false);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(4, 4, 4, 4);
    rows->setSpacing(4);
    rows->addLayout(what);
    rows->addWidget(measure_);
    rows->addWidget(messages_);
    rows->addWidget(notice_);
    rows->addWidget(down_, 1);
    setFocusProxy(start_);
}

} // namespace warpstring::gui
