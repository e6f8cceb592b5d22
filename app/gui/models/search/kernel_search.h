// SPDX-License-Identifier: GPL-3.0-or-later
// Which tokens of a string and which nodes of a graph are meant by a text.
#pragma once

#include <optional>

#include "app/gui/models/search/search_hit.h"
#include "app/gui/models/session/analysis.h"

namespace warpstring::gui {

/// A token is found by its notation ("G_4", "~M" for a store), kind, line, buffer and operations; a node by
/// what stands in it, its buffer and its id ("statement_7"). A number at the end of the query is a whole one:
/// "line 1" is not on line 12.
class KernelSearch {
public:
    /// nullptr: nothing is found.
    void setAnalysis(SharedAnalysis analysis);

    [[nodiscard]] std::vector<SearchHit> tokens(const SearchQuery& query);
    [[nodiscard]] std::vector<SearchHit> nodes(const SearchQuery& query);

private:
    struct Candidate {
        SearchHit hit;
        QString words; ///< a line for each thing that it is found by
    };
    [[nodiscard]] static std::vector<SearchHit> matching(const std::vector<Candidate>& candidates,
                                                         const SearchQuery& query);
    [[nodiscard]] static std::vector<Candidate> tokensOf(const Analysis& analysis);
    [[nodiscard]] static std::vector<Candidate> nodesOf(const Analysis& analysis);

    SharedAnalysis analysis_;
    std::optional<std::vector<Candidate>> tokens_, nodes_; ///< of the analysis, once they were asked for
};

} // namespace warpstring::gui
