// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/bar_list.h"

#include <QPainter>
#include <algorithm>

namespace warpstring::gui {

BarList::BarList(const QString& name, Display& display, QWidget* parent) : QWidget(parent), display_(display) {
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&display_, &Display::changed, this, qOverload<>(&QWidget::update));
}

void BarList::setBars(std::vector<FactBar> bars) {
    bars_ = std::move(bars);
    QStringList lines;
    for (const FactBar& bar : bars_)
        lines << bar.label + QStringLiteral(": ") + bar.value +
                     (bar.emphasised ? QStringLiteral(", which limits") : QString());
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

int BarList::lineHeight() const { return fontMetrics().height() + 9; }

QSize BarList::sizeHint() const { return {240, lineHeight() * static_cast<int>(bars_.size())}; }

void BarList::paintEvent(QPaintEvent*) {
    const Theme& theme = display_.theme();
    QPainter painter(this);
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int widest = 0;
    for (const FactBar& bar : bars_) widest = std::max(widest, metrics.horizontalAdvance(bar.value));
    int y = 0;
    for (const FactBar& bar : bars_) {
        const QRect line(0, y, width(), lineHeight() - 1);
        const int text = fontMetrics().height();
        painter.setFont(bar.emphasised ? bold : font());
        painter.setPen(theme.text);
        const int room = width() - widest - 8;
        painter.drawText(QRect(0, y, room, text), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(painter.font()).elidedText(bar.label, Qt::ElideMiddle, room));
        painter.drawText(QRect(0, y, width(), text), Qt::AlignRight | Qt::AlignVCenter, bar.value);
        const QRectF track(0, y + text + 1, width(), 4);
        painter.fillRect(track, theme.grid);
        painter.fillRect(QRectF(track.topLeft(), QSizeF(track.width() * bar.fraction, track.height())),
                         bar.emphasised ? theme.warning : theme.accent);
        y += line.height() + 1;
    }
}

} // namespace warpstring::gui
