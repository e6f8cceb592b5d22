// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/svg.h"

#include <memory>
#include <mutex>

#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include "pdg/export/dot.h"

namespace warpstring {

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

/// Graphviz reports to `graphvizSaid` instead of stderr while this lives.
class CollectedErrors {
public:
    CollectedErrors() : before_(agseterrf(collect)) { graphvizSaid.clear(); }
    ~CollectedErrors() { agseterrf(before_); }
    CollectedErrors(const CollectedErrors&) = delete;
    CollectedErrors& operator=(const CollectedErrors&) = delete;

private:
    agusererrf before_;
};

struct FreeContext {
    void operator()(GVC_t* context) const { gvFreeContext(context); }
};

/// One for the process: its Pango plugin remembers the font used last and compares with it after the context
/// that owned the font's name is gone (Graphviz 2.42). Null when there are no plugins.
GVC_t* graphviz() {
    static const std::unique_ptr<GVC_t, FreeContext> context(gvContext());
    return context.get();
}

struct CloseGraph {
    void operator()(Agraph_t* graph) const { agclose(graph); }
};
struct FreeData {
    void operator()(char* data) const { gvFreeRenderData(data); }
};

/// A layout hangs on the graph and goes before it.
class Layout {
public:
    Layout(GVC_t* context, Agraph_t* graph) : context_(context), graph_(graph) {
        done_ = gvLayout(context, graph, "dot") == 0;
    }
    ~Layout() {
        if (done_) gvFreeLayout(context_, graph_);
    }
    Layout(const Layout&) = delete;
    Layout& operator=(const Layout&) = delete;
    [[nodiscard]] bool done() const { return done_; }

private:
    GVC_t* context_;
    Agraph_t* graph_;
    bool done_ = false;
};

Diagnostic tooLarge(int nodes) {
    return {"pdg.svg-failed",
            Severity::Error,
            {},
            "the graph has " + std::to_string(nodes) + " nodes, more than the " + std::to_string(mostNodes) +
                " that are laid out in seconds",
            "print it as a text tree, or build it in source shape so that loops stay loops"};
}

Diagnostic failure(const std::string& step) {
    std::string message = "Graphviz could not " + step + " the graph";
    while (!graphvizSaid.empty() && graphvizSaid.back() == '\n') graphvizSaid.pop_back();
    if (!graphvizSaid.empty()) message += ": " + graphvizSaid;
    return {"pdg.svg-failed",
            Severity::Error,
            {},
            std::move(message),
            "write the graph as DOT or as a text tree, which need no Graphviz"};
}

} // namespace

Result<std::string> toSvg(const Pdg& pdg) {
    const std::string dot = toDot(pdg);
    const std::lock_guard lock(graphvizInUse);
    const CollectedErrors errors;
    GVC_t* const context = graphviz();
    if (context == nullptr) return failure("load its plugins for");
    const std::unique_ptr<Agraph_t, CloseGraph> graph(agmemread(dot.c_str()));
    if (graph == nullptr) return failure("read");
    if (agnnodes(graph.get()) > mostNodes) return tooLarge(agnnodes(graph.get()));
    const Layout layout(context, graph.get());
    if (!layout.done()) return failure("lay out");
    char* data = nullptr;
    unsigned length = 0;
    const int code = gvRenderData(context, graph.get(), "svg", &data, &length);
    const std::unique_ptr<char, FreeData> rendered(data);
    if (code != 0 || data == nullptr || length == 0) return failure("draw");
    return std::string(data, length);
}

} // namespace warpstring
