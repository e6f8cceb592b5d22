// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/line_costs.h"

#include <algorithm>

#include "app/gui/models/string/operation_kind.h"

namespace warpstring::gui {

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

void addWalk(const Analysis& analysis, Sums& sums) {
    for (TokenIndex i = 0; i < analysis.tokens.size(); ++i) {
        const token_string::Token& token = *analysis.tokens[i].token;
        const double cycles = token.cycles * analysis.tokens[i].iterations();
        if (token.kind == token_string::TokenKind::Wait) {
            sums.add(token.place, token.kind, cycles, true);
            continue;
        }
        if (token.statements.empty()) {
            sums.add(token.place, token.kind, cycles, false);
            continue;
        }
        // A C token gathers statements of several lines: each gets its part by its operations.
        double operations = 0;
        for (const StatementId id : token.statements) operations += analysis.pdg->statements[id].count;
        for (const StatementId id : token.statements) {
            const Statement& statement = analysis.pdg->statements[id];
            sums.add(statement.place, token.kind, cycles * statement.count / std::max(1.0, operations), false);
        }
    }
}

} // namespace

LineCosts lineCosts(const Analysis& analysis) {
    Sums sums(*analysis.pdg);
    if (analysis.simulation.timeline)
        addTimeline(*analysis.simulation.timeline, *analysis.pdg, sums);
    else
        addWalk(analysis, sums);
    return sums.take();
}

} // namespace warpstring::gui
