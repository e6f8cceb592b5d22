// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/register_pressure.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "pdg/frontend/loop_analysis.h"
#include "pdg/frontend/register_values.h"

namespace warpstring::frontend {

namespace {

/// Whether a load may move behind an instruction of its block.
bool mayPass(const llvm::LoadInst& load, const llvm::Instruction& other) {
    if (!other.mayWriteToMemory()) return true;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&other);
    if (store == nullptr || load.isVolatile()) return false;
    if (store->getPointerAddressSpace() != load.getPointerAddressSpace()) return true;
    const auto* from = llvm::getUnderlyingObject(load.getPointerOperand());
    const auto* to = llvm::getUnderlyingObject(store->getPointerOperand());
    if (from == to) return false;
    const auto isAlone = [](const llvm::Value* object) {
        const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
        return argument == nullptr
                   ? llvm::isa<llvm::GlobalVariable>(object) || llvm::isa<llvm::AllocaInst>(object)
                   : argument->hasNoAliasAttr();
    };
    return isAlone(from) || isAlone(to);
}

/// Copies of a loop's body that compilers put behind each other where its trips can be counted at entry.
constexpr int unrolledCopies = 4;
constexpr int mostCopies = 16;         ///< of short bodies
constexpr int shortBody = 8;           ///< instructions, as seen in NVIDIA's machine code
constexpr int mostInstructions = 2048; ///< of all copies

/// Accesses of a body that one is compared with, at most: work that does not grow with the square of a body.
constexpr std::size_t mostAccessesCompared = 64;

/// Instructions behind a condition that the machine executes under a predicate, at most.
constexpr int mostPredicated = 8;

/// Bodies that need at most one in so many registers less than the most are short of them as well.
constexpr int nearlyAsMany = 8;

/// Peaks up to which compilers keep what they have computed.
constexpr int fewEnough = 24;

class RegisterPressure {
public:
    RegisterPressure(const KernelContext& context, const AddressArithmetic& addresses, bool computesAgain)
        : context_(context), values_(context, addresses, computesAgain) {
        findAlive();
    }

    /// Of all bodies together.
    RegisterPeaks peaks() const { return peaksOf(bodies()).first; }

    PressureFigures run() const {
        const auto all = bodies();
        const auto [most, needed] = peaksOf(all);
        PressureFigures figures{most, {}, nullptr, false};
        // Spilling costs most in the deepest loop of those that need about as many.
        const Body* busiest = nullptr;
        const auto depth = [&](const Body& body) { return context_.loops.getLoopDepth(body.blocks.front()); };
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (needed[i] * nearlyAsMany < most.fewest * (nearlyAsMany - 1)) continue;
            if (busiest == nullptr || depth(all[i]) > depth(*busiest)) busiest = &all[i];
        }
        if (busiest == nullptr) return figures;
        figures.busiest = context_.loops.getLoopFor(busiest->blocks.front());
        figures.idle = idleIn(busiest->blocks);
        return figures;
    }

private:
    /// By the numbers of parts.
    using Parts = llvm::BitVector;

    /// Blocks that the machine executes as one, branches between them by predicates, and how many copies.
    struct Body {
        std::vector<const llvm::BasicBlock*> blocks;
        int copies = 1;
    };

    /// The most of all bodies, and the fewest that each needs.
    [[nodiscard]] std::pair<RegisterPeaks, std::vector<int>> peaksOf(const std::vector<Body>& all) const {
        RegisterPeaks most;
        std::vector<int> needed;
        for (const auto& [blocks, copies] : all) {
            auto peaks = registerPeaks(describe(blocks, copies));
            for (const auto* loop = context_.loops.getLoopFor(blocks.front()); loop != nullptr;
                 loop = loop->getParentLoop()) {
                const int kept = values_.keptForAddresses(*loop);
                peaks.fewest += kept;
                peaks.free += kept;
            }
            needed.push_back(peaks.fewest);
            most.fewest = std::max(most.fewest, peaks.fewest);
            most.free = std::max(most.free, peaks.free);
        }
        return {most, std::move(needed)};
    }

    [[nodiscard]] std::vector<Body> bodies() const {
        std::vector<Body> found;
        for (const auto* block : context_.control.order) {
            auto* loop = context_.loops.getLoopFor(block);
            const int copies = loop == nullptr ? 1 : knownCopies(*loop);
            const bool isWithLoop = copies > 1 && block != loop->getHeader();
            if (isWithLoop || (!found.empty() && copies == 1 && isPredicated(*block, found.back())))
                found.back().blocks.push_back(block);
            else
                found.push_back({{block}, copies});
        }
        return found;
    }

    [[nodiscard]] bool isBarrier(const llvm::Instruction& instruction) const {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        return call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) &&
               context_.language.builtin(*call).kind == CalledBuiltin::Kind::Barrier;
    }

    /// Short blocks behind a condition, and what follows both of its sides.
    [[nodiscard]] bool isPredicated(const llvm::BasicBlock& block, const Body& body) const {
        const auto* loop = context_.loops.getLoopFor(&block);
        if (body.copies > 1 || loop != context_.loops.getLoopFor(body.blocks.front()) ||
            (loop != nullptr && loop->getHeader() == &block))
            return false;
        for (const auto* from : llvm::predecessors(&block))
            if (std::find(body.blocks.begin(), body.blocks.end(), from) == body.blocks.end()) return false;
        if (block.getSinglePredecessor() == nullptr) return true;
        if (llvm::succ_empty(&block)) return false;
        int instructions = 0;
        for (const auto& instruction : block) {
            if (isBarrier(instruction)) return false;
            if (values_.isExecuted(instruction)) ++instructions;
        }
        return instructions <= mostPredicated;
    }

    [[nodiscard]] int knownCopies(const llvm::Loop& loop) const {
        const auto [place, isNew] = copies_.try_emplace(&loop, 1);
        if (isNew) place->second = copiesOf(loop);
        return place->second;
    }

    /// 1 where a loop stays as it is.
    [[nodiscard]] int copiesOf(const llvm::Loop& loop) const {
        if (!loop.isInnermost() || loop.getExitingBlock() == nullptr ||
            loop.getExitingBlock() != loop.getLoopLatch())
            return 1;
        int instructions = 0;
        for (const auto* block : loop.blocks())
            for (const auto& instruction : *block) {
                if (isBarrier(instruction)) return 1;
                if (values_.isExecuted(instruction)) ++instructions;
            }
        const auto asked = unrollingOf(loop, context_.evolution);
        if (!asked && !stepsEvenly(loop)) return 1;
        const int copies = asked.value_or(instructions <= shortBody ? mostCopies : unrolledCopies);
        return std::clamp(copies, 1, std::max(1, mostInstructions / std::max(1, instructions)));
    }

    /// Whether a constant step leads to the loop's end.
    [[nodiscard]] bool stepsEvenly(const llvm::Loop& loop) const {
        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
        const auto* compare = branch != nullptr && branch->isConditional()
                                  ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                                  : nullptr;
        if (compare == nullptr) return false;
        return std::any_of(compare->op_begin(), compare->op_end(), [&](const auto& operand) {
            const auto* counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(context_.evolution.getSCEV(operand));
            return counter != nullptr && counter->getLoop() == &loop && counter->isAffine() &&
                   llvm::isa<llvm::SCEVConstant>(counter->getStepRecurrence(context_.evolution));
        });
    }

    /// What an instruction makes and reads of what is alive, by number.
    struct Touched {
        llvm::SmallVector<unsigned, 2> makes;
        llvm::SmallVector<unsigned, 4> reads;
    };

    unsigned numberOf(const RegisterPart& part) {
        const auto [place, isNew] = numbers_.try_emplace(std::pair(part.value, part.part), parts_.size());
        if (isNew) parts_.push_back(part);
        return place->second;
    }

    void findAlive() {
        llvm::DenseMap<const llvm::BasicBlock*, std::vector<Touched>> touched;
        for (const auto* block : context_.control.order) {
            auto& all = touched[block];
            for (const auto& instruction : *block) {
                if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
                    for (const auto& value : phi->incoming_values())
                        for (const auto& part : values_.holding(*value)) numberOf(part);
                Touched own;
                for (const auto& part : values_.madeBy(instruction)) own.makes.push_back(numberOf(part));
                if (values_.isExecuted(instruction))
                    for (const auto& part : values_.readBy(instruction))
                        if (!values_.isAdvanced(*part.value)) own.reads.push_back(numberOf(part));
                if (!own.makes.empty() || !own.reads.empty()) all.push_back(std::move(own));
            }
        }
        for (const auto* block : context_.control.order) aliveAtStart_[block].resize(parts_.size());
        for (bool changed = true; changed;) {
            changed = false;
            for (const auto* block : llvm::reverse(context_.control.order)) {
                Parts alive = aliveAtEnd(*block);
                for (const auto& own : llvm::reverse(touched[block])) {
                    for (const unsigned number : own.makes) alive.reset(number);
                    for (const unsigned number : own.reads) alive.set(number);
                }
                auto& known = aliveAtStart_[block];
                if (alive == known) continue;
                known = std::move(alive);
                changed = true;
            }
        }
    }

    [[nodiscard]] Parts aliveAtEnd(const llvm::BasicBlock& block) const {
        Parts alive(static_cast<unsigned>(parts_.size()));
        for (const auto* next : llvm::successors(&block)) addArriving(block, *next, alive);
        return alive;
    }

    [[nodiscard]] std::vector<RegisterPart> partsIn(const Parts& alive) const {
        std::vector<RegisterPart> found;
        found.reserve(alive.count());
        for (const unsigned number : alive.set_bits()) found.push_back(parts_[number]);
        return found;
    }

    /// What passes through blocks that do not touch it.
    [[nodiscard]] std::vector<IdleRegisters> idleIn(const std::vector<const llvm::BasicBlock*>& blocks) const {
        std::map<const llvm::Value*, std::vector<const llvm::BasicBlock*>> touching;
        for (const auto* block : context_.control.order)
            for (const auto& instruction : *block) {
                const auto touch = [&](const std::vector<RegisterPart>& parts) {
                    for (const auto& part : parts) touching[part.value].push_back(block);
                };
                touch(values_.madeBy(instruction));
                if (values_.isExecuted(instruction)) touch(values_.readBy(instruction));
                if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
                    for (const auto& value : phi->incoming_values()) touch(values_.holding(*value));
            }
        std::vector<IdleRegisters> idle;
        for (const auto& part : startOf(*blocks.front())) {
            const auto& places = touching[part.value];
            const auto isIn = [&](const auto& isAmong) {
                return std::any_of(places.begin(), places.end(), isAmong);
            };
            if (isIn([&](const auto* block) {
                    return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
                }))
                continue;
            const auto* loop = context_.loops.getLoopFor(blocks.front());
            while (loop != nullptr && !isIn([&](const auto* block) { return loop->contains(block); }))
                loop = loop->getParentLoop();
            const auto known =
                std::find_if(idle.begin(), idle.end(), [&](const auto& level) { return level.loop == loop; });
            if (known != idle.end())
                ++known->registers;
            else
                idle.push_back({loop, 1});
        }
        const auto depth = [](const llvm::Loop* loop) { return loop == nullptr ? 0U : loop->getLoopDepth(); };
        std::sort(idle.begin(), idle.end(),
                  [&](const auto& a, const auto& b) { return depth(a.loop) < depth(b.loop); });
        return idle;
    }

    [[nodiscard]] ordering::InstructionBlock describe(const std::vector<const llvm::BasicBlock*>& blocks,
                                                      int copies) const {
        ordering::InstructionBlock described;
        llvm::DenseMap<std::tuple<const llvm::Value*, int, int>, std::uint32_t> names;
        const auto nameOf = [&](const RegisterPart& part) {
            const auto [place, isNew] =
                names.try_emplace(std::tuple(part.value, part.part, part.copy),
                                  static_cast<std::uint32_t>(described.registers.size()));
            if (isNew) described.registers.emplace_back();
            return place->second;
        };
        const auto* header = blocks.front();
        const llvm::SmallPtrSet<const llvm::BasicBlock*, 8> within(blocks.begin(), blocks.end());
        const auto isWithin = [&](const llvm::BasicBlock* block) { return within.contains(block); };
        // What an earlier copy made stands for what the loop carries.
        const auto inCopy = [&](RegisterPart part, int copy) -> std::vector<RegisterPart> {
            for (; copy >= 0; --copy) {
                const auto* instruction = llvm::cast<llvm::Instruction>(part.value);
                if (!isWithin(instruction->getParent())) return {part};
                const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
                if (phi == nullptr || phi->getParent() != header || copy == 0) {
                    part.copy = copy;
                    return {part};
                }
                const auto before = values_.holding(*phi->getIncomingValueForBlock(blocks.back()));
                if (static_cast<std::size_t>(part.part) >= before.size()) return {};
                part = before[static_cast<std::size_t>(part.part)];
            }
            return {part};
        };
        std::vector<Access> loads, writes;
        for (const auto& part : startOf(*header)) described.registers[nameOf(part)].isAlive = true;
        // What only computes passes barriers, whichever side of them LLVM has put it.
        std::vector<std::uint32_t> sinceBarrier; // with the last barrier itself
        std::optional<std::uint32_t> barrier;
        const auto* loop = context_.loops.getLoopFor(header);
        for (int copy = 0; copy < copies; ++copy) {
            // The first copy's addresses are those that the loop keeps.
            if (copy > 0 && loop != nullptr)
                for (const auto& address : values_.advancedByCopies(*loop)) {
                    ordering::InstructionNode node;
                    node.latency = otherLatency;
                    for (auto part : address) {
                        part.copy = copy;
                        node.makes.push_back(nameOf(part));
                    }
                    described.nodes.push_back(std::move(node));
                }
            for (const auto* block : blocks)
                for (const auto& instruction : *block) {
                    const bool isMerge = block != header && llvm::isa<llvm::PHINode>(instruction);
                    if (!isMerge && !values_.isExecuted(instruction)) continue;
                    ordering::InstructionNode node;
                    for (const auto& part : values_.readBy(instruction))
                        for (const auto& from : inCopy(part, copy))
                            if (copy > 0 || !values_.isAdvanced(*from.value))
                                node.reads.push_back(nameOf(from));
                    std::sort(node.reads.begin(), node.reads.end());
                    node.reads.erase(std::unique(node.reads.begin(), node.reads.end()), node.reads.end());
                    node.latency = otherLatency;
                    const auto needed = values_.temporariesOf(instruction);
                    if (needed.isBranching) {
                        node.temporaries = needed.registers;
                    } else if (needed.registers > 0) {
                        ordering::InstructionNode first = node;
                        node.reads.clear();
                        for (int i = 0; i < needed.registers; ++i) {
                            first.makes.push_back(nameOf({nullptr, static_cast<int>(names.size()), copy}));
                            node.reads.push_back(first.makes.back());
                        }
                        first.latency = sequenceLatency;
                        described.nodes.push_back(std::move(first));
                    }
                    for (auto part : values_.madeBy(instruction)) {
                        part.copy = copy;
                        node.makes.push_back(nameOf(part));
                    }
                    node.isLoad = llvm::isa<llvm::LoadInst>(instruction);
                    if (node.isLoad) node.latency = loadLatency;
                    const auto index = static_cast<std::uint32_t>(described.nodes.size());
                    keepOrder({index, &instruction, copy}, loop, node, loads, writes);
                    if (isBarrier(instruction)) {
                        node.after = std::exchange(sinceBarrier, {index});
                        barrier = index;
                    } else if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()) {
                        if (barrier) node.after.push_back(*barrier);
                        sinceBarrier.push_back(index);
                    }
                    described.nodes.push_back(std::move(node));
                }
        }
        for (const auto& part : keptBehind(blocks))
            for (const auto& last : inCopy(part, copies - 1)) described.registers[nameOf(last)].isKept = true;
        return described;
    }

    /// What is used behind blocks that are executed as one.
    [[nodiscard]] std::vector<RegisterPart>
    keptBehind(const std::vector<const llvm::BasicBlock*>& blocks) const {
        Parts kept(static_cast<unsigned>(parts_.size()));
        for (const auto* block : blocks)
            for (const auto* next : llvm::successors(block)) {
                const bool isWithin =
                    next != blocks.front() && std::find(blocks.begin(), blocks.end(), next) != blocks.end();
                if (isWithin) continue;
                addArriving(*block, *next, kept);
            }
        return partsIn(kept);
    }

    /// What is alive on the way from a block to the next.
    void addArriving(const llvm::BasicBlock& block, const llvm::BasicBlock& next, Parts& alive) const {
        if (const auto known = aliveAtStart_.find(&next); known != aliveAtStart_.end()) alive |= known->second;
        for (const auto& phi : next.phis())
            for (const auto& part : values_.holding(*phi.getIncomingValueForBlock(&block)))
                alive.set(numbers_.at({part.value, part.part}));
    }

    /// A load or a store, or what may be either, of a copy of a body.
    struct Access {
        std::uint32_t node;
        const llvm::Instruction* instruction;
        int copy;
    };

    /// Whether two accesses are a known distance apart at which they do not touch.
    [[nodiscard]] bool areApart(const Access& a, const Access& b, const llvm::Loop* loop) const {
        const auto* from = llvm::getLoadStorePointerOperand(a.instruction);
        const auto* to = llvm::getLoadStorePointerOperand(b.instruction);
        if (from == nullptr || to == nullptr || from->getType() != to->getType()) return false;
        auto& evolution = context_.evolution;
        const auto* start = evolution.getSCEV(const_cast<llvm::Value*>(from));
        const auto* end = evolution.getSCEV(const_cast<llvm::Value*>(to));
        if (evolution.getPointerBase(start) != evolution.getPointerBase(end)) return false;
        const auto* difference = llvm::dyn_cast<llvm::SCEVConstant>(evolution.getMinusSCEV(end, start));
        if (difference == nullptr) return false;
        std::int64_t distance = difference->getAPInt().getSExtValue();
        if (a.copy != b.copy) {
            const auto* advance = llvm::dyn_cast<llvm::SCEVAddRecExpr>(start);
            if (advance == nullptr || advance->getLoop() != loop) return false;
            const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(advance->getStepRecurrence(evolution));
            if (step == nullptr) return false;
            distance += (b.copy - a.copy) * step->getAPInt().getSExtValue();
        }
        const auto bytes = [&](const llvm::Instruction& access) {
            return static_cast<std::int64_t>(
                context_.layout
                    .getTypeStoreSize(llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&access)))
                    .getFixedValue());
        };
        return distance >= bytes(*a.instruction) || -distance >= bytes(*b.instruction);
    }

    static std::span<const Access> last(const std::vector<Access>& accesses) {
        return std::span(accesses).last(std::min(accesses.size(), mostAccessesCompared));
    }

    void keepOrder(const Access& access, const llvm::Loop* loop, ordering::InstructionNode& node,
                   std::vector<Access>& loads, std::vector<Access>& writes) const {
        const auto& instruction = *access.instruction;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
            for (const auto& write : last(writes))
                if (!mayPass(*load, *write.instruction) && !areApart(write, access, loop))
                    node.after.push_back(write.node);
            loads.push_back(access);
        } else if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()) {
            for (const auto& before : last(loads))
                if (!mayPass(llvm::cast<llvm::LoadInst>(*before.instruction), instruction) &&
                    !areApart(before, access, loop))
                    node.after.push_back(before.node);
            if (!writes.empty()) node.after.push_back(writes.back().node);
            writes.push_back(access);
        }
    }

    /// Merges arrive in registers.
    [[nodiscard]] std::vector<RegisterPart> startOf(const llvm::BasicBlock& block) const {
        Parts alive = aliveAtStart_.at(&block);
        for (const auto& phi : block.phis())
            for (const auto& part : values_.madeBy(phi)) alive.set(numbers_.at({part.value, part.part}));
        return partsIn(alive);
    }

    static constexpr int loadLatency = 100, otherLatency = 5, sequenceLatency = 20;
    const KernelContext& context_;
    RegisterValues values_;
    std::vector<RegisterPart> parts_; ///< all that are made, read or merged, by number
    llvm::DenseMap<std::pair<const llvm::Value*, int>, unsigned> numbers_;
    std::map<const llvm::BasicBlock*, Parts> aliveAtStart_;
    mutable std::map<const llvm::Loop*, int> copies_;
};

} // namespace

PressureFigures registerPressure(const KernelContext& context, const AddressArithmetic& addresses) {
    auto found = RegisterPressure(context, addresses, false).run();
    // Compilers short of registers compute addresses again where they need them.
    if (found.fewest > fewEnough) {
        const int again = RegisterPressure(context, addresses, true).peaks().fewest;
        found.computesAgain = again < found.fewest;
        found.fewest = std::min(found.fewest, again);
    }
    return found;
}

} // namespace warpstring::frontend
