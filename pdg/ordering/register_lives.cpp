// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/ordering/register_lives.h"

#include <algorithm>

namespace warpstring::ordering {

RegisterLives::RegisterLives(const InstructionBlock& block, const Order& order)
    : start(block.registers.size(), order.size()), uses(block.registers.size()), alive(order.size(), 0) {
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto& node = block.nodes[order[place]];
        for (const auto name : node.reads) uses[name].push_back(place);
        for (const auto name : node.makes) start[name] = std::min(start[name], place);
    }
    std::vector<int> change(order.size() + 1, 0);
    for (std::size_t name = 0; name < start.size(); ++name) {
        if (block.registers[name].isAlive) start[name] = 0;
        if (block.registers[name].isKept) uses[name].push_back(order.size());
        if (uses[name].empty() || start[name] >= uses[name].back()) continue;
        change[start[name]] += block.registers[name].width;
        change[uses[name].back()] -= block.registers[name].width;
    }
    int now = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        now += change[place];
        alive[place] = now + block.nodes[order[place]].temporaries;
    }
}

int RegisterLives::peak() const { return alive.empty() ? 0 : *std::max_element(alive.begin(), alive.end()); }

} // namespace warpstring::ordering
