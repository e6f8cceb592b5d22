// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/register_peaks.h"

#include <algorithm>
#include <limits>

#include "pdg/ordering/frugal_order.h"
#include "pdg/ordering/list_schedule.h"
#include "pdg/ordering/register_lives.h"

namespace warpstring::frontend {

namespace {

void needMakers(ordering::InstructionBlock& block) {
    constexpr auto nobody = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> maker(block.registers.size(), nobody);
    for (std::uint32_t i = 0; i < block.nodes.size(); ++i) {
        auto& needs = block.nodes[i].needs;
        auto& after = block.nodes[i].after;
        for (const auto name : block.nodes[i].reads)
            if (maker[name] != nobody) needs.push_back(maker[name]);
        for (const auto name : block.nodes[i].makes) maker[name] = i;
        for (auto* edges : {&needs, &after}) {
            std::sort(edges->begin(), edges->end());
            edges->erase(std::unique(edges->begin(), edges->end()), edges->end());
        }
        std::erase_if(after, [&](auto from) { return std::binary_search(needs.begin(), needs.end(), from); });
    }
}

} // namespace

RegisterPeaks registerPeaks(ordering::InstructionBlock block) {
    needMakers(block);
    constexpr int anyLoads = std::numeric_limits<int>::max();
    const auto order = ordering::listSchedule(block, anyLoads, ordering::noRegisterLimit);
    const int free = ordering::RegisterLives(block, order).peak();
    return {std::min(free, ordering::frugalOrder(block).peak), free};
}

} // namespace warpstring::frontend
