// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of a timeline that is zoomed, moved, measured and walked through.
#pragma once

#include <QAbstractScrollArea>
#include <memory>

#include "app/gui/drawing/timeline_drawing.h"
#include "app/gui/panes/pane.h"

namespace warpstring::gui {

/// Wheel: zoom at the pointer, with Shift sideways. Drag: move; with Shift: measure a span. Click: pin. Keys:
/// arrows move, + and - zoom, 0 fits, Shift and arrows measure, Ctrl and arrows go from operation to operation,
/// Enter pins, Escape lets go.
class TimelineCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit TimelineCanvas(Display& display, QWidget* parent = nullptr);

    /// nullptr: the canvas is empty. A window that showed a part of the same kernel on the same device stays.
    void setTimeline(std::shared_ptr<const TimelineIndex> timelineIndex);
    void setSchedules(std::shared_ptr<const GroupSchedules> schedules);
    void setMarks(TimelineMarks hovered, TimelineMarks pinned);

    [[nodiscard]] const TimeWindow& window() const { return scene_.window; }
    void showWindow(double from, double to);
    /// All operations; where that is shown already, the schedules of work-groups as well.
    void fit();
    /// Whether all operations are shown.
    [[nodiscard]] bool fitted() const;
    void zoom(double factor);
    [[nodiscard]] const std::optional<TimelineHit>& hit() const { return scene_.hit; }
    [[nodiscard]] const std::optional<std::pair<double, double>>& span() const { return scene_.span; }
    void setSpan(std::optional<std::pair<double, double>> span);

    /// What is drawn, for an export. Its pointers are this widget's.
    [[nodiscard]] const TimelineScene& scene() const { return scene_; }
    /// The layout of the content as it is seen; for tests.
    [[nodiscard]] const TimelineLayout& timelineLayout() const { return layout_; }
    /// The middle of what a row does in a cycle, in the viewport.
    [[nodiscard]] QPointF pointOf(std::size_t row, double cycle) const;

    [[nodiscard]] QSize sizeHint() const override { return {760, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 120}; }

Q_SIGNALS:
    void windowChanged();
    void spanChanged();
    void hitChanged();
    /// What is under the pointer was clicked or entered; nothing where there is nothing.
    void pinAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Drag { None, Pressed, Move, Measure };

    void relayout();
    void windowMoved();
    void setHit(std::optional<TimelineHit> hit);
    [[nodiscard]] std::optional<TimelineHit> hitAt(const QPointF& point) const;
    [[nodiscard]] double cycleAt(double x) const { return layout_.cycle(x, scene_.window); }
    bool walk(int key);
    bool measure(int key);
    void showHit();

    Display& display_;
    std::shared_ptr<const TimelineIndex> timelineIndex_;
    std::shared_ptr<const GroupSchedules> schedules_;
    TimelineScene scene_;
    TimelineLayout layout_;
    Drag drag_ = Drag::None;
    QPointF pressed_;
    TimeWindow windowAtPress_;
    int scrollAtPress_ = 0;
    bool settingBar_ = false;
};

} // namespace warpstring::gui
