// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/pointed_objects.h"

#include <algorithm>
#include <set>

namespace warpstring::frontend {

namespace {

/// An access through a pointer to one of more objects counts as one to an unknown place.
constexpr std::size_t mostObjects = 8;

MemorySpace spaceOf(const KernelArgument& argument) {
    switch (argument.kind) {
    case KernelArgument::Kind::Shared: return MemorySpace::Shared;
    case KernelArgument::Kind::Constant:
    case KernelArgument::Kind::Struct: return MemorySpace::Constant;
    default: return MemorySpace::Global;
    }
}

} // namespace

std::optional<MemoryObject> objectAt(const llvm::Value& value, const KernelContext& context) {
    if (const auto array = context.arrayIds.find(&value); array != context.arrayIds.end())
        return MemoryObject{context.pdg.arrays[array->second].space, array->second, false};
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
        return MemoryObject{spaceOf(context.pdg.arguments[argument->getArgNo()]), argument->getArgNo(), true};
    return std::nullopt;
}

PointedObjects pointedObjects(const llvm::Value& pointer, const KernelContext& context) {
    PointedObjects found;
    std::set<MemoryObject> objects;
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    std::vector<const llvm::Value*> pending{&pointer};
    while (!pending.empty()) {
        const auto* value = pending.back();
        pending.pop_back();
        if (!seen.insert(value).second) continue;
        if (const auto object = objectAt(*value, context)) {
            objects.insert(*object);
            if (objects.size() > mostObjects) return {};
            continue;
        }
        if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(value)) {
            found.areWhole = false;
            pending.push_back(gep->getPointerOperand());
        } else if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
            pending.push_back(select->getTrueValue());
            pending.push_back(select->getFalseValue());
        } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
            pending.insert(pending.end(), phi->value_op_begin(), phi->value_op_end());
        } else if (const auto* same = llvm::dyn_cast<llvm::Operator>(value);
                   same != nullptr && (same->getOpcode() == llvm::Instruction::AddrSpaceCast ||
                                       same->getOpcode() == llvm::Instruction::BitCast ||
                                       same->getOpcode() == llvm::Instruction::Freeze)) {
            pending.push_back(same->getOperand(0));
        } else {
            return {};
        }
    }
    found.objects.assign(objects.begin(), objects.end());
    return found;
}

std::vector<const llvm::PHINode*> rotation(const llvm::PHINode& phi, const llvm::Loop& loop) {
    std::vector<const llvm::PHINode*> circle;
    const auto* next = &phi;
    do {
        circle.push_back(next);
        next = llvm::dyn_cast<llvm::PHINode>(next->getIncomingValueForBlock(loop.getLoopLatch()));
        if (next == nullptr || next->getParent() != loop.getHeader() || circle.size() > mostObjects) return {};
    } while (next != &phi);
    return circle.size() > 1 ? circle : std::vector<const llvm::PHINode*>{};
}

} // namespace warpstring::frontend
