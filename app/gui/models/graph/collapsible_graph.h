// SPDX-License-Identifier: GPL-3.0-or-later
// The graph of an analysis laid out with some of its regions collapsed, and what a selection marks in it.
#pragma once

#include <QObject>
#include <memory>
#include <set>
#include <vector>

#include "app/gui/models/background_task.h"
#include "app/gui/models/session/analysis.h"
#include "pdg/export/graph_layout.h"

namespace warpstring::gui {

/// A layout and what it is of.
struct ShownGraph {
    SharedAnalysis analysis;
    std::set<RegionId> collapsed;
    pdg_export::GraphLayout layout;
    std::size_t allNodes = 0; ///< with no region collapsed
};

/// Lays out on a thread of its own, the latest request only. What is shown stays until its successor is there.
class CollapsibleGraph : public QObject {
    Q_OBJECT

public:
    /// Nodes of a first picture, which Graphviz lays out in a tenth of a second: larger graphs begin with
    /// regions collapsed.
    static constexpr std::size_t mostNodesAtFirst = 250;

    explicit CollapsibleGraph(QObject* parent = nullptr) : QObject(parent) {}

    /// Where the kernel and its regions are the same as before, the same regions stay collapsed. nullptr:
    /// nothing is shown.
    void show(SharedAnalysis analysis);

    /// nullptr before the first layout.
    [[nodiscard]] const std::shared_ptr<const ShownGraph>& shown() const { return shown_; }
    /// Why the latest request gave no layout; empty where it did.
    [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
    [[nodiscard]] bool busy() const { return requested_ != received_; }
    /// The regions that are collapsed as it was last asked for, which may not be shown yet.
    [[nodiscard]] const std::set<RegionId>& collapsed() const { return collapsed_; }

    /// Whether there is anything below a region.
    [[nodiscard]] bool canToggle(RegionId region) const;
    void toggle(RegionId region);
    /// Opens as many regions as fit: all of them where the graph is small.
    void openWhatFits();
    /// Leaves one node for each region that lies directly below the entry.
    void collapseAll();

    /// By node of the layout: whether it stands for an element of the focus.
    [[nodiscard]] std::vector<bool> markedNodes(const Focus& focus) const;
    /// What belongs to a node of the layout; empty for a position that does not exist.
    [[nodiscard]] Focus focusOf(std::size_t node) const;
    /// "48 of 387 nodes", "48 nodes".
    [[nodiscard]] QString summary() const;

Q_SIGNALS:
    /// shown() is another one. `sameShape`: of a kernel whose regions are those of the graph before.
    void layoutChanged(bool sameShape);
    /// busy() or diagnostics() changed.
    void stateChanged();

private:
    void request();
    void receive(quint64 revision, Result<ShownGraph> graph);

    SharedAnalysis analysis_;
    std::set<RegionId> collapsed_;
    std::shared_ptr<const ShownGraph> shown_;
    Diagnostics diagnostics_;
    quint64 requested_ = 0, received_ = 0;
    BackgroundTask task_; ///< last: ends before what it uses
};

/// Whether two graphs are of one kernel and have the same tree of regions, so that their ids mean the same.
[[nodiscard]] bool sameRegions(const Pdg& a, const Pdg& b);

} // namespace warpstring::gui
