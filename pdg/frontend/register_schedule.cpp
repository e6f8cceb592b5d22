// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/register_schedule.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace warpstring::frontend {

namespace {

enum class Preference {
    Soonest,     ///< what leads to a load, and what need not wait
    MostFreeing, ///< what frees most registers
    ByEffect,    ///< for each effect in source order what it needs, and nothing else
    BySource,    ///< loads where their values are used first
    ByDepth      ///< all that many chains do first, then what they do second
};

/// Instructions up to which each choice compares all that could go next.
constexpr std::size_t mostNodesCompared = 2048;

/// Which instructions make what others read, and which wait for which: the same for every order of a block.
struct Wiring {
    explicit Wiring(const RegisterBlock& block)
        : uses(block.registers, 0), users(block.nodes.size()), producers(block.nodes.size()),
          waiting(block.nodes.size(), 0), leadsToLoad(block.nodes.size(), false) {
        constexpr auto nobody = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> maker(block.registers, nobody), first;
        for (std::uint32_t i = 0; i < block.nodes.size(); ++i) {
            for (const auto name : block.nodes[i].reads) {
                ++uses[name];
                if (maker[name] != nobody) producers[i].push_back(maker[name]);
            }
            for (const auto name : block.nodes[i].makes) maker[name] = i;
            first = producers[i];
            first.insert(first.end(), block.nodes[i].after.begin(), block.nodes[i].after.end());
            std::sort(first.begin(), first.end());
            first.erase(std::unique(first.begin(), first.end()), first.end());
            for (const auto from : first) users[from].push_back(i);
            waiting[i] = static_cast<int>(first.size());
        }
        for (auto i = block.nodes.size(); i-- > 0;) {
            leadsToLoad[i] = leadsToLoad[i] || block.nodes[i].isLoad;
            if (leadsToLoad[i])
                for (const auto from : producers[i]) leadsToLoad[from] = true;
        }
    }

    std::vector<int> uses; ///< of each register
    std::vector<std::vector<std::uint32_t>> users, producers;
    std::vector<int> waiting; ///< for how many others each node waits
    std::vector<bool> leadsToLoad;
};

class Order {
public:
    Order(const RegisterBlock& block, const Wiring& wiring, Preference preference)
        : block_(block), preference_(preference), alive_(block.alive), uses_(wiring.uses), users_(wiring.users),
          producers_(wiring.producers), waiting_(wiring.waiting), earliest_(block.nodes.size(), 0),
          leadsToLoad_(wiring.leadsToLoad),
          now_(static_cast<int>(std::count(alive_.begin(), alive_.end(), true))), peak_(now_) {}

    int run() {
        if (preference_ >= Preference::ByEffect) return runOnDemand(wanted());
        for (std::uint32_t i = 0; i < block_.nodes.size(); ++i)
            if (waiting_[i] == 0) ready_.insert({!leadsToLoad_[i], i});
        for (int cycle = 0; !ready_.empty(); ++cycle) {
            const std::uint32_t next = preference_ == Preference::MostFreeing ? mostFreeing() : soonest(cycle);
            cycle = std::max(cycle, earliest_[next]);
            issue(next, cycle);
        }
        return peak_;
    }

private:
    using Key = std::pair<bool, std::uint32_t>;

    /// Instructions in whose order the others are brought when they are needed.
    [[nodiscard]] std::vector<std::uint32_t> wanted() const {
        const auto& nodes = block_.nodes;
        std::vector<std::uint32_t> wanted;
        std::vector<int> depth(nodes.size(), 0);
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (!leadsToLoad_[i])
                for (const auto from : producers_[i])
                    if (!leadsToLoad_[from]) depth[i] = std::max(depth[i], depth[from] + 1);
            const bool hasEffect =
                nodes[i].makes.empty() || std::any_of(nodes[i].makes.begin(), nodes[i].makes.end(),
                                                      [&](auto name) { return block_.kept[name]; });
            if (hasEffect || (preference_ != Preference::ByEffect && !leadsToLoad_[i])) wanted.push_back(i);
        }
        if (preference_ == Preference::ByDepth)
            std::stable_sort(wanted.begin(), wanted.end(), [&](auto a, auto b) { return depth[a] < depth[b]; });
        return wanted;
    }

    int runOnDemand(const std::vector<std::uint32_t>& wanted) {
        std::vector<bool> placed(block_.nodes.size(), false);
        std::vector<std::uint32_t> stack;
        for (const auto wish : wanted) {
            stack.push_back(wish);
            while (!stack.empty()) {
                const auto next = stack.back();
                const auto isMissing = [&](auto from) { return !placed[from]; };
                const auto& after = block_.nodes[next].after;
                const auto& producers = producers_[next];
                if (placed[next]) {
                    stack.pop_back();
                } else if (const auto before = std::find_if(after.begin(), after.end(), isMissing);
                           before != after.end()) {
                    stack.push_back(*before);
                } else if (const auto from = std::find_if(producers.begin(), producers.end(), isMissing);
                           from != producers.end()) {
                    stack.push_back(*from);
                } else {
                    placed[next] = true;
                    stack.pop_back();
                    issue(next, 0);
                }
            }
        }
        return peak_;
    }

    [[nodiscard]] std::uint32_t soonest(int cycle) const {
        std::uint32_t best = ready_.begin()->second;
        for (const auto& [later, node] : ready_) {
            if (earliest_[node] <= cycle) return node;
            if (earliest_[node] < earliest_[best]) best = node;
        }
        return best;
    }

    [[nodiscard]] bool dies(std::uint32_t name) const {
        return alive_[name] && uses_[name] == 1 && !block_.kept[name];
    }

    [[nodiscard]] int taken(std::uint32_t node) const {
        int registers = 0;
        for (const auto name : block_.nodes[node].makes)
            if (uses_[name] > 0 || block_.kept[name]) ++registers;
        for (const auto name : block_.nodes[node].reads)
            if (dies(name)) --registers;
        return registers;
    }

    [[nodiscard]] std::uint32_t mostFreeing() const {
        std::uint32_t best = ready_.begin()->second;
        auto least = std::tuple(std::numeric_limits<int>::max(), best);
        for (const auto& [later, node] : ready_) {
            const auto key = std::tuple(taken(node), node);
            if (key >= least) continue;
            least = key;
            best = node;
        }
        return best;
    }

    void issue(std::uint32_t index, int cycle) {
        const auto& node = block_.nodes[index];
        if (preference_ < Preference::ByEffect) ready_.erase({!leadsToLoad_[index], index});
        for (const auto name : node.reads) {
            if (dies(name)) {
                alive_[name] = false;
                --now_;
            }
            --uses_[name];
        }
        for (const auto name : node.makes)
            if (!alive_[name] && (uses_[name] > 0 || block_.kept[name])) {
                alive_[name] = true;
                ++now_;
            }
        peak_ = std::max(peak_, now_ + node.temporaries);
        for (const auto user : users_[index]) {
            earliest_[user] = std::max(earliest_[user], cycle + node.latency);
            if (--waiting_[user] == 0 && preference_ < Preference::ByEffect)
                ready_.insert({!leadsToLoad_[user], user});
        }
    }

    const RegisterBlock& block_;
    Preference preference_;
    std::vector<bool> alive_;
    std::vector<int> uses_; ///< still to come
    const std::vector<std::vector<std::uint32_t>>&users_, &producers_;
    std::vector<int> waiting_, earliest_;
    const std::vector<bool>& leadsToLoad_;
    std::set<Key> ready_;
    int now_, peak_;
};

} // namespace

RegisterPeaks registerPeaks(const RegisterBlock& block) {
    const Wiring wiring(block);
    const int free = Order(block, wiring, Preference::Soonest).run();
    int fewest = free;
    for (const auto preference :
         {Preference::MostFreeing, Preference::ByEffect, Preference::BySource, Preference::ByDepth})
        if (preference != Preference::MostFreeing || block.nodes.size() <= mostNodesCompared)
            fewest = std::min(fewest, Order(block, wiring, preference).run());
    return {fewest, free};
}

} // namespace warpstring::frontend
