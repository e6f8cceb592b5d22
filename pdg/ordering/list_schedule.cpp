// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/ordering/list_schedule.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "pdg/ordering/frugal_order.h"
#include "pdg/ordering/register_room.h"
#include "pdg/ordering/waiting_nodes.h"

namespace warpstring::ordering {

namespace {

/// Registers of global loads beyond those of the frugal order, whatever the limit: without any under way at
/// once, a warp would wait for each by itself. By the kernels that values may be tuned on (docs/model.md, 9.1).
constexpr int leastFarRegisters = 4;

/// Nodes that do not fit, up to which a choice looks further: work that does not grow with the square of a
/// block.
constexpr int mostMisfits = 64;

class ListScheduler {
public:
    /// `room`: null where registers are no matter.
    ListScheduler(const InstructionBlock& block, int loadsInFlight, RegisterRoom* room)
        : nodes_(block.nodes), loadsInFlight_(loadsInFlight), room_(room),
          leadsToLoad_(leadingToLoads(nodes_, room == nullptr ? LoadKind::Any : LoadKind::Far)),
          waiting_(nodes_), earliest_(nodes_.size(), 0), isUsed_(nodes_.size(), false) {
        waiting_.start([&](std::uint32_t node) { ready_.insert(keyOf(node)); });
    }

    Order run() {
        Order order;
        order.reserve(nodes_.size());
        double now = 0;
        while (!ready_.empty()) {
            const std::uint32_t next = choose(now);
            now = std::max(now, earliest_[next]);
            order.push_back(next);
            issue(next, now);
            now += nodes_[next].issueCycles;
        }
        return order;
    }

private:
    /// Of the ready ones: (does it lead to a load, source order).
    using Key = std::pair<bool, std::uint32_t>;

    [[nodiscard]] Key keyOf(std::uint32_t node) const { return {!leadsToLoad_[node], node}; }

    [[nodiscard]] std::uint32_t choose(double now) const {
        const bool isFull = inFlight_ >= loadsInFlight_;
        std::optional<std::uint32_t> best;
        double soonest = std::numeric_limits<double>::infinity();
        int misfits = 0;
        for (const auto& [later, node] : ready_) {
            if ((isFull && nodes_[node].isLoad) || (earliest_[node] > now && earliest_[node] >= soonest))
                continue;
            if (room_ != nullptr && !room_->fits(node)) {
                if (++misfits > mostMisfits) break;
                continue;
            }
            best = node;
            soonest = earliest_[node];
            if (soonest <= now) break;
        }
        if (best) return *best;
        return room_ != nullptr ? room_->turn() : ready_.begin()->second;
    }

    void issue(std::uint32_t node, double now) {
        ready_.erase(keyOf(node));
        if (room_ != nullptr) room_->issue(node);
        if (nodes_[node].isLoad) ++inFlight_;
        for (const auto from : nodes_[node].needs)
            if (nodes_[from].isLoad && !isUsed_[from]) {
                isUsed_[from] = true;
                --inFlight_;
            }
        for (const auto user : waiting_.users(node)) {
            const auto& needs = nodes_[user].needs;
            const bool waits = std::find(needs.begin(), needs.end(), node) != needs.end();
            earliest_[user] = std::max(earliest_[user], now + (waits ? nodes_[node].latency : 0));
        }
        waiting_.issue(node, [&](std::uint32_t user) { ready_.insert(keyOf(user)); });
    }

    const std::vector<InstructionNode>& nodes_;
    int loadsInFlight_;
    RegisterRoom* room_;
    std::vector<bool> leadsToLoad_;
    WaitingNodes waiting_;
    std::vector<double> earliest_;
    std::vector<bool> isUsed_; ///< by node, a load
    std::set<Key> ready_;
    int inFlight_ = 0; ///< loads that wait for their first use
};

/// Registers of 32 bits that global loads bring.
int farRegisters(const InstructionBlock& block) {
    int registers = 0;
    for (const auto& node : block.nodes)
        if (node.isFar)
            for (const auto name : node.makes) registers += block.registers[name].width;
    return registers;
}

} // namespace

Order listSchedule(const InstructionBlock& block, int loadsInFlight, RegisterLimit limit) {
    Order free = ListScheduler(block, loadsInFlight, nullptr).run();
    const int peak = RegisterLives(block, free).peak();
    if (peak <= std::max(limit.room, limit.spare)) return free;
    const auto frugal = frugalOrder(block);
    const int spare = std::max(limit.spare, std::min(leastFarRegisters, farRegisters(block)));
    const int most = std::max(limit.room, frugal.peak + spare);
    if (peak <= most) return free;
    RegisterRoom room(block, frugal.order, most);
    return ListScheduler(block, loadsInFlight, &room).run();
}

} // namespace warpstring::ordering
