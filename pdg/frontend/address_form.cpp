// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/address_form.h"

#include <llvm/IR/PatternMatch.h>

namespace warpstring::frontend {

namespace {

using Extension = AddressForm::Extension;

class Decomposition {
public:
    Decomposition(const llvm::DataLayout& layout, int bits, Extension nonNegativeBy)
        : layout_(layout), mask_(bits >= 64 ? ~0ull : (1ull << bits) - 1), bits_(bits),
          nonNegativeBy_(nonNegativeBy) {}

    AddressForm run(const llvm::GEPOperator& gep) {
        const llvm::Value* pointer = &gep;
        while (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
            llvm::MapVector<llvm::Value*, llvm::APInt> indices;
            const unsigned width = layout_.getIndexTypeSizeInBits(step->getType());
            llvm::APInt constant(width, 0);
            if (!step->collectOffset(layout_, width, indices, constant)) break;
            for (const auto& [index, stride] : indices) add(index, stride.getZExtValue(), Extension::None, 0);
            pointer = step->getPointerOperand();
        }
        form_.base = pointer;
        std::erase_if(form_.terms, [](const auto& term) { return term.second == 0; });
        return std::move(form_);
    }

private:
    /// Whether a sum of this width may be taken apart under an extension.
    [[nodiscard]] bool keeps(const llvm::BinaryOperator& operation, Extension extension) const {
        if (extension == Extension::None ||
            static_cast<int>(operation.getType()->getIntegerBitWidth()) >= bits_)
            return true;
        if (const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&operation))
            return either->isDisjoint();
        const auto* wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&operation);
        return wrapping != nullptr &&
               (extension == Extension::Sign ? wrapping->hasNoSignedWrap() : wrapping->hasNoUnsignedWrap());
    }

    void add(const llvm::Value* value, std::uint64_t factor, Extension extension, int depth) {
        if (llvm::isa<llvm::ConstantInt>(value)) return;
        if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value); cast != nullptr && depth < 32) {
            if (llvm::isa<llvm::SExtInst>(cast) && extension != Extension::Zero)
                return add(cast->getOperand(0), factor, Extension::Sign, depth + 1);
            if (llvm::isa<llvm::ZExtInst>(cast) && extension != Extension::Sign)
                return add(cast->getOperand(0), factor, cast->hasNonNeg() ? nonNegativeBy_ : Extension::Zero,
                           depth + 1);
        }
        if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
            operation != nullptr && depth < 32 && addParts(*operation, factor, extension, depth))
            return;
        const auto* whole = wordOf(value, extension);
        auto& total =
            form_.terms[whole != nullptr ? std::pair{whole, Extension::Zero} : std::pair{value, extension}];
        total = (total + factor) & mask_;
    }

    /// Of what is the lower 32 bits of a value of 64, extended by zeros, or masked: that value.
    static const llvm::Value* wordOf(const llvm::Value* value, Extension extension) {
        namespace match = llvm::PatternMatch;
        llvm::Value* whole = nullptr;
        const bool isCut = extension == Extension::Zero && value->getType()->isIntegerTy(32) &&
                           match::match(value, match::m_Trunc(match::m_Value(whole))) &&
                           whole->getType()->isIntegerTy(64);
        const bool isMasked =
            extension == Extension::None && value->getType()->isIntegerTy(64) &&
            match::match(value, match::m_And(match::m_Value(whole), match::m_SpecificInt(0xffffffffu)));
        return isCut || isMasked ? whole : nullptr;
    }

    bool addParts(const llvm::BinaryOperator& operation, std::uint64_t factor, Extension extension, int depth) {
        if (!keeps(operation, extension)) return false;
        const auto* left = operation.getOperand(0);
        const auto* right = operation.getOperand(1);
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(right);
        switch (operation.getOpcode()) {
        case llvm::Instruction::Or:
            if (!llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint()) return false;
            [[fallthrough]];
        case llvm::Instruction::Add:
            add(left, factor, extension, depth + 1);
            add(right, factor, extension, depth + 1);
            return true;
        case llvm::Instruction::Sub:
            add(left, factor, extension, depth + 1);
            add(right, 0 - factor, extension, depth + 1);
            return true;
        case llvm::Instruction::Mul:
            if (constant == nullptr) return false;
            add(left, factor * static_cast<std::uint64_t>(constant->getSExtValue()), extension, depth + 1);
            return true;
        case llvm::Instruction::Shl:
            if (constant == nullptr || constant->getZExtValue() >= 63) return false;
            add(left, factor << constant->getZExtValue(), extension, depth + 1);
            return true;
        default: return false;
        }
    }

    const llvm::DataLayout& layout_;
    std::uint64_t mask_;
    int bits_;
    Extension nonNegativeBy_;
    AddressForm form_;
};

} // namespace

AddressForm addressForm(const llvm::GEPOperator& gep, const llvm::DataLayout& layout, int bits,
                        AddressForm::Extension nonNegativeBy) {
    return Decomposition(layout, bits, nonNegativeBy).run(gep);
}

} // namespace warpstring::frontend
