// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/ordering/list_schedule.h"

#include <algorithm>
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

/// Of the ready ones: (does it lead to a load, source order).
using Key = std::pair<bool, std::uint32_t>;

/// Nodes that wait for no other to issue, by whether what they need has arrived.
class ReadyNodes {
public:
    void insert(Key node, double earliest, double now) {
        if (earliest <= now)
            arrived_.insert(node);
        else
            awaited_.insert({earliest, node});
    }
    void erase(Key node, double earliest) {
        if (arrived_.erase(node) == 0) awaited_.erase({earliest, node});
    }
    void advance(double now) {
        while (!awaited_.empty() && awaited_.begin()->first <= now)
            arrived_.insert(awaited_.extract(awaited_.begin()).value().second);
    }
    [[nodiscard]] bool empty() const { return arrived_.empty() && awaited_.empty(); }
    [[nodiscard]] const std::set<Key>& arrived() const { return arrived_; }
    /// The soonest first.
    [[nodiscard]] const std::set<std::pair<double, Key>>& awaited() const { return awaited_; }

private:
    std::set<Key> arrived_;
    std::set<std::pair<double, Key>> awaited_;
};

std::uint32_t nodeOf(const Key& key) { return key.second; }
std::uint32_t nodeOf(const std::pair<double, Key>& awaited) { return awaited.second.second; }

class ListScheduler {
public:
    /// `room`: null where registers are no matter.
    ListScheduler(const InstructionBlock& block, int loadsInFlight, RegisterRoom* room)
        : nodes_(block.nodes), loadsInFlight_(loadsInFlight), room_(room),
          leadsToLoad_(leadingToLoads(nodes_, room == nullptr ? LoadKind::Any : LoadKind::Far)),
          waiting_(nodes_), earliest_(nodes_.size(), 0), isUsed_(nodes_.size(), false) {
        waiting_.start([&](std::uint32_t node) { insert(node); });
    }

    Order run() {
        Order order;
        order.reserve(nodes_.size());
        while (!loads_.empty() || !others_.empty()) {
            const std::uint32_t next = choose();
            now_ = std::max(now_, earliest_[next]);
            order.push_back(next);
            issue(next);
            now_ += nodes_[next].issueCycles;
        }
        return order;
    }

private:
    [[nodiscard]] Key keyOf(std::uint32_t node) const { return {!leadsToLoad_[node], node}; }
    [[nodiscard]] ReadyNodes& readyOf(std::uint32_t node) { return nodes_[node].isLoad ? loads_ : others_; }
    void insert(std::uint32_t node) { readyOf(node).insert(keyOf(node), earliest_[node], now_); }

    [[nodiscard]] std::uint32_t choose() {
        loads_.advance(now_);
        others_.advance(now_);
        const bool isFull = inFlight_ >= loadsInFlight_;
        int misfits = 0;
        if (const auto arrived = first(others_.arrived(), isFull ? nullptr : &loads_.arrived(), misfits))
            return *arrived;
        if (const auto awaited = first(others_.awaited(), isFull ? nullptr : &loads_.awaited(), misfits))
            return *awaited;
        if (room_ != nullptr) return room_->turn();
        return loads_.arrived().empty() ? nodeOf(*loads_.awaited().begin()) : nodeOf(*loads_.arrived().begin());
    }

    /// The first of both that finds room.
    template <class Set>
    [[nodiscard]] std::optional<std::uint32_t> first(const Set& others, const Set* loads, int& misfits) const {
        const auto noLoads = others.end();
        auto other = others.begin(), load = loads != nullptr ? loads->begin() : noLoads;
        const auto loadsEnd = loads != nullptr ? loads->end() : noLoads;
        while ((other != others.end() || load != loadsEnd) && misfits <= mostMisfits) {
            const bool isLoad = load != loadsEnd && (other == others.end() || *load < *other);
            const std::uint32_t node = nodeOf(isLoad ? *load++ : *other++);
            if (room_ == nullptr || room_->fits(node)) return node;
            ++misfits;
        }
        return std::nullopt;
    }

    void issue(std::uint32_t node) {
        readyOf(node).erase(keyOf(node), earliest_[node]);
        if (room_ != nullptr) room_->issue(node);
        if (nodes_[node].isLoad) ++inFlight_;
        for (const auto from : nodes_[node].needs)
            if (nodes_[from].isLoad && !isUsed_[from]) {
                isUsed_[from] = true;
                --inFlight_;
            }
        for (const auto& user : waiting_.users(node))
            earliest_[user.node] =
                std::max(earliest_[user.node], now_ + (user.needs ? nodes_[node].latency : 0));
        waiting_.issue(node, [&](std::uint32_t user) { insert(user); });
    }

    const std::vector<InstructionNode>& nodes_;
    int loadsInFlight_;
    RegisterRoom* room_;
    std::vector<bool> leadsToLoad_;
    WaitingNodes waiting_;
    std::vector<double> earliest_;
    std::vector<bool> isUsed_; ///< by node, a load
    ReadyNodes loads_, others_;
    double now_ = 0;
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
