// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/ordering/frugal_order.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "pdg/ordering/register_lives.h"
#include "pdg/ordering/waiting_nodes.h"

namespace warpstring::ordering {

namespace {

/// Nodes up to which each choice compares all that could go next.
constexpr std::size_t mostNodesCompared = 2048;

/// What is asked for, in whose order the rest is brought when it is needed.
enum class Demand {
    Effects, ///< in source order
    Values,  ///< whatever leads to no load, in source order
    ByDepth  ///< the same, chains abreast
};

/// What the demands of a block go by.
struct Wishes {
    Wishes(const InstructionBlock& block, const std::vector<bool>& leadsToLoad)
        : isValue(block.nodes.size()), hasEffect(block.nodes.size(), true), depth(block.nodes.size(), 0) {
        const auto& nodes = block.nodes;
        for (const auto& node : nodes)
            for (const auto from : node.needs) hasEffect[from] = false;
        const auto isKept = [&](auto name) { return block.registers[name].isKept; };
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            isValue[i] = !leadsToLoad[i];
            hasEffect[i] = hasEffect[i] || nodes[i].makes.empty() ||
                           std::any_of(nodes[i].makes.begin(), nodes[i].makes.end(), isKept);
            if (isValue[i])
                for (const auto from : nodes[i].needs)
                    if (isValue[from]) depth[i] = std::max(depth[i], depth[from] + 1);
            for (const auto from : nodes[i].after) depth[i] = std::max(depth[i], depth[from]);
        }
    }

    [[nodiscard]] Order by(Demand demand) const {
        Order wanted;
        for (std::uint32_t i = 0; i < depth.size(); ++i)
            if (hasEffect[i] || (demand != Demand::Effects && isValue[i])) wanted.push_back(i);
        if (demand == Demand::ByDepth)
            std::stable_sort(wanted.begin(), wanted.end(), [&](auto a, auto b) { return depth[a] < depth[b]; });
        return wanted;
    }

    std::vector<bool> isValue;   ///< by node: it leads to no load
    std::vector<bool> hasEffect; ///< by node: nobody in the block uses it, or something is left behind
    std::vector<int> depth;      ///< by node: values that it is computed from, one behind the other
};

Order onDemand(const std::vector<InstructionNode>& nodes, const Order& wanted) {
    std::vector<bool> isPlaced(nodes.size(), false);
    Order order, stack;
    order.reserve(nodes.size());
    for (const auto wish : wanted) {
        stack.push_back(wish);
        while (!stack.empty()) {
            const auto next = stack.back();
            const auto missing = [&](const std::vector<std::uint32_t>& edges) {
                return std::find_if(edges.begin(), edges.end(), [&](auto from) { return !isPlaced[from]; });
            };
            if (isPlaced[next]) {
                stack.pop_back();
            } else if (const auto before = missing(nodes[next].after); before != nodes[next].after.end()) {
                stack.push_back(*before);
            } else if (const auto from = missing(nodes[next].needs); from != nodes[next].needs.end()) {
                stack.push_back(*from);
            } else {
                isPlaced[next] = true;
                stack.pop_back();
                order.push_back(next);
            }
        }
    }
    return order;
}

/// Whatever can be computed before another load: each loaded value is used up first.
Order loadsLast(const InstructionBlock& block, const std::vector<bool>& leadsToLoad) {
    WaitingNodes waiting(block.nodes);
    std::set<std::pair<bool, std::uint32_t>> ready;
    const auto add = [&](std::uint32_t node) { ready.insert({leadsToLoad[node], node}); };
    waiting.start(add);
    Order order;
    order.reserve(block.nodes.size());
    while (!ready.empty()) {
        order.push_back(ready.begin()->second);
        ready.erase(ready.begin());
        waiting.issue(order.back(), add);
    }
    return order;
}

/// At each step what leaves fewest registers alive, then in source order.
class MostFreeing {
public:
    explicit MostFreeing(const InstructionBlock& block)
        : block_(block), uses_(block.registers.size(), 0), waiting_(block.nodes) {
        for (const auto& known : block.registers) isAlive_.push_back(known.isAlive);
        for (const auto& node : block.nodes)
            for (const auto name : node.reads) ++uses_[name];
        waiting_.start([&](std::uint32_t node) { ready_.insert(node); });
    }

    Order run() {
        Order order;
        order.reserve(block_.nodes.size());
        while (!ready_.empty()) {
            std::pair least{taken(*ready_.begin()), *ready_.begin()};
            for (const auto node : ready_) least = std::min(least, {taken(node), node});
            order.push_back(least.second);
            issue(least.second);
        }
        return order;
    }

private:
    [[nodiscard]] bool isWanted(std::uint32_t name) const {
        return uses_[name] > 0 || block_.registers[name].isKept;
    }
    [[nodiscard]] bool dies(std::uint32_t name) const {
        return isAlive_[name] && uses_[name] == 1 && !block_.registers[name].isKept;
    }

    [[nodiscard]] int taken(std::uint32_t node) const {
        int registers = 0;
        for (const auto name : block_.nodes[node].makes)
            if (!isAlive_[name] && isWanted(name)) registers += block_.registers[name].width;
        for (const auto name : block_.nodes[node].reads)
            if (dies(name)) registers -= block_.registers[name].width;
        return registers;
    }

    void issue(std::uint32_t node) {
        ready_.erase(node);
        for (const auto name : block_.nodes[node].reads) {
            if (dies(name)) isAlive_[name] = false;
            --uses_[name];
        }
        for (const auto name : block_.nodes[node].makes)
            if (isWanted(name)) isAlive_[name] = true;
        waiting_.issue(node, [&](std::uint32_t user) { ready_.insert(user); });
    }

    const InstructionBlock& block_;
    std::vector<int> uses_; ///< by register, still to come
    std::vector<bool> isAlive_;
    WaitingNodes waiting_;
    std::set<std::uint32_t> ready_;
};

} // namespace

FrugalOrder frugalOrder(const InstructionBlock& block) {
    FrugalOrder best;
    best.order.resize(block.nodes.size());
    std::iota(best.order.begin(), best.order.end(), 0U);
    best.peak = RegisterLives(block, best.order).peak();
    const auto compare = [&](Order order) {
        const int peak = RegisterLives(block, order).peak();
        if (peak < best.peak) best = {std::move(order), peak};
    };
    const auto leadsToLoad = leadingToLoads(block.nodes, LoadKind::Any);
    const Wishes wishes(block, leadsToLoad);
    for (const auto demand : {Demand::Values, Demand::Effects, Demand::ByDepth})
        compare(onDemand(block.nodes, wishes.by(demand)));
    compare(loadsLast(block, leadsToLoad));
    if (block.nodes.size() <= mostNodesCompared) compare(MostFreeing(block).run());
    return best;
}

} // namespace warpstring::ordering
