// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/fusion.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <vector>

#include "pdg/frontend/contraction.h"

namespace warpstring::frontend {

namespace {

enum class Family { None, Sum, Logic };

/// `not` is no input of logic: tables of three inputs hold it.
bool isInput(const llvm::Value* value) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
    return constant == nullptr || !constant->isMinusOne();
}

/// The value that a `not` is of; any other itself.
const llvm::Value* withoutNot(const llvm::Value* value) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
    const bool isNot = operation != nullptr && operation->getOpcode() == llvm::Instruction::Xor &&
                       !isInput(operation->getOperand(1));
    return isNot ? operation->getOperand(0) : value;
}

/// Logic of two truth values, as LLVM writes `&&` and `||`: and, or, xor, or a selection with a constant.
bool combinesTruths(const llvm::Instruction& instruction) {
    if (!instruction.getType()->isIntegerTy(1)) return false;
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
        return llvm::isa<llvm::Constant>(choice->getTrueValue()) !=
               llvm::isa<llvm::Constant>(choice->getFalseValue());
    return llvm::isa<llvm::BinaryOperator>(instruction) && isInput(instruction.getOperand(0)) &&
           isInput(instruction.getOperand(1));
}

/// A comparison that is one instruction: of integers of 32 bits at most, or of floats.
bool isPlainComparison(const llvm::Value& value) {
    const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&value);
    if (comparison == nullptr) return false;
    const auto* type = comparison->getOperand(0)->getType();
    return (type->isIntegerTy() && type->getIntegerBitWidth() <= 32) || type->isFloatTy();
}

class Fusions {
public:
    Fusions(int addressBits, const llvm::SmallPtrSetImpl<const llvm::Instruction*>& isTaken)
        : addressBits_(addressBits), isTaken_(isTaken) {}

    void visit(const llvm::BasicBlock& block) {
        for (const auto& instruction : block)
            if (combinesTruths(instruction) && !isTaken_.contains(&instruction)) takeComparisonIn(instruction);
        for (const auto& instruction : llvm::reverse(block))
            if (const auto family = familyOf(instruction);
                family != Family::None && !found.contains(&instruction))
                takeIn(llvm::cast<llvm::BinaryOperator>(instruction), family);
    }

    llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> found;

private:
    [[nodiscard]] Family familyOf(const llvm::Value& value) const {
        const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
        if (operation == nullptr || !operation->getType()->isIntegerTy() ||
            operation->getType()->isIntegerTy(1) || isTaken_.contains(operation))
            return Family::None;
        switch (operation->getOpcode()) {
        case llvm::Instruction::And:
        case llvm::Instruction::Xor: return Family::Logic;
        case llvm::Instruction::Or:
            return takesProductIn(*operation, addressBits_) ? Family::None : Family::Logic;
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
            return operation->getType()->getIntegerBitWidth() > 32 || takesProductIn(*operation, addressBits_)
                       ? Family::None
                       : Family::Sum;
        default: return Family::None;
        }
    }

    /// A comparison combines what it finds with a truth that is there: of two operands one at most is saved.
    void takeComparisonIn(const llvm::Instruction& logic) {
        for (const auto& operand : logic.operands()) {
            const auto* comparison = llvm::dyn_cast<llvm::Instruction>(operand);
            if (comparison == nullptr || !isPlainComparison(*comparison) || !comparison->hasOneUse() ||
                comparison->getParent() != logic.getParent() || isTaken_.contains(comparison))
                continue;
            found[comparison] = &logic;
            return;
        }
    }

    /// Replaces inputs of `root` by what they are made of for as long as three suffice.
    void takeIn(const llvm::BinaryOperator& root, Family family) {
        std::vector<const llvm::Instruction*> within{&root};
        std::vector<const llvm::Value*> inputs;
        const auto addInputs = [&](std::vector<const llvm::Value*>& to, const llvm::Instruction& operation) {
            for (const auto& operand : operation.operands()) {
                const llvm::Value* value = family == Family::Logic ? withoutNot(operand) : operand;
                if (family == Family::Logic &&
                    (!isInput(value) || std::find(to.begin(), to.end(), value) != to.end()))
                    continue;
                to.push_back(value);
            }
        };
        addInputs(inputs, root);
        for (bool grew = true; grew;) {
            grew = false;
            for (const auto* input : inputs) {
                const auto* inner = llvm::dyn_cast<llvm::BinaryOperator>(input);
                if (inner == nullptr || inner->getParent() != root.getParent() || familyOf(*inner) != family ||
                    found.contains(inner))
                    continue;
                if (!servesAlone(*inner, within) || (family == Family::Sum && within.size() > 1)) continue;
                std::vector<const llvm::Value*> next;
                for (const auto* other : inputs)
                    if (other != inner) next.push_back(other);
                addInputs(next, *inner);
                if (next.size() > 3) continue;
                inputs = std::move(next);
                within.push_back(inner);
                found[inner] = &root;
                grew = true;
                break;
            }
        }
        if (family == Family::Logic) takeNots(root, within);
    }

    /// Whether all that uses `inner` is taken in.
    static bool servesAlone(const llvm::Instruction& inner,
                            const std::vector<const llvm::Instruction*>& within) {
        return std::all_of(inner.user_begin(), inner.user_end(), [&](const auto* user) {
            return std::find(within.begin(), within.end(), user) != within.end();
        });
    }

    /// The `not`s among the operands of what is taken in.
    void takeNots(const llvm::BinaryOperator& root, const std::vector<const llvm::Instruction*>& within) {
        for (const auto* operation : within)
            for (const auto& operand : operation->operands()) {
                const auto* inverse = llvm::dyn_cast<llvm::Instruction>(operand);
                if (inverse != nullptr && withoutNot(inverse) != inverse &&
                    inverse->getParent() == root.getParent() && servesAlone(*inverse, within))
                    found[inverse] = &root;
            }
    }

    int addressBits_;
    const llvm::SmallPtrSetImpl<const llvm::Instruction*>& isTaken_;
};

bool isMinMax(const llvm::CallInst& call, const SourceLanguage& language) {
    if (llvm::isa<llvm::IntrinsicInst>(call)) return llvm::isa<llvm::MinMaxIntrinsic>(call);
    const auto name = language.builtin(call).name;
    return name == "min" || name == "max";
}

} // namespace

llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*>
findFusions(const std::vector<llvm::BasicBlock*>& blocks, int addressBits,
            const llvm::SmallPtrSetImpl<const llvm::Instruction*>& isTaken) {
    Fusions fusions(addressBits, isTaken);
    for (const auto* block : blocks) fusions.visit(*block);
    return std::move(fusions.found);
}

llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*>
findSumsOfMinMax(const KernelContext& context,
                 const llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*>& fused,
                 const llvm::SmallPtrSetImpl<const llvm::Instruction*>& isTaken) {
    llvm::SmallPtrSet<const llvm::Instruction*, 8> roots;
    for (const auto& [inner, root] : fused) roots.insert(root);
    llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> found;
    for (const auto* block : context.control.order)
        for (const auto& instruction : *block) {
            const auto* least = llvm::dyn_cast<llvm::CallInst>(&instruction);
            if (least == nullptr || !least->getType()->isIntegerTy(32) || !isMinMax(*least, context.language))
                continue;
            for (const llvm::Value* operand : {least->getArgOperand(0), least->getArgOperand(1)}) {
                const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(operand);
                const bool isSum = sum != nullptr && (sum->getOpcode() == llvm::Instruction::Add ||
                                                      sum->getOpcode() == llvm::Instruction::Sub);
                if (!isSum || !sum->hasOneUse() || sum->getParent() != block || isTaken.contains(sum) ||
                    fused.contains(sum) || roots.contains(sum) || takesProductIn(*sum, context.pdg.addressBits))
                    continue;
                found[sum] = least;
                break;
            }
        }
    return found;
}

} // namespace warpstring::frontend
