// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/variant_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "app/gui/models/qt_text.h"

namespace warpstring::gui {

VariantCanvas::VariantCanvas(Display& display, VariantChoice& choice, VariantView view, QWidget* parent)
    : QWidget(parent), display_(display), choice_(choice), view_(view) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&display_, &Display::changed, this, &VariantCanvas::layOut);
    connect(&choice_, &VariantChoice::changed, this, qOverload<>(&QWidget::update));
    connect(&choice_, &VariantChoice::hoverChanged, this, qOverload<>(&QWidget::update));
}

void VariantCanvas::setPlot(SharedVariantPlot plot) {
    plot_ = std::move(plot);
    layOut();
}

void VariantCanvas::setAxis(std::size_t axis) {
    axis_ = axis;
    layOut();
}

void VariantCanvas::layOut() {
    painted_ = {};
    drawing_ = plot_ ? std::make_unique<VariantDrawing>(plot_, view_, axis_, font(), QSizeF(size())) : nullptr;
    update();
}

void VariantCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = display_.theme();
    if (!drawing_) {
        painter.fillRect(rect(), theme.background);
        return;
    }
    if (painted_.isNull()) {
        painted_ = QPixmap(size() * devicePixelRatioF());
        painted_.setDevicePixelRatio(devicePixelRatioF());
        QPainter once(&painted_);
        drawing_->paint(once, theme);
    }
    painter.drawPixmap(0, 0, painted_);
    if (choice_.chosen()) drawing_->paintMark(painter, theme, *choice_.chosen(), true);
    if (choice_.hovered()) drawing_->paintMark(painter, theme, *choice_.hovered(), false);
    if (!hasFocus()) return;
    painter.setPen(theme.accent);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void VariantCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void VariantCanvas::mouseMoveEvent(QMouseEvent* event) {
    choice_.hover(drawing_ ? drawing_->variantAt(event->position()) : std::nullopt);
    const PlottedVariant* variant = choice_.hovered() && plot_ ? plot_->find(*choice_.hovered()) : nullptr;
    if (variant != nullptr)
        QToolTip::showText(event->globalPosition().toPoint(), toQString(plot_->textOf(*variant)), this);
    else
        QToolTip::hideText();
}

void VariantCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !drawing_) return;
    if (const auto id = drawing_->variantAt(event->position())) choice_.choose(id);
}

void VariantCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && drawing_ && drawing_->variantAt(event->position())) Q_EMIT taken();
}

void VariantCanvas::keyPressEvent(QKeyEvent* event) {
    if (!plot_) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left: choice_.choose(plot_->step(choice_.chosen(), -1)); break;
    case Qt::Key_Right: choice_.choose(plot_->step(choice_.chosen(), 1)); break;
    case Qt::Key_Home: choice_.choose(plot_->step(std::nullopt, 0)); break;
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT taken(); break;
    default: QWidget::keyPressEvent(event);
    }
}

void VariantCanvas::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    choice_.hover(std::nullopt);
}

void VariantCanvas::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) layOut();
}

} // namespace warpstring::gui
