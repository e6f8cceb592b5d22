// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of a search on the screen: pointed at, chosen, walked through.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <memory>

#include "app/gui/drawing/display.h"
#include "app/gui/drawing/variant_drawing.h"
#include "app/gui/models/tune/variant_choice.h"

namespace warpstring::gui {

/// The mouse over a variant points at it, a click chooses it, a double click or Enter takes it. Left and Right
/// go to the next faster and slower one, Home to the fastest. What does not change is painted once.
class VariantCanvas : public QWidget {
    Q_OBJECT

public:
    VariantCanvas(Display& display, VariantChoice& choice, VariantView view, QWidget* parent = nullptr);

    /// nullptr: nothing is shown.
    void setPlot(SharedVariantPlot plot);
    /// Of the scatter: the axis that times are drawn over.
    void setAxis(std::size_t axis);
    [[nodiscard]] std::size_t axis() const { return axis_; }
    [[nodiscard]] const SharedVariantPlot& plot() const { return plot_; }
    /// As it is seen; null where there is nothing.
    [[nodiscard]] const VariantDrawing* drawing() const { return drawing_.get(); }

    [[nodiscard]] QSize sizeHint() const override { return {500, 220}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 110}; }

Q_SIGNALS:
    /// The chosen variant is to be applied.
    void taken();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();

    Display& display_;
    VariantChoice& choice_;
    VariantView view_;
    SharedVariantPlot plot_;
    std::size_t axis_ = 0;
    std::unique_ptr<VariantDrawing> drawing_;
    QPixmap painted_; ///< the drawing without marks; null: to be painted
};

} // namespace warpstring::gui
