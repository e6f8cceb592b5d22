// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/ordering/instruction_block.h"

namespace warpstring::ordering {

std::vector<bool> leadingToLoads(const std::vector<InstructionNode>& nodes, LoadKind kind) {
    std::vector<bool> leads(nodes.size(), false);
    for (auto i = nodes.size(); i-- > 0;) {
        leads[i] = leads[i] || (kind == LoadKind::Far ? nodes[i].isFar : nodes[i].isLoad);
        if (leads[i])
            for (const auto from : nodes[i].needs) leads[from] = true;
    }
    return leads;
}

} // namespace warpstring::ordering
