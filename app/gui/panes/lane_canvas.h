// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of one step on the screen, with the mouse on it.
#pragma once

#include <QWidget>

#include "app/gui/drawing/display.h"
#include "app/gui/drawing/lane_picture.h"

namespace warpstring::gui {

class LaneCanvas : public QWidget {
    Q_OBJECT

public:
    explicit LaneCanvas(const Display& display, QWidget* parent = nullptr);

    void show(std::optional<LaneScene> scene);
    [[nodiscard]] const std::optional<LaneScene>& scene() const { return scene_; }
    /// Enlarges the drawing; 1 fits the width.
    void zoom(double factor);
    [[nodiscard]] double zoomFactor() const { return zoom_; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// What the mouse is on; an empty hit where it has left what it was on.
    void hovered(const warpstring::gui::LaneHit& hit);
    void warpClicked(int warp);
    /// The mouse came onto the drawing, or left it.
    void entered(bool inside);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void layOut();

    const Display& display_;
    std::optional<LaneScene> scene_;
    LaneLayout layout_; ///< points into `scene_`
    double zoom_ = 1;
};

} // namespace warpstring::gui
