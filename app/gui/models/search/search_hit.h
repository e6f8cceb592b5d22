// SPDX-License-Identifier: GPL-3.0-or-later
// What is looked for, and what is found of it: in the source, in the string, in the graph.
#pragma once

#include <QString>
#include <array>
#include <compare>
#include <vector>

#include "app/gui/models/session/element_index.h"

namespace warpstring::gui {

enum class SearchPlace { Source, String, Graph };
inline constexpr std::array searchPlaces{SearchPlace::Source, SearchPlace::String, SearchPlace::Graph};
/// "Source", "String", "Graph".
[[nodiscard]] QString name(SearchPlace place);

struct SearchQuery {
    QString text; ///< nothing is found of an empty one
    bool caseMatters = false;
};

/// Where a hit stands among those of its place, in the order in which they are read.
struct SearchPosition {
    int row = 0;    ///< line from 1, token or node
    int column = 0; ///< of the line, in characters from 0; 0 for what is no text
    friend auto operator<=>(const SearchPosition&, const SearchPosition&) = default;
};

struct SearchHit {
    SearchPlace place = SearchPlace::Source;
    SearchPosition at;
    int length = 0;                      ///< characters; of the source alone
    int line = 0;                        ///< of the kernel's own source; 0: it has none
    QString text;                        ///< the line, the token, the node, for people
    NodeRef node;                        ///< of the graph alone: of a run of statements the first
    std::vector<StatementId> statements; ///< of the graph alone: of a run all
};

/// What a click on the hit would pin.
[[nodiscard]] Focus focusOf(const SearchHit& hit, const ElementIndex& elements);

/// Which hit follows a position; hits are those of one place in their order. With `stays` one at the position
/// itself counts. Behind the last comes the first, and the other way round. Of no hits: 0.
[[nodiscard]] std::size_t hitAfter(const std::vector<SearchHit>& hits, const SearchPosition& at, bool stays);
[[nodiscard]] std::size_t hitBefore(const std::vector<SearchHit>& hits, const SearchPosition& at);

/// "3 of 17", "not found". Counts from 0.
[[nodiscard]] QString countText(std::size_t hit, std::size_t hits);

} // namespace warpstring::gui
