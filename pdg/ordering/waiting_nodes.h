// SPDX-License-Identifier: GPL-3.0-or-later
// Which nodes of a block may issue, as others do.
#pragma once

#include <vector>

#include "pdg/ordering/instruction_block.h"

namespace warpstring::ordering {

class WaitingNodes {
public:
    struct User {
        std::uint32_t node = 0;
        bool needs = false; ///< what the other makes; else it only comes after it
    };

    explicit WaitingNodes(const std::vector<InstructionNode>& nodes)
        : users_(nodes.size()), waiting_(nodes.size(), 0) {
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            for (const auto* edges : {&nodes[i].after, &nodes[i].needs})
                for (const auto from : *edges) {
                    users_[from].push_back({i, edges == &nodes[i].needs});
                    ++waiting_[i];
                }
    }

    /// Calls `ready` with each node that waits for none, in source order.
    template <class Ready>
    void start(const Ready& ready) const {
        for (std::uint32_t i = 0; i < waiting_.size(); ++i)
            if (waiting_[i] == 0) ready(i);
    }

    /// Once for each node: calls `ready` with those that waited for it last.
    template <class Ready>
    void issue(std::uint32_t node, const Ready& ready) {
        for (const auto& user : users_[node])
            if (--waiting_[user.node] == 0) ready(user.node);
    }

    /// Nodes that need this one or come after it.
    [[nodiscard]] const std::vector<User>& users(std::uint32_t node) const { return users_[node]; }

private:
    std::vector<std::vector<User>> users_; ///< by node
    std::vector<int> waiting_;             ///< by node: edges from others that have not issued
};

} // namespace warpstring::ordering
