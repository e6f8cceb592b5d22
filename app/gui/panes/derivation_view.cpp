// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/derivation_view.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QPainter>

namespace warpstring::gui {

namespace {

constexpr int stepMargin = 4, widestRule = 330, lineInset = 10;
constexpr double newGround = 0.13; ///< of the colour behind what a step made

} // namespace

QFont DerivationDelegate::fontOf(const QFont& font, const QModelIndex& index) const {
    const bool isStep = !index.data(DerivationModel::LineRole).toBool();
    if (isStep && index.column() != DerivationModel::Becomes) {
        QFont named = font;
        named.setBold(index.column() == DerivationModel::Rule);
        return named;
    }
    QFont code = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    code.setPointSizeF(std::max(8.0, font.pointSizeF()));
    return code;
}

QSize DerivationDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool isLine = index.data(DerivationModel::LineRole).toBool();
    const QFontMetrics metrics(fontOf(option.font, index));
    const int height = metrics.height() + (isLine ? 2 : 8);
    // A line fills all columns: it must not widen the first one.
    if (isLine) return {0, height};
    const int text = metrics.horizontalAdvance(index.data().toString()) + 2 * stepMargin;
    return {text + (index.column() == DerivationModel::Rule ? height + 2 * stepMargin : 8), height};
}

QRect DerivationDelegate::paintNumber(QPainter& painter, const QStyleOptionViewItem& option, int number) const {
    const Theme& theme = display_.theme();
    const int size = option.rect.height() - 6;
    const QRectF circle(option.rect.left() + 1, option.rect.top() + 3, size, size);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(number > 0 ? theme.accent : theme.muted);
    painter.drawEllipse(circle);
    QFont small = option.font;
    small.setPointSizeF(0.78 * small.pointSizeF());
    small.setBold(true);
    painter.setFont(small);
    painter.setPen(Theme::textOn(number > 0 ? theme.accent : theme.muted));
    painter.drawText(circle, Qt::AlignCenter, QString::number(number));
    return option.rect.adjusted(size + 2 * stepMargin, 0, 0, 0);
}

void DerivationDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
    const Theme& theme = display_.theme();
    const bool isLine = index.data(DerivationModel::LineRole).toBool();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    QRect room = option.rect;
    QColor colour = index.column() == DerivationModel::Place ? theme.muted : theme.text;
    if (isLine && index.data(DerivationModel::NewRole).toBool()) {
        painter->fillRect(room, Theme::mixed(theme.background, theme.good, newGround));
        painter->fillRect(QRect(room.topLeft(), QSize(3, room.height())), theme.good);
    } else if (isLine) {
        colour = Theme::mixed(theme.text, theme.muted, 0.5);
    }
    if (isSelected) {
        painter->fillRect(option.rect, option.palette.brush(QPalette::Highlight));
        colour = option.palette.color(QPalette::HighlightedText);
    }
    if (!isLine && index.column() == DerivationModel::Rule)
        room = paintNumber(*painter, option, index.data(DerivationModel::NumberRole).toInt());
    else
        room.adjust(isLine ? lineInset : stepMargin, 0, 0, 0);
    const QFont font = fontOf(option.font, index);
    painter->setFont(font);
    painter->setPen(colour);
    const QString text = index.data().toString();
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      isLine ? text : QFontMetrics(font).elidedText(text, Qt::ElideRight, room.width()));
    painter->restore();
}

DerivationView::DerivationView(DerivationModel& model, const Display& display, QWidget* parent)
    : QTreeView(parent), derivation_(model) {
    setModel(&model);
    setItemDelegate(new DerivationDelegate(display, this));
    setAccessibleName(QStringLiteral("Derivation"));
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setAllColumnsShowFocus(true);
    header()->setStretchLastSection(true);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(&display, &Display::changed, this, [this] { viewport()->update(); });
}

void DerivationView::reset() {
    QTreeView::reset();
    const int steps = derivation_.rowCount();
    for (int step = 0; step < steps; ++step) {
        const QModelIndex row = derivation_.index(step, 0);
        for (int line = 0; line < derivation_.rowCount(row); ++line) setFirstColumnSpanned(line, row, true);
        setExpanded(row, step + 1 == steps || step == 0);
    }
    resizeColumnToContents(DerivationModel::Rule);
    resizeColumnToContents(DerivationModel::Place);
    setColumnWidth(DerivationModel::Rule, std::min(widestRule, columnWidth(DerivationModel::Rule)));
}

} // namespace warpstring::gui
