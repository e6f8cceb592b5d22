// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/string_pane.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "app/gui/models/string/source_marks.h"
#include "app/gui/panes/find_bar.h"
#include "app/gui/panes/string_canvas.h"
#include "app/gui/panes/string_drawing.h"
#include "stringmodel/string/notation.h"

namespace warpstring::gui {

StringPane::StringPane(PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("String"), context, parent),
      canvas_(new StringCanvas(context.selection, context.display)), title_(new QLabel), model_(new QLabel),
      details_(new QTableView), rows_(new TokenDetailsModel(this)),
      found_(SearchPlace::String, *canvas_, context.selection, [this](const SearchHit& hit) { showHit(hit); }),
      findBar_(new FindBar(found_, this)) {
    auto* byCycles = new QCheckBox(QStringLiteral("&Width by cycles"));
    byCycles->setToolTip(
        QStringLiteral("Boxes as wide as their share of a warp's cycles, waits at G included"));
    auto* hint = new QLabel(QStringLiteral("Hover marks line and node, click or Enter pins"));
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 2, 6, 2);
    model_->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(byCycles);
    bar->addWidget(model_);
    bar->addStretch(1);
    bar->addWidget(hint);

    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setWidget(canvas_);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    details_->setModel(rows_);
    details_->verticalHeader()->hide();
    details_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    details_->horizontalHeader()->setStretchLastSection(true);
    details_->setWordWrap(true);
    details_->setShowGrid(false);
    details_->setAlternatingRowColors(true);
    details_->setSelectionBehavior(QAbstractItemView::SelectRows);
    connect(details_->horizontalHeader(), &QHeaderView::sectionResized, details_,
            &QTableView::resizeRowsToContents);
    details_->setAccessibleName(QStringLiteral("Token details"));
    title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    title_->setMargin(4);
    auto* below = new QWidget;
    auto* belowColumn = new QVBoxLayout(below);
    belowColumn->setContentsMargins(0, 0, 0, 0);
    belowColumn->setSpacing(0);
    belowColumn->addWidget(title_);
    belowColumn->addWidget(details_, 1);

    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(scroll);
    splitter->addWidget(below);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({400, 300});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(splitter, 1);
    column->addWidget(findBar_);
    setFocusProxy(canvas_);

    connect(byCycles, &QCheckBox::toggled, this, [this](bool on) {
        widths_ = on ? TokenWidth::Cycles : TokenWidth::Label;
        canvas_->setWidths(widths_);
    });
    connect(canvas_, &StringCanvas::currentChanged, this, &StringPane::showDetails);
    connect(&selection(), &Selection::hoverChanged, this, &StringPane::showDetails);
    connect(&selection(), &Selection::pinChanged, this, &StringPane::showDetails);
    connect(&display(), &Display::changed, this, &StringPane::showDetails);
    showDetails();
}

void StringPane::analysisChanged() {
    canvas_->setAnalysis(analysis());
    found_.setAnalysis(analysis());
    change_ = analysis() ? costChange(then(), *analysis()) : std::nullopt;
    showModel();
    showDetails();
}

Finder* StringPane::finder() { return findBar_; }

void StringPane::showHit(const SearchHit& hit) { canvas_->goTo(static_cast<TokenIndex>(hit.at.row)); }

void StringPane::baselineChanged() {
    change_ = analysis() ? costChange(then(), *analysis()) : std::nullopt;
    showModel();
    showDetails();
}

/// Whose cycles they are, and of how many before.
void StringPane::showModel() {
    if (!analysis()) {
        model_->clear();
        return;
    }
    QString text = analysis()->simulation.timeline ? QStringLiteral("Cycles by the timeline")
                                                   : QStringLiteral("Cycles by the closed form");
    if (change_ && !isUnchanged(change_->warpCycles.fraction()))
        text += QStringLiteral("; a warp %1 \u2192 %2, %3")
                    .arg(numberText(change_->warpCycles.then), numberText(change_->warpCycles.now),
                         changeText(change_->warpCycles));
    model_->setText(text);
}

/// Of the first token in the hovered focus, else in the pinned one, else of the keyboard's.
void StringPane::showDetails() {
    const ShownString& shown = canvas_->shown();
    std::optional<ShownIndex> token = canvas_->current();
    if (const Focus& focus = selection().current(); !focus.tokens.empty())
        token = focus.tokens.front() < shown.places.size() ? std::optional(shown.places[focus.tokens.front()])
                                                           : std::nullopt;
    if (!analysis() || !token || *token >= shown.tokens.size()) {
        title_->setText(analysis() ? QStringLiteral("Point at a token to see how its cost came about.")
                                   : QStringLiteral("Open a kernel to see its string."));
        rows_->setRows({});
        return;
    }
    const auto& copies = shown.tokens[*token].copies;
    title_->setText(tokenTitle(*analysis(), copies));
    rows_->setRows(tokenDetails(*analysis(), copies, display().unit(), change_ ? &*change_ : nullptr));
    details_->resizeColumnToContents(TokenDetailsModel::Name);
    details_->resizeColumnToContents(TokenDetailsModel::Value);
    details_->setColumnWidth(TokenDetailsModel::Value,
                             std::min(details_->columnWidth(TokenDetailsModel::Value), 260));
}

std::optional<Picture> StringPane::picture() const {
    if (!analysis()) return std::nullopt;
    const QSizeF size(std::max(480, canvas_->width()), std::max(60.0, canvas_->page().size.height()));
    return Picture{
        QStringLiteral("Token string of %1").arg(QString::fromStdString(analysis()->launch().kernel)), size,
        [analysis = analysis(), shown = canvas_->shown(), widths = widths_,
         font = canvas_->font()](QPainter& painter, const Theme& theme, const QSizeF& area) {
            painter.fillRect(QRectF(QPointF(), area), theme.background);
            painter.setFont(font);
            const StringPage page = layOutString(*analysis, shown, shown.cycles(*analysis), area.width(),
                                                 widths, stringMetrics(font));
            // Another width breaks lines elsewhere: what does not fit is made smaller.
            if (page.size.height() > area.height())
                painter.scale(area.height() / page.size.height(), area.height() / page.size.height());
            drawString(painter, theme, *analysis, shown, page, {}, QRectF(QPointF(), page.size));
        }};
}

QAbstractItemModel* StringPane::table() const { return analysis() ? rows_ : nullptr; }

} // namespace warpstring::gui
