// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/instruction_schedule.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

namespace warpstring::machine {

namespace {

/// Registers that global loads may take whatever the limit: without any under way at once, a warp would wait
/// for each by itself. By the kernels that values may be tuned on (docs/model.md, section 9.1).
constexpr int leastFarRegisters = 4;

/// Registers of global loads that are under way before any is held back: two loads of 16 bytes.
constexpr int freelyLoaded = 8;

/// Registers that stay free beside those of global loads, for what is computed from them and for addresses. By
/// loops of kernels that values may be tuned on, in machine code and in time: 6 to 9 do as well. Where there
/// are not so many beside the first loads, none is held back: four pairs of loads of 8 and 4 bytes are under
/// way together in 30 registers (bench/device/column-sums.toml).
constexpr int roomBesideLoads = 8;

class Scheduler {
public:
    /// `mostRegisters`: beyond it, what frees most goes first.
    Scheduler(const std::vector<ScheduledNode>& nodes, int loadsInFlight, int mostRegisters)
        : nodes_(nodes), loadsInFlight_(loadsInFlight), mostRegisters_(mostRegisters), uses_(nodes.size(), 0),
          users_(nodes.size()), waiting_(nodes.size(), 0), earliest_(nodes.size(), 0),
          leadsToLoad_(nodes.size(), false), used_(nodes.size(), false) {
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            for (const auto* edges : {&nodes[i].after, &nodes[i].needs})
                for (const auto from : *edges) {
                    users_[from].push_back(i);
                    ++waiting_[i];
                }
        }
        for (const auto& node : nodes)
            for (const auto from : node.needs) ++uses_[from];
        for (auto i = nodes.size(); i-- > 0;) {
            leadsToLoad_[i] = leadsToLoad_[i] || nodes[i].isLoad;
            if (leadsToLoad_[i])
                for (const auto from : nodes[i].needs) leadsToLoad_[from] = true;
        }
    }

    std::vector<std::uint32_t> run() {
        std::vector<std::uint32_t> order;
        order.reserve(nodes_.size());
        for (std::uint32_t i = 0; i < nodes_.size(); ++i)
            if (waiting_[i] == 0) makeReady(i);
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

    /// The most registers alive at once, so far.
    [[nodiscard]] int peak() const { return peak_; }

private:
    /// Of the ready ones: (does it lead to a load, source order).
    using Key = std::pair<bool, std::uint32_t>;

    void makeReady(std::uint32_t node) { ready_.insert({!leadsToLoad_[node], node}); }

    std::uint32_t choose(double now) const {
        if (alive_ >= mostRegisters_) {
            if (farInFlight_ < leastFarRegisters)
                for (const auto& [later, node] : ready_)
                    if (nodes_[node].isFar) return node;
            return mostFreeing(now);
        }
        if (farInFlight_ >= freelyLoaded && mostRegisters_ >= freelyLoaded + roomBesideLoads &&
            isLoadHeldBack())
            if (const auto first = firstOfSource()) return *first;
        const bool full = inFlight_ >= loadsInFlight_;
        std::uint32_t best = ready_.begin()->second;
        double soonest = std::numeric_limits<double>::infinity();
        for (const auto& [later, node] : ready_) {
            if (full && nodes_[node].isLoad) continue;
            if (earliest_[node] <= now) return node;
            if (earliest_[node] >= soonest) continue;
            soonest = earliest_[node];
            best = node;
        }
        return best;
    }

    /// Whether a load of global memory could issue but for its registers.
    [[nodiscard]] bool isLoadHeldBack() const {
        return std::any_of(ready_.begin(), ready_.end(), [&](const Key& key) {
            const auto& node = nodes_[key.second];
            return node.isFar && alive_ + node.registers + roomBesideLoads > mostRegisters_;
        });
    }

    /// Of the ready ones that are no loads of global memory the first of the source. One chain after another
    /// frees registers for the next load soonest.
    [[nodiscard]] std::optional<std::uint32_t> firstOfSource() const {
        std::optional<std::uint32_t> first;
        for (const auto& [later, node] : ready_)
            if (!nodes_[node].isFar && (!first || node < *first)) first = node;
        return first;
    }

    /// Registers that issuing a ready node takes, less those that it is the last to use.
    [[nodiscard]] int taken(std::uint32_t node) const {
        int registers = uses_[node] > 0 ? nodes_[node].registers : 0;
        for (const auto from : nodes_[node].needs)
            if (uses_[from] == 1) registers -= nodes_[from].registers;
        return registers;
    }

    /// At the limit, of what takes no register more the one that stalls least; beyond it, what frees most.
    [[nodiscard]] std::uint32_t mostFreeing(double now) const {
        const auto key = [&](std::uint32_t node) {
            const int registers = taken(node);
            return std::tuple(alive_ > mostRegisters_ ? registers : std::max(0, registers),
                              std::max(0.0, earliest_[node] - now), registers, node);
        };
        std::uint32_t best = ready_.begin()->second;
        for (const auto& [later, node] : ready_)
            if (key(node) < key(best)) best = node;
        return best;
    }

    void issue(std::uint32_t node, double now) {
        ready_.erase({!leadsToLoad_[node], node});
        alive_ += taken(node);
        peak_ = std::max(peak_, alive_);
        for (const auto from : nodes_[node].needs) --uses_[from];
        if (nodes_[node].isLoad) ++inFlight_;
        if (nodes_[node].isFar) farInFlight_ += nodes_[node].registers;
        for (const auto from : nodes_[node].needs)
            if (nodes_[from].isLoad && !used_[from]) {
                used_[from] = true;
                --inFlight_;
                if (nodes_[from].isFar) farInFlight_ -= nodes_[from].registers;
            }
        for (const auto user : users_[node]) {
            const bool waits = std::find(nodes_[user].needs.begin(), nodes_[user].needs.end(), node) !=
                               nodes_[user].needs.end();
            earliest_[user] = std::max(earliest_[user], now + (waits ? nodes_[node].latency : 0));
            if (--waiting_[user] == 0) makeReady(user);
        }
    }

    const std::vector<ScheduledNode>& nodes_;
    int loadsInFlight_, mostRegisters_;
    std::vector<int> uses_; ///< still to come
    std::vector<std::vector<std::uint32_t>> users_;
    std::vector<int> waiting_;
    std::vector<double> earliest_;
    std::vector<bool> leadsToLoad_, used_;
    std::set<Key> ready_;
    int farInFlight_ = 0; ///< registers of global loads that wait for their first use
    int inFlight_ = 0, alive_ = 0, peak_ = 0;
};

/// The most registers alive at once in source order.
int sourcePeak(const std::vector<ScheduledNode>& nodes) {
    std::vector<int> uses(nodes.size(), 0);
    for (const auto& node : nodes)
        for (const auto from : node.needs) ++uses[from];
    int alive = 0, peak = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (uses[i] > 0) alive += nodes[i].registers;
        for (const auto from : nodes[i].needs)
            if (--uses[from] == 0) alive -= nodes[from].registers;
        peak = std::max(peak, alive);
    }
    return peak;
}

} // namespace

std::vector<std::uint32_t> listSchedule(const std::vector<ScheduledNode>& nodes, int loadsInFlight,
                                        int spareRegisters) {
    constexpr int noLimit = 1 << 24;
    Scheduler free(nodes, loadsInFlight, noLimit);
    auto order = free.run();
    if (spareRegisters >= free.peak()) return order;
    Scheduler frugal(nodes, loadsInFlight, 0);
    static_cast<void>(frugal.run());
    const int most = std::min(frugal.peak(), sourcePeak(nodes)) + spareRegisters;
    return free.peak() <= most ? order : Scheduler(nodes, loadsInFlight, most).run();
}

} // namespace warpstring::machine
