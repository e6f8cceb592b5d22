// SPDX-License-Identifier: GPL-3.0-or-later
// Monte Carlo tree search for the least cost: random descents through decisions, steered by a bandit at each of
// them (seeds/003, section 6.2.1; Kocsis and Szepesvari, ECML 2006).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/random/draws.h"

namespace warpstring::generate {

/// A point of a way down. Never changes.
class Decision {
public:
    virtual ~Decision() = default;
    /// 0: a leaf, which has a cost.
    [[nodiscard]] virtual std::size_t branches() const = 0;
    /// Null where the branch leads nowhere. Asked once for each.
    [[nodiscard]] virtual std::unique_ptr<Decision> branch(std::size_t index) const = 0;
    /// The branch to take the first time; nullopt: any.
    [[nodiscard]] virtual std::optional<std::size_t> usual() const { return std::nullopt; }
};

/// No leaf is handed out twice. The same seed, and the same costs told in the same order, are the same
/// descents.
class Tree {
public:
    Tree(std::unique_ptr<Decision> root, std::uint64_t seed);
    ~Tree();
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;

    /// The next leaf to ask for its cost; it lives as long as the tree. Null where all were handed out.
    [[nodiscard]] const Decision* descend();
    /// Of a leaf that descend() gave; nullopt: it has none. Leaves may be told later and in any order.
    void tell(const Decision* leaf, std::optional<double> cost);

private:
    struct Node;

    [[nodiscard]] Node* chosen(Node& node);
    [[nodiscard]] double promise(const Node& parent, const Node& child) const;

    std::unique_ptr<Node> root_;
    std::vector<Node*> leaves_; ///< handed out and not told
    double least_ = 0;          ///< logarithm of the least cost
    bool hasLeast_ = false;
    random_kernels::Draws draws_;
};

} // namespace warpstring::generate
