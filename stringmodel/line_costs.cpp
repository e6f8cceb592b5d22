// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/line_costs.h"

#include <algorithm>

#include "stringmodel/operation_kind.h"

namespace warpstring {

namespace {

class Sums {
public:
    explicit Sums(const Pdg& pdg) : pdg_(pdg) {}

    void add(const CodePlace& place, token_string::TokenKind kind, double cycles, bool waiting) {
        if (cycles > 0) addTo(costOf(place), kind, cycles, waiting);
    }

    void add(const CodePlace& place, token_string::TokenKind kind, double cycles, timeline::Stall stall) {
        if (cycles <= 0) return;
        LineCost& cost = costOf(place);
        addTo(cost, kind, cycles, stall != timeline::Stall::None);
        cost.byReason[static_cast<std::size_t>(stall)] += cycles;
    }

    /// `times`: executions by a warp. Lines that cost nothing get no entry for it.
    void addRequests(const token_string::Token& token, double times) {
        const int line = lineOf(token.place);
        const auto found = costs_.lines.find(line);
        if (line > 0 && found == costs_.lines.end()) return;
        LineCost& cost = line > 0 ? found->second : costs_.elsewhere;
        cost.transactions += token.transactions * times;
        cost.conflictWays = std::max(cost.conflictWays, token.conflictWays);
    }

    LineCosts take() {
        for (const auto& [line, cost] : costs_.lines) costs_.most = std::max(costs_.most, cost.cycles);
        return std::move(costs_);
    }

private:
    LineCost& costOf(const CodePlace& place) {
        const int line = lineOf(place);
        return line > 0 ? costs_.lines[line] : costs_.elsewhere;
    }

    void addTo(LineCost& cost, token_string::TokenKind kind, double cycles, bool waiting) {
        costs_.all += cycles;
        cost.cycles += cycles;
        if (waiting) cost.waiting += cycles;
        cost.byKind[static_cast<std::size_t>(kind)] += cycles;
    }

    /// In the kernel's own file: where it stands, else where what holds it was called.
    int lineOf(const CodePlace& place) const {
        const auto own = [&](const SourceLocation& at) {
            return at.line > 0 && (at.file.empty() || at.file == pdg_.sourceName);
        };
        if (own(place.at)) return place.at.line;
        for (const SourceLocation& call : place.inlinedAt)
            if (own(call)) return call.line;
        return 0;
    }

    const Pdg& pdg_;
    LineCosts costs_;
};

void addTimeline(const timeline::KernelTimeline& timeline, const Pdg& pdg, Sums& sums) {
    const CodePlace nowhere;
    sums.add(nowhere, token_string::TokenKind::Compute, timeline.ofWarp.start, timeline::Stall::Start);
    for (std::size_t i = 0; i < timeline.ofWarp.operations.size(); ++i) {
        const machine::MachineOperation& operation = timeline.program.operations[i];
        const CodePlace& place = operation.statement != none   ? pdg.statements[operation.statement].place
                                 : operation.predicate != none ? pdg.predicates[operation.predicate].place
                                                               : nowhere;
        for (std::size_t s = 0; s < timeline::stallCount; ++s) {
            const auto stall = static_cast<timeline::Stall>(s);
            const token_string::TokenKind kind =
                stall == timeline::Stall::Global    ? token_string::TokenKind::Wait
                : stall == timeline::Stall::Barrier ? token_string::TokenKind::Barrier
                                                    : kindOf(operation);
            sums.add(place, kind, timeline.ofWarp.operations[i][s], stall);
        }
    }
}

/// `times`: executions of what is around by a warp.
void addWalk(const std::vector<token_string::StringItem>& items, double times, const Pdg& pdg, Sums& sums) {
    for (const auto& item : items) {
        if (const auto* repeat = std::get_if<token_string::Repeat>(&item.content)) {
            addWalk(repeat->body, times * repeat->count * repeat->weight, pdg, sums);
            continue;
        }
        const auto& token = std::get<token_string::Token>(item.content);
        const double cycles = token.cycles * times;
        const bool waits = token.kind == token_string::TokenKind::Wait;
        if (waits || token.statements.empty()) {
            sums.add(token.place, token.kind, cycles, waits);
            continue;
        }
        // A C token gathers statements of several lines: each gets its part by its operations.
        double operations = 0;
        for (const StatementId id : token.statements) operations += pdg.statements[id].count;
        for (const StatementId id : token.statements) {
            const Statement& statement = pdg.statements[id];
            sums.add(statement.place, token.kind, cycles * statement.count / std::max(1.0, operations), false);
        }
    }
}

/// `times`: executions of what is around by a warp.
void addRequests(const std::vector<token_string::StringItem>& items, double times, Sums& sums) {
    for (const auto& item : items)
        if (const auto* repeat = std::get_if<token_string::Repeat>(&item.content))
            addRequests(repeat->body, times * repeat->count * repeat->weight, sums);
        else
            sums.addRequests(std::get<token_string::Token>(item.content),
                             times * std::get<token_string::Token>(item.content).weight);
}

} // namespace

LineCosts lineCosts(const Simulation& simulation, const Pdg& pdg) {
    Sums sums(pdg);
    if (simulation.timeline)
        addTimeline(*simulation.timeline, pdg, sums);
    else
        addWalk(simulation.string.items, 1, pdg, sums);
    addRequests(simulation.string.items, 1, sums);
    return sums.take();
}

} // namespace warpstring
