// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/search/search_hit.h"

#include <algorithm>

namespace warpstring::gui {

QString name(SearchPlace place) {
    switch (place) {
    case SearchPlace::Source: return QStringLiteral("Source");
    case SearchPlace::String: return QStringLiteral("String");
    case SearchPlace::Graph: break;
    }
    return QStringLiteral("Graph");
}

Focus focusOf(const SearchHit& hit, const ElementIndex& elements) {
    switch (hit.place) {
    case SearchPlace::Source: return elements.fromLine(hit.line);
    case SearchPlace::String: return elements.fromToken(static_cast<TokenIndex>(hit.at.row));
    case SearchPlace::Graph: break;
    }
    return hit.node.kind == NodeRef::Kind::Statement ? elements.fromStatements(hit.statements)
                                                     : elements.fromNode(hit.node);
}

std::size_t hitAfter(const std::vector<SearchHit>& hits, const SearchPosition& at, bool stays) {
    const auto found = std::find_if(hits.begin(), hits.end(),
                                    [&](const SearchHit& hit) { return stays ? hit.at >= at : hit.at > at; });
    return found != hits.end() ? static_cast<std::size_t>(found - hits.begin()) : 0;
}

std::size_t hitBefore(const std::vector<SearchHit>& hits, const SearchPosition& at) {
    const auto found =
        std::find_if(hits.rbegin(), hits.rend(), [&](const SearchHit& hit) { return hit.at < at; });
    if (found != hits.rend()) return static_cast<std::size_t>(hits.rend() - found) - 1;
    return hits.empty() ? 0 : hits.size() - 1;
}

QString countText(std::size_t hit, std::size_t hits) {
    return hits > 0 ? QStringLiteral("%1 of %2").arg(hit + 1).arg(hits) : QStringLiteral("not found");
}

} // namespace warpstring::gui
