// SPDX-License-Identifier: GPL-3.0-or-later
// The view onto the graph: zoom, pan, mouse and keys.
#pragma once

#include <QGraphicsView>
#include <memory>
#include <optional>

#include "app/gui/models/graph/graph_navigation.h"
#include "app/gui/panes/graph_scene.h"

namespace warpstring::gui {

class GraphCanvas : public QGraphicsView {
    Q_OBJECT

public:
    explicit GraphCanvas(QWidget* parent = nullptr);

    [[nodiscard]] GraphScene& graphScene() { return scene_; }

    /// `keepView`: zoom stays, and so does the place of the current node, else of the one in the middle.
    void show(std::shared_ptr<const ShownGraph> graph, bool keepView);

    [[nodiscard]] double zoom() const { return transform().m11(); }
    void zoomBy(double factor);
    /// All of the graph.
    void fit();
    /// Scrolls to the first of the marked nodes unless one of them can be seen.
    void reveal(const std::vector<bool>& marked);
    /// Makes a node the keyboard's place, where and as large as it can be read.
    void showNode(std::size_t node);

Q_SIGNALS:
    /// Under the mouse, or where the keyboard went; nothing when the mouse leaves.
    void nodeHovered(std::optional<std::size_t> node);
    void nodeClicked(std::size_t node);
    /// A double click, Space or Enter.
    void nodeActivated(std::size_t node);
    /// P: pin whatever the node is.
    void pinAsked(std::size_t node);

protected:
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void goTo(std::size_t node);
    void hover(std::optional<std::size_t> node);
    [[nodiscard]] std::optional<std::size_t> nodeUnder(const QPoint& at) const;

    GraphScene scene_;
    bool untouched_ = true; ///< nobody has zoomed or moved: all is shown, whatever the window's size
    std::optional<std::size_t> hovered_;
    QPoint pressedAt_;
    bool mayBeClick_ = false;
};

} // namespace warpstring::gui
