// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/byte_dots.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace warpstring::frontend {

namespace {

constexpr unsigned bytesOfWord = 4;

bool isWordOfBytes(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector != nullptr && vector->getNumElements() == bytesOfWord &&
           vector->getElementType()->isIntegerTy(8);
}

bool isExtension(const llvm::Value* value) {
    return llvm::isa<llvm::SExtInst>(value) || llvm::isa<llvm::ZExtInst>(value);
}

/// A vector's element of a place that is known.
struct Element {
    const llvm::Value* vector;
    unsigned place;
};

std::optional<Element> elementOf(const llvm::Value* value) {
    const auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(value);
    if (element == nullptr) return std::nullopt;
    const auto* place = llvm::dyn_cast<llvm::ConstantInt>(element->getIndexOperand());
    if (place == nullptr) return std::nullopt;
    return Element{element->getVectorOperand(), static_cast<unsigned>(place->getZExtValue())};
}

/// The product of two words' bytes of one place, and what it is made of.
struct Product {
    std::pair<const llvm::Value*, const llvm::Value*> words;
    unsigned place = 0;
    std::vector<const llvm::Instruction*> parts;
};

const llvm::BinaryOperator* multiplication(const llvm::Value* value) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
    return operation != nullptr && operation->getOpcode() == llvm::Instruction::Mul ? operation : nullptr;
}

/// An extended byte: its word and its place.
std::optional<Element> extendedByte(const llvm::Value* value) {
    if (!isExtension(value)) return std::nullopt;
    const auto element = elementOf(llvm::cast<llvm::CastInst>(value)->getOperand(0));
    return element && isWordOfBytes(element->vector->getType()) ? element : std::nullopt;
}

std::optional<Product> productOf(const llvm::Value* value) {
    const auto* operation = multiplication(value);
    if (operation == nullptr) return std::nullopt;
    const auto a = extendedByte(operation->getOperand(0));
    const auto b = extendedByte(operation->getOperand(1));
    if (!a || !b || a->place != b->place || a->place >= bytesOfWord) return std::nullopt;
    Product product{std::minmax(a->vector, b->vector), a->place, {operation}};
    for (const auto& operand : operation->operands()) {
        const auto* extension = llvm::cast<llvm::CastInst>(operand);
        product.parts.push_back(extension);
        product.parts.push_back(llvm::cast<llvm::Instruction>(extension->getOperand(0)));
    }
    return product;
}

class ByteDots {
public:
    void visit(const llvm::BasicBlock& block) {
        for (const auto& instruction : block)
            if (isAddition(instruction) && !isInner(instruction)) takeIn(instruction);
    }

    /// Bytes are extended for all products alike: those that serve any other stay.
    void leaveWhatServesOthers() {
        std::vector<const llvm::Instruction*> serving;
        do {
            serving.clear();
            for (const auto& [inner, root] : found)
                if (std::any_of(inner->user_begin(), inner->user_end(), [&](const auto* user) {
                        const auto* instruction = llvm::cast<llvm::Instruction>(user);
                        return !found.contains(instruction) && !roots_.contains(instruction);
                    }))
                    serving.push_back(inner);
            for (const auto* inner : serving) found.erase(inner);
        } while (!serving.empty());
    }

    llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> found;

private:
    static bool isAddition(const llvm::Instruction& instruction) {
        return instruction.getOpcode() == llvm::Instruction::Add && instruction.getType()->isIntegerTy(32);
    }

    /// An addition of which another one of the block makes its sum.
    static bool isInner(const llvm::Instruction& addition) {
        if (!addition.hasOneUse()) return false;
        const auto* user = llvm::cast<llvm::Instruction>(addition.user_back());
        return isAddition(*user) && user->getParent() == addition.getParent();
    }

    /// The additions of a sum that takes one term after the other, the first one first, and its terms; none of
    /// sums of sums.
    static std::vector<const llvm::Instruction*> chainOf(const llvm::Instruction& root,
                                                         std::vector<const llvm::Value*>& terms) {
        std::vector<const llvm::Instruction*> additions;
        for (const llvm::Instruction* sum = &root; sum != nullptr;) {
            additions.push_back(sum);
            const llvm::Instruction* before = nullptr;
            for (const auto& operand : sum->operands()) {
                const auto* inner = llvm::dyn_cast<llvm::Instruction>(operand);
                const bool isSum = inner != nullptr && inner->getParent() == root.getParent() &&
                                   isAddition(*inner) && inner->hasOneUse();
                if (isSum && before != nullptr) return {};
                if (isSum)
                    before = inner;
                else
                    terms.push_back(operand);
            }
            sum = before;
        }
        std::reverse(additions.begin(), additions.end());
        return additions;
    }

    void takeIn(const llvm::Instruction& root) {
        std::vector<const llvm::Value*> terms;
        const auto additions = chainOf(root, terms);
        if (additions.empty() || terms.size() < bytesOfWord) return;
        std::map<std::pair<const llvm::Value*, const llvm::Value*>,
                 std::array<std::optional<Product>, bytesOfWord>>
            byWords;
        for (const auto* term : terms)
            if (auto product = productOf(term)) {
                auto& place = byWords[product->words][product->place];
                if (!place) place = std::move(product);
            }
        std::size_t dots = 0;
        for (const auto& [words, products] : byWords) {
            if (!std::all_of(products.begin(), products.end(), [](const auto& p) { return p.has_value(); }))
                continue;
            ++dots;
            for (const auto& product : products)
                for (const auto* part : product->parts) found[part] = &root;
        }
        if (dots == 0) return;
        // A dot adds to what is there; the first one of a sum of nothing else adds to zero.
        const bool isOfDotsAlone = terms.size() == dots * bytesOfWord;
        const std::size_t vanishing = (bytesOfWord - 1) * dots - (isOfDotsAlone ? 1 : 0);
        for (std::size_t i = 0; i < vanishing; ++i) found[additions[i]] = &root;
        for (std::size_t i = vanishing; i < additions.size(); ++i) roots_.insert(additions[i]);
    }

    llvm::SmallPtrSet<const llvm::Instruction*, 8> roots_; ///< sums that stay
};

} // namespace

llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*>
findByteDots(const std::vector<llvm::BasicBlock*>& blocks) {
    ByteDots dots;
    for (const auto* block : blocks) dots.visit(*block);
    dots.leaveWhatServesOthers();
    return std::move(dots.found);
}

} // namespace warpstring::frontend
