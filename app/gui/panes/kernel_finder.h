// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens of a string or the nodes of a graph as what a FindBar looks through.
#pragma once

#include <functional>

#include "app/gui/models/search/kernel_search.h"
#include "app/gui/models/session/selection.h"
#include "app/gui/panes/finder.h"

namespace warpstring::gui {

/// A hit is pinned, and shown by whoever owns this; the next is looked for from it on.
class KernelFinder : public FindTarget {
public:
    /// `widget` is what is looked through; it and the selection outlive this.
    KernelFinder(SearchPlace place, QWidget& widget, Selection& selection,
                 std::function<void(const SearchHit&)> reveal);

    void setAnalysis(SharedAnalysis analysis);

    [[nodiscard]] std::vector<SearchHit> hits(const SearchQuery& query) override;
    [[nodiscard]] SearchPosition position() const override { return shown_; }
    void show(const SearchHit& hit) override;
    [[nodiscard]] QWidget& widget() override { return widget_; }

private:
    SearchPlace place_;
    QWidget& widget_;
    Selection& selection_;
    std::function<void(const SearchHit&)> reveal_;
    SharedAnalysis analysis_;
    KernelSearch search_;
    SearchPosition shown_;
};

} // namespace warpstring::gui
