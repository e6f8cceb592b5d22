// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/string/walk.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpstring::token_string {

namespace {

struct Outstanding {
    double start = 0, done = 0;
};

/// While a warp waits. Infinite where nothing blocks.
double coveredByOthers(const WalkParameters& parameters) {
    if (parameters.warps <= 1) return 0;
    if (parameters.rule == WalkRule::Paper) return (parameters.warps - 1) * parameters.nonBlockingCycles;
    if (std::isinf(parameters.nonBlockingCycles)) return parameters.nonBlockingCycles;
    return std::max(0.0, parameters.warps * parameters.nonBlockingCycles -
                             parameters.aloneCycles.value_or(parameters.nonBlockingCycles));
}

class Walker {
public:
    explicit Walker(const WalkParameters& parameters, bool byToken = false)
        : parameters_(parameters), byToken_(byToken), covered_(coveredByOthers(parameters)) {}

    void run(const std::vector<StringItem>& items) {
        for (const auto& item : items) {
            if (const auto* token = std::get_if<Token>(&item.content))
                step(*token);
            else
                repeat(std::get<Repeat>(item.content));
        }
    }

    WarpLatency total;
    std::map<const Token*, double> waiting; ///< by G token; empty unless asked for

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
        if (byToken_ && remaining > 0) waiting[&token] += remaining * token.weight;
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
        const auto waitingOutside = waiting;
        double left = repeat.count;
        std::map<int, double> before = pending();
        while (left > 0) {
            const WarpLatency start = total;
            const auto waitingStart = waiting;
            run(repeat.body);
            if (left < 1) { // the part of an iteration that some warps make
                scaleSince(start, waitingStart, left);
                break;
            }
            left -= 1;
            std::map<int, double> after = pending();
            const bool steady = sameAs(before, after);
            before = std::move(after);
            if (!steady || left < 1) continue;
            extrapolate(start, waitingStart, left);
            break;
        }
        if (std::fabs(repeat.weight - 1) > 1e-12) scaleSince(outside, waitingOutside, repeat.weight);
    }

    static bool sameAs(const std::map<int, double>& a, const std::map<int, double>& b) {
        if (a.size() != b.size()) return false;
        return std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
            return x.first == y.first && std::fabs(x.second - y.second) <= 1e-6 * (1 + std::fabs(x.second));
        });
    }

    using Waiting = std::map<const Token*, double>;

    /// Adds `times` more iterations like the one since `start`.
    void extrapolate(const WarpLatency& start, const Waiting& waitingStart, double times) {
        changeSince(start, waitingStart, [&](double& now, double then) { now += (now - then) * times; });
    }

    void scaleSince(const WarpLatency& start, const Waiting& waitingStart, double factor) {
        changeSince(start, waitingStart, [&](double& now, double then) { now = then + (now - then) * factor; });
    }

    template <class Change>
    void changeSince(const WarpLatency& start, const Waiting& waitingStart, Change&& change) {
        const double before = total.cycles;
        forEachFigure(start, change);
        for (auto& [token, cycles] : waiting) {
            const auto found = waitingStart.find(token);
            change(cycles, found == waitingStart.end() ? 0 : found->second);
        }
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
    bool byToken_;
    double covered_;
    std::map<int, Outstanding> loads_;
};

} // namespace

WarpLatency walk(const TokenString& string, const WalkParameters& parameters) {
    Walker walker(parameters);
    walker.run(string.items);
    return walker.total;
}

std::vector<double> waitingByToken(const TokenString& string, const WalkParameters& parameters) {
    Walker walker(parameters, true);
    walker.run(string.items);
    std::vector<double> cycles;
    const auto collect = [&](const auto& self, const std::vector<StringItem>& items) -> void {
        for (const auto& item : items) {
            if (const auto* repeat = std::get_if<Repeat>(&item.content)) {
                self(self, repeat->body);
                continue;
            }
            const auto found = walker.waiting.find(&std::get<Token>(item.content));
            cycles.push_back(found == walker.waiting.end() ? 0 : found->second);
        }
    };
    collect(collect, string.items);
    return cycles;
}

void bookWaiting(TokenString& string, const WalkParameters& parameters) {
    const std::vector<double> waiting = waitingByToken(string, parameters);
    std::size_t next = 0;
    const auto book = [&](const auto& self, std::vector<StringItem>& items, double iterations) -> void {
        for (auto& item : items) {
            if (auto* repeat = std::get_if<Repeat>(&item.content)) {
                self(self, repeat->body, iterations * repeat->count * repeat->weight);
                continue;
            }
            auto& token = std::get<Token>(item.content);
            const double cycles = waiting[next++];
            if (token.kind == TokenKind::Wait) token.cycles = iterations > 0 ? cycles / iterations : 0;
        }
    };
    book(book, string.items, 1);
}

} // namespace warpstring::token_string
