// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/tone_delegate.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <memory>

#include "app/gui/models/comparison/comparison_table.h"

namespace warpstring::gui {

namespace {

constexpr qsizetype keptTexts = 4000; ///< some screens full of cells

} // namespace

ToneDelegate::ToneDelegate(Display& display, QAbstractItemView& view)
    : QStyledItemDelegate(&view), display_(display), texts_(keptTexts) {
    connect(&display, &Display::changed, &view, [&view] { view.viewport()->update(); });
}

QColor ToneDelegate::colourOf(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto group = !option.state.testFlag(QStyle::State_Enabled) ? QPalette::Disabled
                       : option.state.testFlag(QStyle::State_Active) ? QPalette::Active
                                                                     : QPalette::Inactive;
    if (option.state.testFlag(QStyle::State_Selected))
        return option.palette.color(group, QPalette::HighlightedText);
    const QVariant tone = index.data(ComparisonTable::ToneRole);
    if (!tone.isValid()) return option.palette.color(group, QPalette::Text);
    const Theme& theme = display_.theme();
    switch (static_cast<Tone>(tone.toInt())) {
    case Tone::Muted: return theme.muted;
    case Tone::Good: return theme.good;
    case Tone::Fair: return theme.warning;
    case Tone::Bad: return theme.error;
    case Tone::Plain: break;
    }
    return theme.text;
}

const QStaticText& ToneDelegate::laidOut(const QString& text, const QFont& font) const {
    if (font != font_) {
        texts_.clear();
        font_ = font;
    }
    if (const QStaticText* known = texts_.object(text)) return *known;
    auto made = std::make_unique<QStaticText>(text);
    made->setTextFormat(Qt::PlainText);
    made->prepare({}, font);
    QStaticText& kept = *made;
    texts_.insert(text, made.release());
    return kept;
}

void ToneDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QWidget* const view = option.widget;
    const QStyle& style = *view->style();
    style.drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, view); // selected, or under the mouse
    if (!option.state.testFlag(QStyle::State_Selected) && index.data(ComparisonTable::MarkRole).toBool())
        painter->fillRect(option.rect, display_.theme().hover);
    const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, view) + 1;
    const QRect room = option.rect.adjusted(margin, 0, -margin, 0);
    const QString text = displayText(index.data(Qt::DisplayRole), option.locale);
    if (!text.isEmpty() && room.width() > 0) {
        const QStaticText* laid = &laidOut(text, option.font);
        if (laid->size().width() > room.width())
            laid =
                &laidOut(option.fontMetrics.elidedText(text, option.textElideMode, room.width()), option.font);
        const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
        const QSize size = laid->size().toSize().boundedTo(room.size());
        const QRect place = QStyle::alignedRect(
            option.direction,
            alignment & Qt::AlignHorizontal_Mask ? alignment : Qt::AlignLeft | Qt::AlignVCenter, size, room);
        painter->setFont(option.font);
        painter->setPen(colourOf(option, index));
        painter->drawStaticText(place.topLeft(), *laid);
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        focus.state |= QStyle::State_KeyboardFocusChange | QStyle::State_Item;
        focus.backgroundColor = option.palette.color(
            option.state.testFlag(QStyle::State_Selected) ? QPalette::Highlight : QPalette::Window);
        style.drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, view);
    }
}

void styleTable(QTableView& view, Display& display) {
    view.setItemDelegate(new ToneDelegate(display, view));
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    view.setAlternatingRowColors(true);
    view.setShowGrid(false);
    view.setWordWrap(false);
    view.setTextElideMode(Qt::ElideMiddle); // names of launches differ at their ends
    view.setTabKeyNavigation(false);        // Tab leaves the table
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.verticalHeader()->hide();
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.verticalHeader()->setDefaultSectionSize(view.fontMetrics().height() + 6);
    view.horizontalHeader()->setResizeContentsPrecision(40);
    view.horizontalHeader()->setHighlightSections(false);
    view.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view.horizontalHeader()->setSortIndicatorClearable(true);
    view.setSortingEnabled(true);
}

} // namespace warpstring::gui
