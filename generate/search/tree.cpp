// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpstring::generate {
namespace {

/// What a branch that is seldom taken is worth beside what is known of it, in terms of promise().
constexpr double exploration = 0.25;
constexpr double ofBest = 0.7; ///< the weight of a branch's best leaf; the rest is that of their mean

} // namespace

struct Tree::Node {
    std::unique_ptr<Decision> decision;
    Node* parent = nullptr;
    std::vector<std::unique_ptr<Node>> branches; ///< null: not taken yet
    std::vector<std::size_t> untaken;            ///< indices of those
    std::size_t visits = 0;                      ///< descents, dead ends among them
    std::size_t costs = 0;                       ///< leaves below that have one
    double sum = 0;                              ///< of their costs' logarithms
    double least = std::numeric_limits<double>::infinity();
    bool isDone = false; ///< nothing below is left
};

Tree::Tree(std::unique_ptr<Decision> root, std::uint64_t seed)
    : root_(std::make_unique<Node>()), draws_(seed, 0) {
    root_->decision = std::move(root);
}

Tree::~Tree() = default;

double Tree::promise(const Node& parent, const Node& child) const {
    const double unsure = exploration * std::sqrt(std::log(static_cast<double>(parent.visits)) /
                                                  static_cast<double>(child.visits));
    if (child.costs == 0) return unsure;
    // The least cost over this one: 1 where there is none better. Dead ends count as nothing.
    const double mean = std::exp(least_ - child.sum / static_cast<double>(child.costs)) *
                        static_cast<double>(child.costs) / static_cast<double>(child.visits);
    return ofBest * std::exp(least_ - child.least) + (1 - ofBest) * mean + unsure;
}

/// Branches that were never taken come first, the usual one before others in random order. Null where there is
/// none.
Tree::Node* Tree::chosen(Node& node) {
    while (!node.untaken.empty()) {
        auto at =
            static_cast<std::size_t>(draws_.between(0, static_cast<std::int64_t>(node.untaken.size()) - 1));
        if (node.untaken.size() == node.branches.size()) at = node.decision->usual().value_or(at);
        const std::size_t index = node.untaken[at];
        node.untaken.erase(node.untaken.begin() + static_cast<std::ptrdiff_t>(at));
        auto decision = node.decision->branch(index);
        if (decision == nullptr) {
            ++node.visits;
            continue;
        }
        node.branches[index] = std::make_unique<Node>();
        node.branches[index]->decision = std::move(decision);
        node.branches[index]->parent = &node;
        return node.branches[index].get();
    }
    Node* best = nullptr;
    double most = 0;
    for (const auto& branch : node.branches) {
        if (branch == nullptr || branch->isDone) continue;
        const double each = promise(node, *branch);
        if (best != nullptr && each <= most) continue;
        best = branch.get();
        most = each;
    }
    return best;
}

const Decision* Tree::descend() {
    while (!root_->isDone) {
        Node* node = root_.get();
        while (node->decision->branches() > 0) {
            if (node->branches.empty()) {
                node->branches.resize(node->decision->branches());
                for (std::size_t i = 0; i < node->branches.size(); ++i) node->untaken.push_back(i);
            }
            Node* next = chosen(*node);
            if (next == nullptr) break;
            node = next;
        }
        const bool isLeaf = node->decision->branches() == 0;
        for (Node* above = node; above != nullptr; above = above->parent) ++above->visits;
        node->isDone = true;
        for (Node* above = node->parent; above != nullptr; above = above->parent) {
            above->isDone =
                above->untaken.empty() && std::ranges::all_of(above->branches, [](const auto& each) {
                    return each == nullptr || each->isDone;
                });
        }
        if (!isLeaf) continue;
        leaves_.push_back(node);
        return node->decision.get();
    }
    return nullptr;
}

void Tree::tell(const Decision* leaf, std::optional<double> cost) {
    const auto found =
        std::ranges::find_if(leaves_, [&](const Node* node) { return node->decision.get() == leaf; });
    if (found == leaves_.end()) return;
    Node* node = *found;
    leaves_.erase(found);
    if (!cost || *cost <= 0) return;
    const double logarithm = std::log(*cost);
    least_ = hasLeast_ ? std::min(least_, logarithm) : logarithm;
    hasLeast_ = true;
    for (Node* above = node; above != nullptr; above = above->parent) {
        ++above->costs;
        above->sum += logarithm;
        above->least = std::min(above->least, logarithm);
    }
}

} // namespace warpstring::generate
