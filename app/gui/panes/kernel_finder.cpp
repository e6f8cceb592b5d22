// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/kernel_finder.h"

namespace warpstring::gui {

KernelFinder::KernelFinder(SearchPlace place, QWidget& widget, Selection& selection,
                           std::function<void(const SearchHit&)> reveal)
    : place_(place), widget_(widget), selection_(selection), reveal_(std::move(reveal)) {}

void KernelFinder::setAnalysis(SharedAnalysis analysis) {
    analysis_ = std::move(analysis);
    search_.setAnalysis(analysis_);
}

std::vector<SearchHit> KernelFinder::hits(const SearchQuery& query) {
    return place_ == SearchPlace::String ? search_.tokens(query) : search_.nodes(query);
}

void KernelFinder::show(const SearchHit& hit) {
    shown_ = hit.at;
    if (analysis_) selection_.hold(focusOf(hit, analysis_->elements));
    reveal_(hit);
}

} // namespace warpstring::gui
