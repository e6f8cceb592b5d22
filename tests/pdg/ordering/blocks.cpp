// SPDX-License-Identifier: GPL-3.0-or-later
#include "blocks.h"

#include <algorithm>
#include <limits>
#include <set>

namespace warpstring::oracle {

using ordering::InstructionBlock;
using ordering::InstructionNode;
using ordering::Order;

InstructionBlock blockOf(std::vector<InstructionNode> nodes, const std::vector<int>& widths) {
    InstructionBlock block{std::move(nodes), {}};
    for (std::uint32_t i = 0; i < block.nodes.size(); ++i) {
        block.nodes[i].makes = {i};
        block.nodes[i].reads = block.nodes[i].needs;
        block.registers.push_back({i < widths.size() ? widths[i] : 0, false, false});
    }
    return block;
}

InstructionBlock randomBlock(std::mt19937_64& random) {
    const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    std::vector<InstructionNode> nodes(1 + below(60));
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        auto& node = nodes[i];
        node.isLoad = below(4) == 0;
        node.issueCycles = static_cast<double>(1 + below(3));
        node.latency = node.isLoad ? 100 : static_cast<double>(2 + below(20));
        std::set<std::uint32_t> before;
        for (std::size_t edges = i == 0 ? 0 : below(4); edges > 0; --edges)
            before.insert(static_cast<std::uint32_t>(below(i)));
        for (const auto from : before) (below(4) == 0 ? node.after : node.needs).push_back(from);
    }
    return blockOf(std::move(nodes));
}

InstructionBlock randomBlockWithRegisters(std::mt19937_64& random, int widest) {
    auto block = randomBlock(random);
    for (auto& made : block.registers)
        made.width = static_cast<int>(random() % static_cast<std::uint64_t>(widest + 1));
    return block;
}

InstructionBlock randomChains(std::mt19937_64& random, std::size_t roots) {
    std::vector<InstructionNode> nodes(roots);
    std::vector<int> widths(roots, 1);
    constexpr auto nobody = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> ends(1 + random() % 4, nobody);
    for (std::size_t left = 12 - roots; left > 0; --left) { // interleaved: the source order is no help
        auto& end = ends[random() % ends.size()];
        InstructionNode node;
        widths.push_back(random() % 8 == 0 ? 0 : 1);
        node.latency = static_cast<double>(1 + random() % 30);
        node.isLoad = random() % 5 == 0;
        if (end != nobody)
            node.needs = {end};
        else
            for (std::uint32_t root = 0; root < roots; ++root) node.needs.push_back(root);
        end = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(node);
    }
    return blockOf(std::move(nodes), widths);
}

InstructionBlock randomBody(std::mt19937_64& random) {
    auto block = randomBlockWithRegisters(random, 4);
    const auto somewhere = [&] { return static_cast<std::size_t>(random() % block.nodes.size()); };
    for (int i = 0; i < 8; ++i) {
        const auto name = static_cast<std::uint32_t>(block.registers.size());
        const bool isFromTheStart = i < 5;
        block.registers.push_back({1, isFromTheStart, random() % 3 == 0});
        if (!isFromTheStart) block.nodes[somewhere()].makes.push_back(name); // a further part of a value
        if (isFromTheStart && random() % 4 != 0) block.nodes[somewhere()].reads.push_back(name);
    }
    for (auto& node : block.nodes) {
        node.temporaries = random() % 8 == 0 ? 3 : 0;
        node.isFar = node.isLoad && random() % 2 == 0;
    }
    for (auto& made : block.registers) made.isKept = made.isKept || random() % 10 == 0;
    return block;
}

int peakOf(const InstructionBlock& block, const Order& order) {
    int most = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        int alive = block.nodes[order[place]].temporaries;
        for (std::uint32_t name = 0; name < block.registers.size(); ++name) {
            const auto touches = [&](const std::vector<std::uint32_t>& names) {
                return std::find(names.begin(), names.end(), name) != names.end();
            };
            bool isThere = block.registers[name].isAlive, isNeeded = block.registers[name].isKept;
            for (std::size_t i = 0; i < order.size(); ++i) {
                if (i <= place) isThere = isThere || touches(block.nodes[order[i]].makes);
                if (i > place) isNeeded = isNeeded || touches(block.nodes[order[i]].reads);
            }
            if (isThere && isNeeded) alive += block.registers[name].width;
        }
        most = std::max(most, alive);
    }
    return most;
}

bool respectsEdges(const InstructionBlock& block, const Order& order) {
    std::vector<bool> isDone(block.nodes.size(), false);
    for (const auto node : order) {
        if (node >= block.nodes.size() || isDone[node]) return false;
        for (const auto* edges : {&block.nodes[node].after, &block.nodes[node].needs})
            for (const auto from : *edges)
                if (!isDone[from]) return false;
        isDone[node] = true;
    }
    return order.size() == block.nodes.size();
}

} // namespace warpstring::oracle
