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
        if (cycles <= 0) return;
        costs_.all += cycles;
        const int line = lineOf(place);
        if (line == 0) {
            costs_.elsewhere += cycles;
            return;
        }
        LineCost& cost = costs_.lines[line];
        cost.cycles += cycles;
        if (waiting) cost.waiting += cycles;
        cost.byKind[static_cast<std::size_t>(kind)] += cycles;
    }

    LineCosts take() {
        for (const auto& [line, cost] : costs_.lines) costs_.most = std::max(costs_.most, cost.cycles);
        return std::move(costs_);
    }

private:
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
    sums.add(nowhere, token_string::TokenKind::Compute, timeline.ofWarp.start, true);
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
            sums.add(place, kind, timeline.ofWarp.operations[i][s], stall != timeline::Stall::None);
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

} // namespace

LineCosts lineCosts(const Simulation& simulation, const Pdg& pdg) {
    Sums sums(pdg);
    if (simulation.timeline)
        addTimeline(*simulation.timeline, pdg, sums);
    else
        addWalk(simulation.string.items, 1, pdg, sums);
    return sums.take();
}

} // namespace warpstring
