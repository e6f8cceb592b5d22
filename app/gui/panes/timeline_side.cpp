// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/timeline_side.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QStyle>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/panes/bar_list.h"

namespace warpstring::gui {

namespace {

QTableView* stallView(StallTable& stalls, const QString& name) {
    auto* table = new QTableView;
    table->setModel(&stalls);
    table->setAccessibleName(name);
    table->setIconSize({10, 10});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setTabKeyNavigation(false);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setMinimumSectionSize(20);
    return table;
}

constexpr int leastSideWidth = 180; ///< pixels

/// Pixels of a table whose texts are all seen as a whole.
int neededBy(const QTableView& table) {
    const int margin = 2 * (table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &table) + 1);
    int whole = 0;
    for (int column = 0; column < table.model()->columnCount(); ++column) {
        if (table.isColumnHidden(column)) continue;
        int widest = table.horizontalHeader()->sectionSizeHint(column);
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const QModelIndex index = table.model()->index(row, column);
            const bool icon = index.data(Qt::DecorationRole).isValid();
            widest = std::max(widest, table.fontMetrics().horizontalAdvance(index.data().toString()) + margin +
                                          (icon ? table.iconSize().width() + margin : 0));
        }
        whole += widest;
    }
    return whole;
}

} // namespace

TimelineSide::TimelineSide(Display& display, QWidget* parent) : QScrollArea(parent), display_(display) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(QStringLiteral("Stalls, resources and occupancy"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(4);
    const auto heading = [&](const QString& text) {
        auto* label = new QLabel(text);
        QFont bold = label->font();
        bold.setBold(true);
        label->setFont(bold);
        if (column->count() > 0) column->addSpacing(8);
        column->addWidget(label);
        headings_.push_back(label);
        return label;
    };
    bound_ = heading({});
    bound_->setWordWrap(true);
    heading(QStringLiteral("Where a warp's cycles go"));
    table_ = stallView(stalls_, QStringLiteral("Stalls by reason"));
    column->addWidget(table_);
    spanHeading_ = heading(QStringLiteral("In the measured span, all warps"));
    spanTable_ = stallView(stalls_, QStringLiteral("Stalls in the measured span, by scheduler"));
    column->addWidget(spanTable_);
    heading(QStringLiteral("How busy the resources are"));
    resources_ = new BarList(QStringLiteral("Resources"), display_);
    column->addWidget(resources_);
    heading(QStringLiteral("Occupancy"));
    occupancy_ = new QLabel;
    occupancy_->setWordWrap(true);
    column->addWidget(occupancy_);
    limits_ = new BarList(QStringLiteral("What each resource alone would allow"), display_);
    column->addWidget(limits_);
    column->addStretch(1);
    setWidget(content);
    connect(&stalls_, &QAbstractItemModel::modelReset, this, &TimelineSide::fitTables);
    connect(&display_, &Display::changed, this, &TimelineSide::restyle);
    restyle();
}

void TimelineSide::restyle() {
    stalls_.setUnit(display_.unit());
    stalls_.setColours(display_.theme().stall);
    const Theme& theme = display_.theme();
    const QPalette palette = theme.palette();
    setPalette(palette);
    // A style sheet of the application must not decide on colours that a theme names.
    widget()->setAutoFillBackground(true);
    widget()->setPalette(palette);
    QPalette plain = palette;
    plain.setColor(QPalette::Base, theme.surface);
    plain.setColor(QPalette::Button, theme.surface);
    for (QTableView* table : {table_, spanTable_}) table->setPalette(plain);
    fitTables();
}

void TimelineSide::fitTables() {
    const bool span = stalls_.columnCount() > StallTable::InSpan;
    spanHeading_->setVisible(span);
    spanTable_->setVisible(span);
    const int line = fontMetrics().height() + 5;
    for (QTableView* table : {table_, spanTable_}) {
        for (int column = 0; column < stalls_.columnCount(); ++column) {
            const bool ofSpan = column >= StallTable::InSpan;
            table->setColumnHidden(column, column != StallTable::Reason && ofSpan != (table == spanTable_));
        }
        table->verticalHeader()->setMinimumSectionSize(line);
        table->verticalHeader()->setDefaultSectionSize(line);
        QHeaderView& header = *table->horizontalHeader();
        header.setSectionResizeMode(QHeaderView::ResizeToContents);
        const bool bar = table == spanTable_ && stalls_.columnCount() > StallTable::FirstScheduler;
        if (!bar && stalls_.columnCount() > 0)
            header.setSectionResizeMode(StallTable::Reason, QHeaderView::Stretch);
        table->setFixedHeight(header.sizeHint().height() + line * stalls_.rowCount() + 2 +
                              (bar ? table->horizontalScrollBar()->sizeHint().height() : 0));
    }
    const QMargins around = widget()->layout()->contentsMargins();
    setMinimumWidth(std::max(leastSideWidth, neededBy(*table_) + around.left() + around.right() +
                                                 verticalScrollBar()->sizeHint().width()));
}

void TimelineSide::show(const Analysis* analysis) {
    for (QLabel* heading : headings_)
        if (heading != spanHeading_) heading->setVisible(analysis != nullptr);
    stalls_.setTimeline(analysis ? analysis->timeline() : nullptr,
                        analysis ? analysis->spec().execution.clockMhz : 1);
    resources_->setBars(analysis ? resourceBars(*analysis) : std::vector<FactBar>());
    limits_->setBars(analysis ? occupancyBars(*analysis) : std::vector<FactBar>());
    QString bound = analysis ? boundText(*analysis) : QString();
    if (!bound.isEmpty()) bound[0] = bound[0].toUpper();
    bound_->setText(bound);
    bound_->setVisible(!bound.isEmpty());
    occupancy_->setText(analysis ? occupancyText(*analysis) : QString());
}

void TimelineSide::setSpan(std::optional<SpanMeasure> span) { stalls_.setSpan(std::move(span)); }

} // namespace warpstring::gui
