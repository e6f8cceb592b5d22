// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/svg.h"

#include <memory>

#include "pdg/export/dot.h"
#include "pdg/export/graphviz_session.h"

namespace warpstring::pdg_export {

namespace {

struct FreeData {
    void operator()(char* data) const { gvFreeRenderData(data); }
};

} // namespace

Result<std::string> toSvg(const Pdg& pdg) { return drawnDot(toDot(pdg)); }

Result<std::string> drawnDot(const std::string& dot) {
    GraphvizSession session;
    if (auto failure = session.layOut(dot)) return *std::move(failure);
    char* data = nullptr;
    unsigned length = 0;
    const int code = gvRenderData(session.context(), session.graph(), "svg", &data, &length);
    const std::unique_ptr<char, FreeData> rendered(data);
    if (code != 0 || data == nullptr || length == 0) return GraphvizSession::failure("draw");
    return std::string(data, length);
}

} // namespace warpstring::pdg_export
