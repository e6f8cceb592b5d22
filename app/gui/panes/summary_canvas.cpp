// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/summary_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>

namespace warpstring::gui {

namespace {

/// Of an advice that has not been seen yet, pixels.
constexpr double expectedAdviceHeight = 130;

} // namespace

SummaryCanvas::SummaryCanvas(Selection& selection, Display& display, QWidget* parent)
    : QWidget(parent), selection_(selection), display_(display), adviceHeight_(expectedAdviceHeight) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("Summary of the kernel"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&selection_, &Selection::pinChanged, this, qOverload<>(&QWidget::update));
    connect(&display_, &Display::changed, this, &SummaryCanvas::relayout);
}

void SummaryCanvas::setSummary(std::optional<Summary> summary, const QString& instead) {
    summary_ = std::move(summary);
    instead_ = instead;
    hovered_.reset();
    current_.reset();
    relayout();
}

void SummaryCanvas::setAdvice(AdviceRows advice) {
    if (!summary_) return;
    summary_->advice = std::move(advice);
    hovered_.reset();
    current_.reset();
    relayout();
    adviceHeight_ = shown_.adviceHeight;
}

SummaryPage SummaryCanvas::laidOut(double width) const {
    if (!summary_) return {};
    return layOutSummary(*summary_, width, PageFonts(font()), display_.unit(), adviceHeight_);
}

void SummaryCanvas::relayout() {
    shown_ = laidOut(width());
    // The scroll area asks for the height that the new page needs.
    setMinimumHeight(std::max(0, static_cast<int>(shown_.page.size.height())));
    updateGeometry();
    update();
}

int SummaryCanvas::heightForWidth(int width) const {
    return static_cast<int>(laidOut(width).page.size.height());
}

QSize SummaryCanvas::sizeHint() const { return shown_.page.size.toSize().expandedTo(QSize(320, 60)); }

void SummaryCanvas::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const Theme& theme = display_.theme();
    painter.fillRect(event->rect(), theme.background);
    if (!summary_) {
        painter.setPen(theme.muted);
        painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap,
                         instead_);
        return;
    }
    drawPage(painter, theme, PageFonts(font()), shown_.page,
             {selection_.pinned(), hovered_, hasFocus() ? current_ : std::nullopt});
}

void SummaryCanvas::resizeEvent(QResizeEvent*) { relayout(); }

void SummaryCanvas::setHovered(std::optional<std::size_t> link) {
    if (link == hovered_) return;
    hovered_ = link;
    selection_.hover(link ? shown_.page.links[*link].focus : Focus{});
    setCursor(link && shown_.page.links[*link].isActive() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void SummaryCanvas::mouseMoveEvent(QMouseEvent* event) { setHovered(shown_.page.linkAt(event->position())); }

void SummaryCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus();
    const auto link = shown_.page.linkAt(event->position());
    if (link && shown_.page.links[*link].isActive()) current_ = link;
    if (link)
        follow(PageLink(shown_.page.links[*link]));
    else
        selection_.pin({});
    update();
}

void SummaryCanvas::follow(const PageLink& link) {
    if (link.rewrite.isEmpty())
        selection_.pin(link.focus);
    else
        Q_EMIT rewriteWanted(link.rewrite);
}

void SummaryCanvas::leaveEvent(QEvent*) { setHovered(std::nullopt); }

void SummaryCanvas::step(std::size_t from, int by) {
    const auto& links = shown_.page.links;
    const auto count = static_cast<std::ptrdiff_t>(links.size());
    for (auto at = static_cast<std::ptrdiff_t>(from); at >= 0 && at < count; at += by) {
        const PageLink& link = links[static_cast<std::size_t>(at)];
        if (!link.isActive()) continue;
        current_ = static_cast<std::size_t>(at);
        setAccessibleDescription(link.name);
        selection_.hover(link.focus);
        for (QWidget* parent = parentWidget(); parent != nullptr; parent = parent->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(parent)) {
                const QPoint centre = link.rect.center().toPoint();
                area->ensureVisible(centre.x(), centre.y(), 40, 40);
                break;
            }
        update();
        return;
    }
}

void SummaryCanvas::keyPressEvent(QKeyEvent* event) {
    const std::size_t count = shown_.page.links.size();
    if (count == 0) return;
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Right: step(current_ ? *current_ + 1 : 0, 1); break;
    case Qt::Key_Up:
    case Qt::Key_Left:
        if (!current_ || *current_ > 0) step(current_ ? *current_ - 1 : 0, current_ ? -1 : 1);
        break;
    case Qt::Key_Home: step(0, 1); break;
    case Qt::Key_End: step(count - 1, -1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (current_) follow(PageLink(shown_.page.links[*current_]));
        break;
    case Qt::Key_Escape: selection_.clear(); break;
    default: QWidget::keyPressEvent(event); return;
    }
}

bool SummaryCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const auto link = shown_.page.linkAt(help->pos());
        const QString tip =
            link ? shown_.page.links[*link].name + QLatin1Char('\n') + shown_.page.links[*link].tip : QString();
        if (tip.trimmed().isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), tip.trimmed(), this);
        return true;
    }
    if (event->type() == QEvent::FontChange) relayout();
    return QWidget::event(event);
}

} // namespace warpstring::gui
