// SPDX-License-Identifier: GPL-3.0-or-later
// A chart on the screen: hover tells a launch's values, a click chooses it, the wheel zooms.
#pragma once

#include <QChartView>
#include <optional>

#include "app/gui/charts/chart.h"

namespace warpstring::gui {

/// Arrow keys walk from mark to mark, Enter chooses, + and - zoom, 0 shows everything. Of rows the wheel
/// scrolls and Ctrl with the wheel zooms; dragging moves what is shown.
class ChartView : public QChartView {
    Q_OBJECT

public:
    explicit ChartView(const Theme& theme, QWidget* parent = nullptr);
    ~ChartView() override;

    /// What is shown stays where the axes stay the same.
    void setData(const charts::ChartData& data);
    [[nodiscard]] const charts::ChartData& data() const { return shown_->data(); }
    void setTheme(const Theme& theme);
    [[nodiscard]] Chart& shown() const { return *shown_; }

public Q_SLOTS:
    void zoom(double factor);
    void resetZoom();

Q_SIGNALS:
    /// ChartPoint::launch of what was clicked.
    void launchChosen(std::size_t launch);
    /// -1: the mouse is on none.
    void launchHovered(qint64 launch);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void hover(const std::optional<ChartMark>& mark, bool tell);
    void zoomAt(const QPointF& position, double factor);
    void scroll(double across, double up);
    void walk(int steps);

    const Theme* theme_;
    Chart* shown_ = nullptr; ///< QChartView owns it
    std::optional<ChartMark> hovered_;
    std::optional<QPointF> pressed_;
    ChartWindow pressedWindow_;
    bool dragged_ = false, fitted_ = true;
};

} // namespace warpstring::gui
