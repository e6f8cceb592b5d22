// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/ordering/frugal_order.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "pdg/ordering/register_lives.h"

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

Order wantedBy(const InstructionBlock& block, const std::vector<bool>& leadsToLoad, Demand demand) {
    const auto& nodes = block.nodes;
    std::vector<bool> hasUser(nodes.size(), false);
    for (const auto& node : nodes)
        for (const auto from : node.needs) hasUser[from] = true;
    Order wanted;
    std::vector<int> depth(nodes.size(), 0);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (!leadsToLoad[i])
            for (const auto from : nodes[i].needs)
                if (!leadsToLoad[from]) depth[i] = std::max(depth[i], depth[from] + 1);
        for (const auto from : nodes[i].after) depth[i] = std::max(depth[i], depth[from]);
        const auto isKept = [&](auto name) { return block.registers[name].isKept; };
        const bool hasEffect = !hasUser[i] || nodes[i].makes.empty() ||
                               std::any_of(nodes[i].makes.begin(), nodes[i].makes.end(), isKept);
        if (hasEffect || (demand != Demand::Effects && !leadsToLoad[i])) wanted.push_back(i);
    }
    if (demand == Demand::ByDepth)
        std::stable_sort(wanted.begin(), wanted.end(), [&](auto a, auto b) { return depth[a] < depth[b]; });
    return wanted;
}

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
    std::vector<std::vector<std::uint32_t>> users(block.nodes.size());
    std::vector<int> waiting(block.nodes.size(), 0);
    std::set<std::pair<bool, std::uint32_t>> ready;
    for (std::uint32_t i = 0; i < block.nodes.size(); ++i) {
        for (const auto* edges : {&block.nodes[i].after, &block.nodes[i].needs})
            for (const auto from : *edges) {
                users[from].push_back(i);
                ++waiting[i];
            }
        if (waiting[i] == 0) ready.insert({leadsToLoad[i], i});
    }
    Order order;
    order.reserve(block.nodes.size());
    while (!ready.empty()) {
        const std::uint32_t next = ready.begin()->second;
        ready.erase(ready.begin());
        order.push_back(next);
        for (const auto user : users[next])
            if (--waiting[user] == 0) ready.insert({leadsToLoad[user], user});
    }
    return order;
}

/// At each step what leaves fewest registers alive, then in source order.
class MostFreeing {
public:
    explicit MostFreeing(const InstructionBlock& block)
        : block_(block), uses_(block.registers.size(), 0), users_(block.nodes.size()),
          waiting_(block.nodes.size(), 0) {
        for (const auto& known : block.registers) isAlive_.push_back(known.isAlive);
        for (std::uint32_t i = 0; i < block.nodes.size(); ++i) {
            for (const auto name : block.nodes[i].reads) ++uses_[name];
            for (const auto* edges : {&block.nodes[i].after, &block.nodes[i].needs})
                for (const auto from : *edges) {
                    users_[from].push_back(i);
                    ++waiting_[i];
                }
            if (waiting_[i] == 0) ready_.insert(i);
        }
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
        for (const auto user : users_[node])
            if (--waiting_[user] == 0) ready_.insert(user);
    }

    const InstructionBlock& block_;
    std::vector<int> uses_; ///< by register, still to come
    std::vector<bool> isAlive_;
    std::vector<std::vector<std::uint32_t>> users_;
    std::vector<int> waiting_;
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
    for (const auto demand : {Demand::Values, Demand::Effects, Demand::ByDepth})
        compare(onDemand(block.nodes, wantedBy(block, leadsToLoad, demand)));
    compare(loadsLast(block, leadsToLoad));
    if (block.nodes.size() <= mostNodesCompared) compare(MostFreeing(block).run());
    return best;
}

} // namespace warpstring::ordering
