// SPDX-License-Identifier: GPL-3.0-or-later
// The program dependence graph, linked with source and string.
#pragma once

#include "app/gui/models/graph/collapsible_graph.h"
#include "app/gui/panes/graph_canvas.h"
#include "app/gui/panes/kernel_finder.h"
#include "app/gui/panes/pane.h"

class QLabel;
class QToolButton;

namespace warpstring::gui {

class FindBar;

class GraphPane : public Pane {
    Q_OBJECT

public:
    explicit GraphPane(PaneContext context, QWidget* parent = nullptr);

    [[nodiscard]] QString cliCommand() const override;
    [[nodiscard]] std::optional<Picture> picture() const override;

    [[nodiscard]] CollapsibleGraph& graph() { return collapsible_; }
    [[nodiscard]] GraphCanvas& canvas() { return *canvas_; }
    [[nodiscard]] Finder* finder() override;
    /// Scrolls to a node that was found, or what it is collapsed into, as soon as it is laid out.
    void showHit(const SearchHit& hit);

protected:
    void analysisChanged() override;

private:
    QToolButton* addButton(const QString& text, const QString& hint, QLayout* row);
    void makeToolbar(QLayout* column);
    void applyTheme();
    void applyMarks();
    void applyLayers();
    void applyState();
    void activate(std::size_t node);
    void pin(std::size_t node);
    void showWanted();

    CollapsibleGraph collapsible_;
    GraphCanvas* canvas_ = nullptr;
    QToolButton* weights_ = nullptr;
    QToolButton* dependences_ = nullptr;
    QLabel* summary_ = nullptr;
    QLabel* notice_ = nullptr;      ///< what to do, or what is wrong
    Focus clicked_;                 ///< pinned by the click that may become a double click
    std::optional<NodeRef> wanted_; ///< to be scrolled to, which is not laid out yet
    std::optional<KernelFinder> found_;
    FindBar* findBar_ = nullptr;
};

} // namespace warpstring::gui
