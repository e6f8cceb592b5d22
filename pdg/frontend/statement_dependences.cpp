// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "pdg/frontend/byte_dots.h"
#include "pdg/frontend/fusion.h"
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

namespace {

void keepFewest(std::map<StatementId, int>& ago, StatementId producer, int iterations) {
    const auto [kept, isNew] = ago.emplace(producer, iterations);
    if (!isNew) kept->second = std::min(kept->second, iterations);
}

} // namespace

bool StatementBuilder::isWithin(RegionId region, const llvm::Loop& loop) const {
    const auto found = context_.loopIds.find(&loop);
    const auto& regions = context_.pdg.regions;
    for (RegionId at = region; found != context_.loopIds.end() && at != none; at = regions[at].parent)
        if (regions[at].kind == Region::Kind::LoopBody && regions[at].loop == found->second) return true;
    return false;
}

std::map<StatementId, int> StatementBuilder::producersAgo(const llvm::Value* value, RegionId user) const {
    std::map<StatementId, int> found;
    llvm::DenseMap<const llvm::Value*, int> seen;
    std::vector<std::pair<const llvm::Value*, int>> pending{{value, 0}};
    while (!pending.empty()) {
        const auto [next, iterations] = pending.back();
        pending.pop_back();
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(next);
        if (instruction == nullptr) continue;
        const auto [known, isNew] = seen.try_emplace(next, iterations);
        if (!isNew && known->second <= iterations) continue;
        known->second = iterations;
        if (const auto made = result_.find(instruction); made != result_.end()) {
            keepFewest(found, made->second, iterations);
            if (const auto parts = furtherParts_.find(instruction); parts != furtherParts_.end())
                for (const auto part : parts->second) keepFewest(found, part, iterations);
            continue;
        }
        const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
        const auto* loop = phi != nullptr ? context_.loops.getLoopFor(phi->getParent()) : nullptr;
        const bool handsOn = loop != nullptr && loop->getHeader() == phi->getParent() && isWithin(user, *loop);
        for (unsigned i = 0; i < instruction->getNumOperands(); ++i) {
            const bool isBefore = handsOn && loop->contains(phi->getIncomingBlock(i));
            pending.emplace_back(instruction->getOperand(i), iterations + (isBefore ? 1 : 0));
        }
    }
    return found;
}

std::vector<StatementId> StatementBuilder::producers(const llvm::Value* value) const {
    std::vector<StatementId> found;
    for (const auto& [id, iterations] : producersAgo(value, none)) found.push_back(id);
    return found;
}

void StatementBuilder::connect() {
    auto& statements = context_.pdg.statements;
    for (const auto& [id, values] : operands_) {
        Statement& statement = statements[id];
        std::map<StatementId, int> ago;
        for (const auto* value : values)
            for (const auto& [producer, iterations] : producersAgo(value, statement.region)) {
                if (producer == id)
                    statement.carried = true;
                else
                    keepFewest(ago, producer, iterations);
            }
        connectAdvanced(statement, values);
        for (const auto& [producer, iterations] : ago) {
            statement.data.push_back(producer);
            if (iterations > 0) statement.handedOn.push_back({producer, iterations});
        }
    }
    connectMemory();
    const auto fuse = [&](const auto& found, Fusion fusion) {
        for (const auto& [inner, outer] : found)
            if (const auto taken = result_.find(inner), into = result_.find(outer);
                taken != result_.end() && into != result_.end()) {
                statements[taken->second].fusedInto = into->second;
                statements[taken->second].fusion = fusion;
            }
    };
    const auto threes = findFusions(context_.control.order, context_.pdg.addressBits, addresses_.folded);
    fuse(threes, Fusion::ThreeInputs);
    fuse(findSumsOfMinMax(context_, threes, addresses_.folded), Fusion::MinMaxOfSum);
    fuse(findByteDots(context_.control.order), Fusion::ByteDot);
}

void StatementBuilder::connectAdvanced(Statement& statement,
                                       const std::vector<const llvm::Value*>& operands) const {
    if (statement.kind != StatementKind::Memory) return;
    for (const auto* operand : operands) {
        const auto* pointer = llvm::dyn_cast<llvm::GetElementPtrInst>(operand);
        if (pointer == nullptr) continue;
        const auto shared = addresses_.shared.find(pointer);
        const auto found = advances_.find(shared == addresses_.shared.end() ? pointer : shared->second);
        if (found != advances_.end()) statement.advancedBy = found->second;
    }
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
