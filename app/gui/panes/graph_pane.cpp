// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/graph_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/panes/find_bar.h"

namespace warpstring::gui {

GraphPane::GraphPane(PaneContext context, QWidget* parent) : Pane(QStringLiteral("Graph"), context, parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    canvas_ = new GraphCanvas(this);
    makeToolbar(column);
    notice_ = new QLabel(this);
    notice_->setWordWrap(true);
    notice_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    notice_->setMargin(8);
    column->addWidget(notice_);
    column->addWidget(canvas_, 1);
    found_.emplace(SearchPlace::Graph, *canvas_, selection(), [this](const SearchHit& hit) { showHit(hit); });
    findBar_ = new FindBar(*found_, this);
    column->addWidget(findBar_);
    setFocusProxy(canvas_);

    connect(&collapsible_, &CollapsibleGraph::layoutChanged, this, [this](bool sameShape) {
        canvas_->show(collapsible_.shown(), sameShape);
        applyMarks();
        showWanted();
    });
    connect(&collapsible_, &CollapsibleGraph::stateChanged, this, &GraphPane::applyState);
    connect(canvas_, &GraphCanvas::nodeHovered, this, [this](std::optional<std::size_t> node) {
        selection().hover(node ? collapsible_.focusOf(*node) : Focus{});
    });
    connect(canvas_, &GraphCanvas::nodeClicked, this, [this](std::size_t node) {
        clicked_ = collapsible_.focusOf(node);
        pin(node);
    });
    connect(canvas_, &GraphCanvas::nodeActivated, this, &GraphPane::activate);
    connect(canvas_, &GraphCanvas::pinAsked, this, &GraphPane::pin);
    connect(&selection(), &Selection::hoverChanged, this, &GraphPane::applyMarks);
    connect(&selection(), &Selection::pinChanged, this, [this] {
        applyMarks();
        if (!canvas_->underMouse() && !canvas_->hasFocus())
            canvas_->reveal(collapsible_.markedNodes(selection().pinned()));
    });
    connect(&display(), &Display::changed, this, &GraphPane::applyTheme);
    applyTheme();
    applyState();
}

QToolButton* GraphPane::addButton(const QString& text, const QString& hint, QLayout* row) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(hint);
    button->setAccessibleName(hint);
    button->setAutoRaise(true);
    row->addWidget(button);
    return button;
}

void GraphPane::makeToolbar(QLayout* column) {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(4, 2, 8, 2);
    row->setSpacing(2);
    weights_ =
        addButton(QStringLiteral("Weights"), QStringLiteral("How often a warp executes each region"), row);
    dependences_ = addButton(QStringLiteral("Dependences"),
                             QStringLiteral("Data dependence (dashed) and memory order (dotted)"), row);
    for (QToolButton* button : {weights_, dependences_}) {
        button->setCheckable(true);
        button->setChecked(true);
        connect(button, &QToolButton::toggled, this, &GraphPane::applyLayers);
    }
    const auto act = [&](const QString& text, const QString& hint, auto slot) {
        connect(addButton(text, hint, row), &QToolButton::clicked, this, slot);
    };
    act(QStringLiteral("Collapse"), QStringLiteral("Collapse all regions"),
        [this] { collapsible_.collapseAll(); });
    act(QStringLiteral("Expand"), QStringLiteral("Open as many regions as can be drawn at once"),
        [this] { collapsible_.openWhatFits(); });
    act(QStringLiteral("−"), QStringLiteral("Zoom out (−)"), [this] { canvas_->zoomBy(0.8); });
    act(QStringLiteral("+"), QStringLiteral("Zoom in (+)"), [this] { canvas_->zoomBy(1.25); });
    act(QStringLiteral("Fit"), QStringLiteral("Show all of the graph (0)"), [this] { canvas_->fit(); });
    row->addStretch(1);
    summary_ = new QLabel(bar);
    row->addWidget(summary_);
    column->addWidget(bar);
}

void GraphPane::analysisChanged() {
    collapsible_.show(analysis());
    found_->setAnalysis(analysis());
    wanted_.reset();
}

Finder* GraphPane::finder() { return findBar_; }

void GraphPane::showHit(const SearchHit& hit) {
    wanted_ = hit.node;
    showWanted();
}

void GraphPane::showWanted() {
    const auto graph = collapsible_.shown();
    if (!wanted_ || !graph || graph->analysis != analysis()) return;
    const auto node = nodeFor(graph->layout, *wanted_);
    wanted_.reset();
    if (node) canvas_->showNode(*node);
}

QString GraphPane::cliCommand() const { return commandLine(QStringLiteral("pdg"), QStringLiteral("-f svg")); }

std::optional<Picture> GraphPane::picture() const {
    const auto graph = collapsible_.shown();
    if (!graph) return std::nullopt;
    const GraphLayers layers = canvas_->graphScene().layers();
    Picture picture;
    picture.title = QStringLiteral("Program dependence graph of %1")
                        .arg(QString::fromStdString(graph->analysis->pdg->kernel));
    picture.size = QSizeF(graph->layout.width + 2 * graphMargin, graph->layout.height + 2 * graphMargin);
    picture.paint = [graph, layers](QPainter& painter, const Theme& colours, const QSizeF& size) {
        drawGraph(painter, graph->layout, colours, layers, size);
    };
    return picture;
}

void GraphPane::applyTheme() {
    canvas_->graphScene().setTheme(theme());
    QPalette muted = summary_->palette();
    muted.setColor(QPalette::WindowText, theme().muted);
    summary_->setPalette(muted);
    applyState();
}

void GraphPane::applyMarks() {
    canvas_->graphScene().setMarks(collapsible_.markedNodes(selection().hovered()),
                                   collapsible_.markedNodes(selection().pinned()));
}

void GraphPane::applyLayers() {
    canvas_->graphScene().setLayers({weights_->isChecked(), dependences_->isChecked()});
}

void GraphPane::applyState() {
    summary_->setText(collapsible_.busy() ? QStringLiteral("laying out …") : collapsible_.summary());
    const bool failed = !collapsible_.diagnostics().empty();
    QString text;
    if (failed)
        text = QString::fromStdString(toText(collapsible_.diagnostics().front()));
    else if (!collapsible_.shown() && !collapsible_.busy())
        text = QStringLiteral("Open a kernel to see its program dependence graph.");
    QPalette colours = notice_->palette();
    colours.setColor(QPalette::WindowText, failed ? theme().error : theme().muted);
    notice_->setPalette(colours);
    notice_->setText(text);
    notice_->setVisible(!text.isEmpty());
}

void GraphPane::activate(std::size_t node) {
    const auto graph = collapsible_.shown();
    if (!graph || node >= graph->layout.nodes.size()) return;
    const NodeRef element = graph->layout.nodes[node].drawn.node;
    if (element.kind != NodeRef::Kind::Region || !collapsible_.canToggle(element.region())) {
        pin(node);
        return;
    }
    // The first click of a double click has pinned the region; that was not meant.
    if (!clicked_.empty() && selection().pinned() == clicked_) selection().pin(clicked_);
    clicked_ = {};
    collapsible_.toggle(element.region());
}

void GraphPane::pin(std::size_t node) { selection().pin(collapsible_.focusOf(node)); }

} // namespace warpstring::gui
