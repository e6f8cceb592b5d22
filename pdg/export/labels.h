// SPDX-License-Identifier: GPL-3.0-or-later
// The words in which every export of a graph names the same things, and the grouping of statements in pictures.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/operation_class.h"
#include "pdg/pdg.h"

namespace warpstring::pdg_export::label {

[[nodiscard]] inline std::string_view name(MemorySpace space) {
    switch (space) {
    case MemorySpace::Global: return "global";
    case MemorySpace::Constant: return "constant";
    case MemorySpace::Shared: return "shared";
    case MemorySpace::Private: return "private";
    case MemorySpace::Image: return "image";
    case MemorySpace::Unknown: break;
    }
    return "unknown";
}

[[nodiscard]] inline std::string_view name(AccessKind kind) {
    switch (kind) {
    case AccessKind::Load: return "load";
    case AccessKind::Store: return "store";
    case AccessKind::Atomic: break;
    }
    return "atomic";
}

[[nodiscard]] inline std::string_view name(InductionKind kind) {
    switch (kind) {
    case InductionKind::Linear: return "linear";
    case InductionKind::Geometric: return "geometric";
    case InductionKind::Other: break;
    }
    return "other";
}

/// "line 12", "tile.h line 3" for another file than the kernel's, empty where the line is not known.
[[nodiscard]] inline std::string line(const Pdg& pdg, const SourceLocation& at) {
    if (at.line <= 0) return {};
    const std::string text = "line " + std::to_string(at.line);
    return at.file.empty() || at.file == pdg.sourceName ? text : at.file + " " + text;
}

/// As `line`, with the calls that led there: "line 3 called at line 20".
[[nodiscard]] inline std::string place(const Pdg& pdg, const CodePlace& where) {
    std::string text = line(pdg, where.at);
    for (const auto& call : where.inlinedAt)
        if (const std::string at = line(pdg, call); !text.empty() && !at.empty()) text += " called at " + at;
    return text;
}

[[nodiscard]] inline std::string expression(const Pdg& pdg, ExprId id) {
    return exprText(pdg.exprs, id, pdg.parameterNames());
}

/// The name of what an access goes to; "?" where it is not known.
[[nodiscard]] inline std::string object(const Pdg& pdg, const MemoryAccess& access) {
    if (access.objectIsArgument)
        return access.object < pdg.arguments.size() ? pdg.arguments[access.object].name : "?";
    return access.object < pdg.arrays.size() ? pdg.arrays[access.object].name : "?";
}

/// "load global a + 4 * lid.x, 4 bytes"; the offset is in bytes.
[[nodiscard]] inline std::string access(const Pdg& pdg, const MemoryAccess& access) {
    return std::string(name(access.kind)) + " " + std::string(name(access.space)) + " " + object(pdg, access) +
           " + " + expression(pdg, access.offset) + ", " + std::to_string(access.bytes) + " bytes";
}

/// Of a statement that stands alone in pictures: a memory access or a barrier.
[[nodiscard]] inline std::string statement(const Pdg& pdg, const Statement& statement) {
    if (statement.kind == StatementKind::Barrier) return "barrier";
    return statement.access.index() < pdg.accesses.size() ? access(pdg, pdg.accesses[statement.access])
                                                          : statement.text;
}

/// The weight of a loop's region in the paper's figure 2.
[[nodiscard]] inline std::string weight(const Loop& loop) {
    return loop.constantTrips ? "W = " + std::to_string(*loop.constantTrips) : "W = ?";
}

/// A child of a region as pictures show it: a node of its own, or a run of statements that need no memory.
struct Item {
    NodeRef node;                 ///< the first of the run
    std::vector<StatementId> run; ///< Compute and Register statements that follow each other; else empty
};

[[nodiscard]] inline std::vector<Item> items(const Pdg& pdg, const Region& region) {
    std::vector<Item> items;
    for (const NodeRef& child : region.children) {
        const bool joins = child.kind == NodeRef::Kind::Statement &&
                           (pdg.statements[child.statement()].kind == StatementKind::Compute ||
                            pdg.statements[child.statement()].kind == StatementKind::Register);
        if (!joins) {
            items.push_back({child, {}});
        } else if (!items.empty() && !items.back().run.empty()) {
            items.back().run.push_back(child.statement());
        } else {
            items.push_back({child, {child.statement()}});
        }
    }
    return items;
}

/// What a statement of a run is counted as: its operation class, or its text where no instruction stands for
/// it.
[[nodiscard]] inline std::string operation(const Statement& statement) {
    if (statement.kind == StatementKind::Register) return statement.text + " (register)";
    return std::string(warpstring::name(statement.operation));
}

/// Statements of one place: "3x compute line 12: 2x float_mad, integer_add". Counts are of operations.
[[nodiscard]] inline std::string row(const Pdg& pdg, const std::vector<StatementId>& statements) {
    int computes = 0;
    std::vector<std::pair<std::string, int>> operations; // in program order
    for (const StatementId id : statements) {
        const Statement& each = pdg.statements[id];
        if (each.kind == StatementKind::Compute) computes += each.count;
        const std::string what = operation(each);
        const auto found = std::find_if(operations.begin(), operations.end(),
                                        [&](const auto& known) { return known.first == what; });
        if (found == operations.end())
            operations.emplace_back(what, each.count);
        else
            found->second += each.count;
    }
    std::string text = computes > 0 ? std::to_string(computes) + "x compute" : "no instruction";
    if (const std::string where = place(pdg, pdg.statements[statements.front()].place); !where.empty())
        text += " " + where;
    std::string separator = ": ";
    for (const auto& [what, count] : operations) {
        text += std::exchange(separator, ", ") + (count > 1 ? std::to_string(count) + "x " : "") + what;
    }
    return text;
}

/// A run cut where it goes on to another place.
[[nodiscard]] inline std::vector<std::vector<StatementId>> stretches(const Pdg& pdg,
                                                                     const std::vector<StatementId>& run) {
    std::vector<std::vector<StatementId>> stretches;
    std::string current;
    for (const StatementId id : run) {
        std::string where = place(pdg, pdg.statements[id].place);
        if (stretches.empty() || where != current) stretches.emplace_back();
        stretches.back().push_back(id);
        current = std::move(where);
    }
    return stretches;
}

/// A run as rows, one for each stretch.
[[nodiscard]] inline std::vector<std::string> rows(const Pdg& pdg, const std::vector<StatementId>& run) {
    std::vector<std::string> rows;
    for (const auto& stretch : stretches(pdg, run)) rows.push_back(row(pdg, stretch));
    return rows;
}

} // namespace warpstring::pdg_export::label
