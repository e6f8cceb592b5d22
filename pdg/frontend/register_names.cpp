// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/register_names.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "pdg/frontend/register_values.h"

namespace warpstring::frontend {

namespace {

class RegisterNames {
public:
    RegisterNames(KernelContext& context, const AddressArithmetic& addresses,
                  const StatementBuilder& statements, bool computesAgain)
        : context_(context), statements_(statements), values_(context, addresses, computesAgain) {}

    void run() {
        auto& pdg = context_.pdg;
        pdg.registerUses.resize(pdg.statements.size());
        for (const auto* block : context_.control.order)
            for (const auto& instruction : *block) describe(instruction);
        for (const auto* block : context_.control.order) {
            const auto* loop = context_.loops.getLoopFor(block);
            const bool isHeader = loop != nullptr && loop->getHeader() == block;
            for (const auto& phi : block->phis())
                if (isHeader)
                    carry(phi, *loop);
                else
                    merge(phi);
        }
        for (const auto& [loop, id] : context_.loopIds)
            pdg.loops[id].addressRegisters = values_.keptForAddresses(*loop);
        nameByRoots();
        dropWhatNobodyMakes();
        pdg.registerNames = static_cast<std::uint32_t>(parts_.size());
    }

private:
    std::uint32_t nameOf(const RegisterPart& part) {
        const auto [place, isNew] =
            names_.try_emplace({part.value, part.part}, static_cast<std::uint32_t>(parts_.size()));
        if (isNew) {
            parts_.push_back(part);
            sameAs_.push_back(place->second);
        }
        return place->second;
    }

    RegisterUse* useOf(const llvm::Instruction& instruction) {
        const auto statement = statements_.statementOf(instruction);
        return statement == none ? nullptr : &context_.pdg.registerUses[statement];
    }

    void describe(const llvm::Instruction& instruction) {
        auto* use = useOf(instruction);
        if (use == nullptr || !values_.isExecuted(instruction)) return;
        for (const auto& part : values_.madeBy(instruction)) use->makes.push_back(nameOf(part));
        for (const auto& part : values_.readBy(instruction))
            if (!values_.isAdvanced(*part.value)) use->reads.push_back(nameOf(part));
        use->temporaries = values_.temporariesOf(instruction).registers;
    }

    void carry(const llvm::PHINode& phi, const llvm::Loop& loop) {
        const auto entry = values_.holding(*phi.getIncomingValueForBlock(loop.getLoopPreheader())),
                   next = values_.holding(*phi.getIncomingValueForBlock(loop.getLoopLatch()));
        const auto nameIn = [&](const std::vector<RegisterPart>& parts, std::size_t i) -> std::uint32_t {
            return i < parts.size() ? nameOf(parts[i]) : static_cast<std::uint32_t>(none);
        };
        const auto id = context_.loopIds.find(&loop);
        if (id == context_.loopIds.end()) return;
        const auto& merged = values_.madeBy(phi);
        for (std::size_t i = 0; i < merged.size(); ++i) {
            context_.pdg.loops[id->second].carried.push_back(
                {nameOf(merged[i]), nameIn(entry, i), nameIn(next, i)});
        }
    }

    /// A merged value takes the register of those that nobody needs besides; what makes another one makes it as
    /// well.
    void merge(const llvm::PHINode& phi) {
        const auto& merged = values_.madeBy(phi);
        for (std::size_t i = 0; i < merged.size(); ++i)
            for (const auto& incoming : phi.incoming_values()) {
                const auto parts = values_.holding(*incoming);
                if (i >= parts.size()) continue;
                const auto name = nameOf(merged[i]), side = nameOf(parts[i]);
                if (!isNeededBehind(*parts[i].value, *phi.getParent()))
                    sameAs_[rootOf(name)] = rootOf(side);
                else if (auto* use = useOf(*llvm::cast<llvm::Instruction>(parts[i].value)))
                    use->makes.push_back(name);
            }
    }

    [[nodiscard]] bool isNeededBehind(const llvm::Value& value, const llvm::BasicBlock& block) const {
        return std::any_of(value.user_begin(), value.user_end(), [&](const auto* user) {
            return !llvm::isa<llvm::PHINode>(user) &&
                   context_.dominators.dominates(&block, llvm::cast<llvm::Instruction>(user)->getParent());
        });
    }

    [[nodiscard]] std::uint32_t rootOf(std::uint32_t name) const {
        while (sameAs_[name] != name) name = sameAs_[name];
        return name;
    }

    void nameByRoots() {
        auto& pdg = context_.pdg;
        for (auto& use : pdg.registerUses)
            for (auto* names : {&use.makes, &use.reads}) {
                for (auto& name : *names) name = rootOf(name);
                std::sort(names->begin(), names->end());
                names->erase(std::unique(names->begin(), names->end()), names->end());
            }
        for (auto& loop : pdg.loops)
            for (auto& carried : loop.carried)
                for (auto* name : {&carried.name, &carried.entry, &carried.next})
                    if (*name != none) *name = rootOf(*name);
    }

    /// But for what arrives with a work-item (IDs) a value comes from a statement or around a loop.
    void dropWhatNobodyMakes() {
        auto& uses = context_.pdg.registerUses;
        std::vector<bool> isMade(parts_.size(), false);
        for (std::size_t i = 0; i < parts_.size(); ++i)
            if (llvm::isa<llvm::CallInst>(parts_[i].value))
                isMade[rootOf(static_cast<std::uint32_t>(i))] = true;
        for (const auto& loop : context_.pdg.loops)
            for (const auto& carried : loop.carried) isMade[carried.name] = true;
        for (const auto& use : uses)
            for (const auto name : use.makes) isMade[name] = true;
        for (auto& use : uses) std::erase_if(use.reads, [&](auto name) { return !isMade[name]; });
        for (auto& loop : context_.pdg.loops)
            for (auto& carried : loop.carried)
                for (auto* name : {&carried.entry, &carried.next})
                    if (*name != none && !isMade[*name]) *name = none;
    }

    KernelContext& context_;
    const StatementBuilder& statements_;
    RegisterValues values_;
    std::map<std::pair<const llvm::Value*, int>, std::uint32_t> names_;
    std::vector<RegisterPart> parts_; ///< by name
    std::vector<std::uint32_t>
        sameAs_; ///< by name: a register that it is in; itself at the end of such a chain
};

} // namespace

void nameRegisters(KernelContext& context, const AddressArithmetic& addresses,
                   const StatementBuilder& statements, bool computesAgain) {
    RegisterNames(context, addresses, statements, computesAgain).run();
}

} // namespace warpstring::frontend
