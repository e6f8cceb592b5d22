// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/walk.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpstring {

namespace {

struct Outstanding {
    double start = 0, done = 0;
};

class Walker {
public:
    explicit Walker(const WalkParameters& parameters)
        : parameters_(parameters),
          covered_(parameters.warps > 1 ? (parameters.warps - 1) * parameters.nonBlockingCycles : 0) {}

    void run(const std::vector<StringItem>& items) {
        for (const auto& item : items) {
            if (const auto* token = std::get_if<Token>(&item.content))
                step(*token);
            else
                repeat(std::get<Repeat>(item.content));
        }
    }

    WarpLatency total;

private:
    void step(const Token& token) {
        switch (token.kind) {
        case TokenKind::Compute: advance(token.cycles, total.compute); break;
        case TokenKind::Load:
            loads_[token.memory] = {total.cycles, total.cycles + parameters_.memoryLatency};
            advance(token.cycles, total.memory);
            break;
        case TokenKind::Store: advance(token.cycles, total.memory); break;
        case TokenKind::SharedLoad:
        case TokenKind::SharedStore: advance(token.cycles, total.shared); break;
        case TokenKind::Barrier: advance(token.cycles, total.barrier); break;
        case TokenKind::Wait: wait(token); break;
        }
    }

    void wait(const Token& token) {
        const auto found = loads_.find(token.memory);
        total.waits += token.weight;
        if (found == loads_.end()) return;
        double covered = covered_;
        if (parameters_.rule == WalkRule::Paper) covered += total.cycles - found->second.start;
        const double remaining = std::max(0.0, found->second.done - total.cycles - covered);
        loads_.erase(found);
        advance(remaining * token.weight, total.waiting);
    }

    void advance(double cycles, double& category) {
        total.cycles += cycles;
        category += cycles;
    }

    /// The outstanding loads as seen from now: what the next iteration depends on.
    [[nodiscard]] std::map<int, double> pending() const {
        std::map<int, double> relative;
        for (const auto& [number, load] : loads_)
            if (load.done > total.cycles) relative[number] = load.done - total.cycles;
        return relative;
    }

    void repeat(const Repeat& repeat) {
        const WarpLatency outside = total;
        double left = repeat.count;
        std::map<int, double> before = pending();
        while (left > 0) {
            const WarpLatency start = total;
            run(repeat.body);
            if (left < 1) { // the part of an iteration that some warps make
                scaleSince(start, left);
                break;
            }
            left -= 1;
            std::map<int, double> after = pending();
            const bool steady = sameAs(before, after);
            before = std::move(after);
            if (!steady || left < 1) continue;
            extrapolate(start, left);
            break;
        }
        if (std::fabs(repeat.weight - 1) > 1e-12) scaleSince(outside, repeat.weight);
    }

    static bool sameAs(const std::map<int, double>& a, const std::map<int, double>& b) {
        if (a.size() != b.size()) return false;
        return std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
            return x.first == y.first && std::fabs(x.second - y.second) <= 1e-6 * (1 + std::fabs(x.second));
        });
    }

    /// Adds `times` more iterations like the one since `start`.
    void extrapolate(const WarpLatency& start, double times) {
        const double before = total.cycles;
        forEachFigure(start, [&](double& now, double then) { now += (now - then) * times; });
        shiftLoads(total.cycles - before);
    }

    void scaleSince(const WarpLatency& start, double factor) {
        const double before = total.cycles;
        forEachFigure(start, [&](double& now, double then) { now = then + (now - then) * factor; });
        shiftLoads(total.cycles - before);
    }

    void shiftLoads(double by) {
        for (auto& [number, load] : loads_) {
            load.start += by;
            load.done += by;
        }
    }

    template <class Change>
    void forEachFigure(const WarpLatency& start, Change&& change) {
        change(total.cycles, start.cycles);
        change(total.compute, start.compute);
        change(total.memory, start.memory);
        change(total.shared, start.shared);
        change(total.barrier, start.barrier);
        change(total.waiting, start.waiting);
        change(total.waits, start.waits);
    }

    const WalkParameters& parameters_;
    double covered_;
    std::map<int, Outstanding> loads_;
};

} // namespace

WarpLatency walk(const TokenString& string, const WalkParameters& parameters) {
    Walker walker(parameters);
    walker.run(string.items);
    return walker.total;
}

} // namespace warpstring
