// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/graphviz_session.h"

namespace warpstring::pdg_export {

namespace {

/// Layout time grows faster than the square: 3000 nodes take 5 to 10 seconds, 10000 about a minute.
constexpr int mostNodes = 3000;

/// Graphviz keeps parser, fonts and errors in globals, and its callback for errors bears no user data.
std::mutex graphvizInUse;
std::string graphvizSaid;

int collect(char* text) {
    graphvizSaid += text;
    return 0;
}

struct FreeContext {
    void operator()(GVC_t* context) const { gvFreeContext(context); }
};

/// One for the process: its Pango plugin remembers the font used last and compares with it after the context
/// that owned the font's name is gone (Graphviz 2.42). Null when there are no plugins.
GVC_t* graphviz() {
    static const std::unique_ptr<GVC_t, FreeContext> context(gvContext());
    return context.get();
}

Diagnostic tooLarge(int nodes) {
    return {"pdg.svg-failed",
            Severity::Error,
            {},
            "the graph has " + std::to_string(nodes) + " nodes, more than the " + std::to_string(mostNodes) +
                " that are laid out in seconds",
            "print it as a text tree, or build it in source shape so that loops stay loops"};
}

} // namespace

GraphvizSession::GraphvizSession() : lock_(graphvizInUse), reportedBefore_(agseterrf(collect)) {
    graphvizSaid.clear();
}

GraphvizSession::~GraphvizSession() {
    if (laidOut_) gvFreeLayout(context(), graph_); // hangs on the graph and goes before it
    if (graph_ != nullptr) agclose(graph_);
    agseterrf(reportedBefore_);
}

GVC_t* GraphvizSession::context() const { return graphviz(); }

std::optional<Diagnostic> GraphvizSession::layOut(const std::string& dot) {
    if (context() == nullptr) return failure("load its plugins for");
    graph_ = agmemread(dot.c_str());
    if (graph_ == nullptr) return failure("read");
    if (agnnodes(graph_) > mostNodes) return tooLarge(agnnodes(graph_));
    laidOut_ = gvLayout(context(), graph_, "dot") == 0;
    if (!laidOut_) return failure("lay out");
    return std::nullopt;
}

Diagnostic GraphvizSession::failure(const std::string& step) {
    std::string message = "Graphviz could not " + step + " the graph";
    while (!graphvizSaid.empty() && graphvizSaid.back() == '\n') graphvizSaid.pop_back();
    if (!graphvizSaid.empty()) message += ": " + graphvizSaid;
    return {"pdg.svg-failed",
            Severity::Error,
            {},
            std::move(message),
            "write the graph as DOT or as a text tree, which need no Graphviz"};
}

} // namespace warpstring::pdg_export
