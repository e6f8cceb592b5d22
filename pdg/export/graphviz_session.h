// SPDX-License-Identifier: GPL-3.0-or-later
// Graphviz in this process, which keeps its state in globals: one thread at a time, one context for all.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include "core/diagnostic.h"

namespace warpstring::pdg_export {

/// Holds Graphviz for this thread while it lives, with the errors that it reports and at most one laid out
/// graph. Two at once in one thread would wait for each other for ever.
class GraphvizSession {
public:
    GraphvizSession();
    ~GraphvizSession();
    GraphvizSession(const GraphvizSession&) = delete;
    GraphvizSession& operator=(const GraphvizSession&) = delete;

    /// Reads `dot` and gives its elements places; says why not. Call it once. Fails with pdg.svg-failed, which
    /// bears what Graphviz said, and for graphs of thousands of nodes, whose layout takes minutes.
    [[nodiscard]] std::optional<Diagnostic> layOut(const std::string& dot);

    /// pdg.svg-failed: "Graphviz could not <step> the graph" and what it said.
    [[nodiscard]] static Diagnostic failure(const std::string& step);

    [[nodiscard]] GVC_t* context() const;
    [[nodiscard]] Agraph_t* graph() const { return graph_; } ///< null before layOut

private:
    std::unique_lock<std::mutex> lock_;
    agusererrf reportedBefore_;
    Agraph_t* graph_ = nullptr;
    bool laidOut_ = false;
};

} // namespace warpstring::pdg_export
