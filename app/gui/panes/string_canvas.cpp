// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/string_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>
#include <algorithm>

#include "app/gui/models/string/token_details.h"
#include "app/gui/panes/string_drawing.h"

namespace warpstring::gui {

StringCanvas::StringCanvas(Selection& selection, Display& display, QWidget* parent)
    : QWidget(parent), selection_(selection), display_(display) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("Token string"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&selection_, &Selection::hoverChanged, this, qOverload<>(&QWidget::update));
    connect(&selection_, &Selection::pinChanged, this, qOverload<>(&QWidget::update));
    connect(&display_, &Display::changed, this, [this] {
        if (display_.foldsUnrolled() != folds_) showString();
        update();
    });
}

void StringCanvas::setAnalysis(SharedAnalysis analysis) {
    analysis_ = std::move(analysis);
    showString();
}

/// As it is to be shown now. The token where the keyboard is stays, if it is still there.
void StringCanvas::showString() {
    const bool refolds = folds_ != display_.foldsUnrolled();
    const auto token =
        current_ && refolds ? std::optional(shown_.tokens[*current_].copies.front()) : std::nullopt;
    folds_ = display_.foldsUnrolled();
    shown_ = analysis_ ? shownString(*analysis_, folds_) : ShownString{};
    cycles_ = analysis_ ? shown_.cycles(*analysis_) : std::vector<double>{};
    page_ = {};
    if (token && *token < shown_.places.size())
        setCurrent(shown_.places[*token]);
    else if (current_ && *current_ >= shown_.tokens.size())
        setCurrent(std::nullopt);
    // What to show first: where most of the time goes.
    if (!current_ && !cycles_.empty())
        setCurrent(static_cast<ShownIndex>(std::max_element(cycles_.begin(), cycles_.end()) - cycles_.begin()));
    relayout();
}

void StringCanvas::setWidths(TokenWidth by) {
    widths_ = by;
    relayout();
}

StringPage StringCanvas::laidOut(double width) const {
    if (!analysis_) return {};
    return layOutString(*analysis_, shown_, cycles_, width, widths_, stringMetrics(font()));
}

void StringCanvas::relayout() {
    page_ = laidOut(width());
    // The scroll area asks for the height that the new page needs.
    setMinimumHeight(std::max(0, static_cast<int>(page_.size.height())));
    updateGeometry();
    update();
}

int StringCanvas::heightForWidth(int width) const { return static_cast<int>(laidOut(width).size.height()); }

QSize StringCanvas::sizeHint() const { return page_.size.toSize().expandedTo(QSize(320, 60)); }

Focus StringCanvas::focusOn(std::optional<ShownIndex> token) const {
    return token && analysis_ ? analysis_->elements.fromTokens(shown_.tokens[*token].copies) : Focus{};
}

void StringCanvas::setCurrent(std::optional<ShownIndex> token) {
    if (token == current_) return;
    current_ = token;
    if (current_ && hasFocus() && analysis_) selection_.hover(focusOn(current_));
    Q_EMIT currentChanged();
    update();
}

void StringCanvas::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = display_.theme();
    painter.fillRect(event->rect(), theme.background);
    if (!analysis_) return;
    drawString(painter, theme, *analysis_, shown_, page_,
               {selection_.hovered(), selection_.pinned(), hasFocus() ? current_ : std::nullopt},
               event->rect());
}

void StringCanvas::resizeEvent(QResizeEvent*) { relayout(); }

void StringCanvas::mouseMoveEvent(QMouseEvent* event) {
    const auto token = page_.at(event->position());
    selection_.hover(focusOn(token));
    if (token) setCurrent(token);
}

void StringCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus();
    const auto token = page_.at(event->position());
    if (token) setCurrent(token);
    if (analysis_) selection_.pin(focusOn(token));
}

void StringCanvas::leaveEvent(QEvent*) { selection_.hover({}); }

void StringCanvas::keyPressEvent(QKeyEvent* event) {
    if (!analysis_ || page_.boxes.empty()) return;
    const ShownIndex last = page_.boxes.size() - 1;
    const ShownIndex at = current_.value_or(0);
    switch (event->key()) {
    case Qt::Key_Left: setCurrent(at > 0 ? at - 1 : 0); break;
    case Qt::Key_Right: setCurrent(current_ ? std::min(at + 1, last) : 0); break;
    case Qt::Key_Up: setCurrent(page_.above(at)); break;
    case Qt::Key_Down: setCurrent(page_.below(at)); break;
    case Qt::Key_Home: setCurrent(0); break;
    case Qt::Key_End: setCurrent(last); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (current_) selection_.pin(focusOn(current_));
        break;
    case Qt::Key_Escape: selection_.clear(); break;
    default: QWidget::keyPressEvent(event); return;
    }
    scrollToCurrent();
}

void StringCanvas::goTo(TokenIndex token) {
    if (token >= shown_.places.size()) return;
    setCurrent(shown_.places[token]);
    scrollToCurrent();
}

void StringCanvas::scrollToCurrent() {
    if (!current_ || *current_ >= page_.boxes.size()) return;
    for (QWidget* parent = parentWidget(); parent != nullptr; parent = parent->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(parent)) {
            const QPoint centre = page_.boxes[*current_].rect.center().toPoint();
            area->ensureVisible(centre.x(), centre.y(), 40, 40);
            break;
        }
}

bool StringCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && analysis_) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const auto token = page_.at(help->pos()))
            QToolTip::showText(help->globalPos(), tokenTitle(*analysis_, shown_.tokens[*token].copies), this);
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::FontChange) relayout();
    return QWidget::event(event);
}

} // namespace warpstring::gui
