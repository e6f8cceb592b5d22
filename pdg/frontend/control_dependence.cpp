// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/control_dependence.h"

#include <algorithm>
#include <map>

namespace warpstring::frontend {

namespace {

using BlockOrder = llvm::DenseMap<llvm::BasicBlock*, unsigned>;

llvm::BranchInst* conditionalBranch(llvm::BasicBlock* block) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    return branch != nullptr && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)
               ? branch
               : nullptr;
}

/// Reverse post-order in which the blocks of a loop stay together, so that what follows it comes after.
void appendLevel(const std::vector<llvm::BasicBlock*>& reversePostOrder, const llvm::Loop* level,
                 llvm::LoopInfo& loops, std::vector<llvm::BasicBlock*>& order) {
    std::vector<const llvm::Loop*> done;
    for (auto* block : reversePostOrder) {
        if (level != nullptr && !level->contains(block)) continue;
        const llvm::Loop* inner = loops.getLoopFor(block);
        while (inner != nullptr && inner->getParentLoop() != level && inner != level)
            inner = inner->getParentLoop();
        if (inner == level) {
            order.push_back(block);
        } else if (std::find(done.begin(), done.end(), inner) == done.end()) {
            done.push_back(inner);
            appendLevel(reversePostOrder, inner, loops, order);
        }
    }
}

/// Whether `to` is reached from `from` without leaving the current iteration of `level`.
bool reachesForward(llvm::BasicBlock* from, llvm::BasicBlock* to, const BlockOrder& position) {
    std::vector<llvm::BasicBlock*> pending{from};
    llvm::DenseMap<llvm::BasicBlock*, bool> seen;
    while (!pending.empty()) {
        auto* block = pending.back();
        pending.pop_back();
        if (block == to) return true;
        if (!seen.try_emplace(block, true).second) continue;
        for (auto* next : llvm::successors(block))
            if (position.lookup(next) > position.lookup(block) && position.lookup(next) <= position.lookup(to))
                pending.push_back(next);
    }
    return false;
}

/// For every block, the branch sides that decide on it in the same iteration (Ferrante et al., section 3.1:
/// walk the post-dominator tree from the branch's successor up to the branch's own post-dominator).
std::map<llvm::BasicBlock*, std::vector<ControlEdge>>
forwardDependences(const std::vector<llvm::BasicBlock*>& order, const BlockOrder& position,
                   llvm::PostDominatorTree& postDominators) {
    std::map<llvm::BasicBlock*, std::vector<ControlEdge>> dependences;
    for (auto* block : order) {
        auto* branch = conditionalBranch(block);
        if (branch == nullptr) continue;
        const auto* own = postDominators.getNode(block);
        const auto* stop = own != nullptr ? own->getIDom() : nullptr;
        for (unsigned side = 0; side < 2; ++side) {
            auto* successor = branch->getSuccessor(side);
            for (const auto* node = postDominators.getNode(successor); node != nullptr && node != stop;
                 node = node->getIDom()) {
                auto* dependent = node->getBlock();
                if (dependent == nullptr) break;                                    // the virtual exit
                if (position.lookup(dependent) <= position.lookup(block)) continue; // carried by a loop
                if (position.lookup(successor) <= position.lookup(block)) continue; // a back edge
                if (!reachesForward(successor, dependent, position)) continue;
                dependences[dependent].push_back({block, side == 0});
            }
        }
    }
    return dependences;
}

/// Where work-items leave a loop by its own condition: its end, or its beginning where it was not rotated.
llvm::BasicBlock* regularExit(const llvm::Loop& loop) {
    return loop.isLoopExiting(loop.getLoopLatch()) ? loop.getLoopLatch() : loop.getHeader();
}

/// Whether `place` stands in the source behind the end of the loop that `range` tells; unknown is no.
bool standsBehind(const llvm::DebugLoc& place, const llvm::Loop::LocRange& range) {
    if (!place || !range || place.getLine() == 0 || range.getEnd().getLine() == 0) return false;
    const auto* scope = range.getEnd()->getScope()->getSubprogram();
    if (place->getScope()->getSubprogram() != scope || place.getInlinedAt() != range.getEnd().getInlinedAt())
        return false;
    return std::pair(place.getLine(), place.getCol()) >
           std::pair(range.getEnd().getLine(), range.getEnd().getCol());
}

/// Whether a block on the way out of a loop holds what follows the loop in the source. The loop's end tells it
/// from what stands before a break or a return also where such a return is all that the loop's last block
/// decides on.
bool followsInSource(llvm::BasicBlock& block, const llvm::Loop& loop) {
    const auto range = loop.getLocRange();
    return std::any_of(block.begin(), block.end(), [&](const llvm::Instruction& instruction) {
        return !instruction.isTerminator() && standsBehind(instruction.getDebugLoc(), range);
    });
}

/// Code on the way out of a loop, such as what stands before a break, lies outside of the loop for LLVM, but
/// work-items come to it in different iterations. It belongs to the loop that all its conditions lie in, unless
/// they are the loop's regular exit, where work-items wait for each other: what every iteration of the loop
/// around that is followed by another comes through is one, and so is what follows the loop in the source.
llvm::Loop* executionLevel(llvm::BasicBlock* block, llvm::Loop* own, const std::vector<ControlEdge>& controls,
                           const ControlTree& tree, llvm::DominatorTree& dominators) {
    if (own != nullptr && dominators.dominates(block, own->getLoopLatch())) return own;
    llvm::Loop* level = nullptr;
    for (const auto& edge : controls) {
        auto* from = tree.levelOf(edge.block);
        if (from == nullptr || from == own || (own != nullptr && !own->contains(from)) ||
            (level != nullptr && level != from))
            return own;
        if (edge.block == regularExit(*from) || followsInSource(*block, *from)) return own;
        level = from;
    }
    return level == nullptr ? own : level;
}

} // namespace

llvm::Loop* ControlTree::levelAround(const llvm::Loop& loop) const {
    RegionId body = regionOf.lookup(loop.getHeader());
    while (regions[body].kind != Region::Kind::LoopBody) body = regions[body].parent;
    return regions[regions[body].parent].level;
}

RegionId ControlTree::regionAtLevel(llvm::BasicBlock* block, const llvm::Loop* level) const {
    RegionId region = regionOf.lookup(block);
    while (regions[region].level != level && regions[region].parent != none) region = regions[region].parent;
    return region;
}

bool ControlTree::isAncestor(RegionId ancestor, RegionId region) const {
    for (; region != none; region = regions[region].parent)
        if (region == ancestor) return true;
    return false;
}

RegionId ControlTree::commonAncestor(RegionId a, RegionId b) const {
    while (!isAncestor(a, b)) a = regions[a].parent;
    return a;
}

ControlTree buildControlTree(llvm::Function& kernel, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
                             llvm::PostDominatorTree& postDominators) {
    ControlTree tree;
    const llvm::ReversePostOrderTraversal<llvm::Function*> traversal(&kernel);
    const std::vector<llvm::BasicBlock*> reversePostOrder(traversal.begin(), traversal.end());
    appendLevel(reversePostOrder, nullptr, loops, tree.order);
    BlockOrder position;
    for (unsigned i = 0; i < tree.order.size(); ++i) position[tree.order[i]] = i + 1;
    const auto dependences = forwardDependences(tree.order, position, postDominators);

    tree.regions.push_back({Region::Kind::Entry, none, nullptr, {}});
    std::map<const llvm::Loop*, RegionId> bodies{{nullptr, entryRegion}};
    std::map<std::pair<const llvm::Loop*, std::vector<ControlEdge>>, RegionId> known;

    const auto regionFor = [&](llvm::Loop* level, std::vector<ControlEdge> controls) -> RegionId {
        if (controls.empty()) return bodies.at(level);
        std::sort(controls.begin(), controls.end());
        const auto key = std::pair<const llvm::Loop*, std::vector<ControlEdge>>(level, controls);
        if (const auto found = known.find(key); found != known.end()) return found->second;
        RegionId parent = tree.regionAtLevel(controls.front().block, level);
        for (const auto& edge : controls)
            parent = tree.commonAncestor(parent, tree.regionAtLevel(edge.block, level));
        tree.regions.push_back({Region::Kind::Branch, parent, level, std::move(controls)});
        const auto id = static_cast<RegionId>(tree.regions.size() - 1);
        known.emplace(key, id);
        return id;
    };

    for (auto* block : tree.order) {
        static const std::vector<ControlEdge> unconditional;
        const auto found = dependences.find(block);
        const auto& all = found == dependences.end() ? unconditional : found->second;
        // A header stands for its loop in every enclosing level that it is also the header of.
        std::vector<llvm::Loop*> entered;
        for (auto* loop = loops.getLoopFor(block); loop != nullptr && loop->getHeader() == block;
             loop = loop->getParentLoop())
            entered.push_back(loop);
        std::reverse(entered.begin(), entered.end());
        for (auto* loop : entered) {
            auto* level = loop->getParentLoop();
            std::vector<ControlEdge> controls;
            for (const auto& edge : all)
                if (!loop->contains(edge.block) && (level == nullptr || level->contains(edge.block)))
                    controls.push_back(edge);
            level = executionLevel(block, level, controls, tree, dominators);
            const RegionId parent = regionFor(level, std::move(controls));
            tree.regions.push_back({Region::Kind::LoopBody, parent, loop, {}});
            bodies[loop] = static_cast<RegionId>(tree.regions.size() - 1);
        }
        auto* level = loops.getLoopFor(block);
        std::vector<ControlEdge> controls;
        for (const auto& edge : all)
            if (level == nullptr || level->contains(edge.block)) controls.push_back(edge);
        if (entered.empty()) level = executionLevel(block, level, controls, tree, dominators);
        tree.regionOf[block] = regionFor(level, std::move(controls));
    }
    return tree;
}

llvm::BasicBlock* findIrreducible(llvm::Function& kernel, llvm::LoopInfo& loops,
                                  llvm::DominatorTree& dominators) {
    const llvm::ReversePostOrderTraversal<llvm::Function*> traversal(&kernel);
    BlockOrder position;
    unsigned index = 0;
    for (auto* block : traversal) position[block] = ++index;
    for (auto* block : traversal)
        for (auto* next : llvm::successors(block)) {
            if (position.lookup(next) > position.lookup(block)) continue;
            // A retreating edge of a natural loop goes to a block that dominates its source.
            const auto* loop = loops.getLoopFor(next);
            if (!dominators.dominates(next, block) || loop == nullptr || loop->getHeader() != next) return next;
        }
    return nullptr;
}

} // namespace warpstring::frontend
