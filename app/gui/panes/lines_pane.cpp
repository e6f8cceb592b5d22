// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/lines_pane.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/panes/tone_delegate.h"

namespace warpstring::gui {

namespace {

constexpr int leastTextWidth = 120; ///< pixels

/// The share of a line on the source margin's scale of colours.
class HeatDelegate : public ToneDelegate {
public:
    HeatDelegate(Display& display, QTableView& view) : ToneDelegate(display, view), display_(display) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QVariant heat = index.data(LineTable::HeatRole);
        if (!heat.isValid() || option.state.testFlag(QStyle::State_Selected)) {
            ToneDelegate::paint(painter, option, index);
            return;
        }
        const QColor fill = display_.theme().heat(heat.toDouble());
        painter->fillRect(option.rect, fill);
        QStyleOptionViewItem tinted = option;
        tinted.palette.setColor(QPalette::Text, Theme::textOn(fill));
        ToneDelegate::paint(painter, tinted, index);
    }

private:
    Display& display_;
};

/// Words of a heading below each other: reasons have long names and short figures.
class WordHeader : public QHeaderView {
public:
    explicit WordHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
        setSectionsClickable(true);
        setDefaultAlignment(Qt::AlignCenter | static_cast<Qt::Alignment>(static_cast<int>(Qt::TextWordWrap)));
    }

protected:
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override {
        const QString heading = model()->headerData(section, orientation()).toString();
        int widest = 0;
        for (const QString& word : heading.split(QLatin1Char(' ')))
            widest = std::max(widest, fontMetrics().horizontalAdvance(word));
        return {widest + 2 * fontMetrics().averageCharWidth(), 2 * fontMetrics().height() + 14};
    }
};

} // namespace

LinesPane::LinesPane(PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Lines"), context, parent), lines_(new LineTable(this)), view_(new QTableView(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view_);
    view_->setHorizontalHeader(new WordHeader(view_));
    view_->setModel(lines_);
    styleTable(*view_, display());
    view_->setItemDelegate(new HeatDelegate(display(), *view_));
    view_->setAccessibleName(QStringLiteral("Lines by their cost"));
    view_->setMouseTracking(true);
    view_->viewport()->installEventFilter(this);
    setFocusProxy(view_);

    connect(view_, &QTableView::activated, this, &LinesPane::pinRow);
    connect(view_, &QTableView::entered, this,
            [this](const QModelIndex& index) { selection().hover(focusOn(index)); });
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (!following_ && view_->hasFocus()) selection().hover(focusOn(index));
            });
    connect(&selection(), &Selection::hoverChanged, this, &LinesPane::followSelection);
    connect(&selection(), &Selection::pinChanged, this, &LinesPane::followSelection);
    connect(&display(), &Display::changed, this, [this] {
        lines_->setUnit(display().unit());
        fitColumns();
    });
    lines_->setUnit(display().unit());
}

QAbstractItemModel* LinesPane::table() const { return analysis() ? lines_ : nullptr; }

void LinesPane::analysisChanged() { showLines(); }
void LinesPane::baselineChanged() { showLines(); }

void LinesPane::showLines() {
    const QScopedValueRollback quiet(following_, true);
    lines_->setAnalysis(analysis(), analysis() ? costChange(then(), *analysis()) : std::nullopt);
    view_->horizontalHeader()->setSortIndicator(lines_->sortedColumn(), lines_->sortOrder());
    fitColumns();
    followSelection();
}

/// Figures are as wide as they are; the text has what is left.
void LinesPane::fitColumns() {
    int others = 0, text = -1;
    for (int column = 0; column < lines_->columnCount(); ++column) {
        if (lines_->columns()[static_cast<std::size_t>(column)].field == LineTable::Field::Text) {
            text = column;
            continue;
        }
        view_->resizeColumnToContents(column);
        others += view_->columnWidth(column);
    }
    if (text >= 0) view_->setColumnWidth(text, std::max(leastTextWidth, view_->viewport()->width() - others));
}

void LinesPane::resizeEvent(QResizeEvent* event) {
    Pane::resizeEvent(event);
    fitColumns();
}

bool LinesPane::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) selection().hover({});
    return Pane::eventFilter(watched, event);
}

Focus LinesPane::focusOn(const QModelIndex& index) const {
    const int line = index.isValid() ? lines_->lineAt(index.row()) : 0;
    return line > 0 && analysis() ? analysis()->elements.fromLine(line) : Focus{};
}

void LinesPane::pinRow(const QModelIndex& index) {
    const Focus focus = focusOn(index);
    if (focus.empty()) return;
    if (selection().pinned() != focus) selection().pin(focus); // once more would free it
    Q_EMIT placeWanted({analysis()->pdg->sourceName, focus.lines.front(), 1});
}

void LinesPane::followSelection() {
    const QScopedValueRollback quiet(following_, true);
    QItemSelection chosen;
    int first = -1;
    for (const int line : selection().current().lines)
        if (const int row = lines_->rowOf(line); row >= 0) {
            chosen.select(lines_->index(row, 0), lines_->index(row, lines_->columnCount() - 1));
            first = first < 0 ? row : std::min(first, row);
        }
    view_->selectionModel()->select(chosen, QItemSelectionModel::ClearAndSelect);
    // What is only pointed at elsewhere does not move the table.
    if (first >= 0 && selection().hovered().empty()) view_->scrollTo(lines_->index(first, 0));
}

} // namespace warpstring::gui
