// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "pdg/frontend/fusion.h"
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

std::vector<StatementId> StatementBuilder::producers(const llvm::Value* value) {
    std::vector<StatementId> found;
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    std::vector<const llvm::Value*> pending{value};
    while (!pending.empty()) {
        const auto* next = pending.back();
        pending.pop_back();
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(next);
        if (instruction == nullptr || !seen.insert(next).second) continue;
        if (const auto known = result_.find(instruction); known != result_.end()) {
            found.push_back(known->second);
            if (const auto parts = furtherParts_.find(instruction); parts != furtherParts_.end())
                found.insert(found.end(), parts->second.begin(), parts->second.end());
            continue;
        }
        for (const auto& operand : instruction->operands()) pending.push_back(operand);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

void StatementBuilder::connect() {
    auto& statements = context_.pdg.statements;
    for (const auto& [id, values] : operands_) {
        auto& data = statements[id].data;
        for (const auto* value : values)
            for (const auto producer : producers(value))
                if (producer == id)
                    statements[id].carried = true;
                else
                    data.push_back(producer);
        std::sort(data.begin(), data.end());
        data.erase(std::unique(data.begin(), data.end()), data.end());
    }
    connectMemory();
    for (const auto& [inner, outer] :
         findFusions(context_.control.order, context_.pdg.addressBits, addresses_.folded))
        if (const auto taken = result_.find(inner), into = result_.find(outer);
            taken != result_.end() && into != result_.end())
            statements[taken->second].fusedInto = into->second;
}

void StatementBuilder::connectMemory() {
    struct ObjectState {
        std::vector<StatementId> stores, loadsSinceStore;
    };
    std::map<std::tuple<MemorySpace, bool, std::uint32_t>, ObjectState> objects;
    StatementId barrier = none;
    for (auto& statement : context_.pdg.statements) {
        if (statement.kind == StatementKind::Barrier) {
            // A barrier follows every access before it and precedes every access after it.
            for (auto& [object, state] : objects) {
                if (std::get<0>(object) == MemorySpace::Private) continue;
                for (const auto id : state.stores) statement.memory.push_back(id);
                for (const auto id : state.loadsSinceStore) statement.memory.push_back(id);
                state = {};
            }
            if (barrier != none) statement.memory.push_back(barrier);
            barrier = statement.id;
            continue;
        }
        if (statement.access == none) continue;
        const auto& access = context_.pdg.accesses[statement.access];
        auto& state = objects[{access.space, access.objectIsArgument, access.object}];
        const bool isPrivate = access.space == MemorySpace::Private;
        if (barrier != none && !isPrivate) statement.memory.push_back(barrier);
        // Registers of an array pass their values on as data.
        auto& edges = statement.kind == StatementKind::Register && access.kind == AccessKind::Load
                          ? statement.data
                          : statement.memory;
        for (const auto id : state.stores) edges.push_back(id);
        if (access.kind == AccessKind::Load) {
            state.loadsSinceStore.push_back(statement.id);
        } else {
            for (const auto id : state.loadsSinceStore) statement.memory.push_back(id);
            if (statement.kind != StatementKind::Register) state.stores.clear();
            state.stores.push_back(statement.id);
            state.loadsSinceStore.clear();
        }
    }
}

} // namespace warpstring::frontend
