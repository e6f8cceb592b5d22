// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/debug_layouts.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

namespace {

constexpr std::size_t mostMembers = 4096;
constexpr int deepestStruct = 32;

/// Without typedefs and qualifiers; nullptr for void.
const llvm::DIType* plain(const llvm::DIType* type) {
    while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
        if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
            derived->getTag() == llvm::dwarf::DW_TAG_member)
            break;
        type = derived->getBaseType();
    }
    return type;
}

std::optional<ScalarType> numberNamed(const llvm::DIType* type) {
    if (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
        composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type)
        return numberNamed(plain(composite->getBaseType()));
    const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
    if (basic == nullptr) return std::nullopt;
    const bool isSigned = basic->getEncoding() == llvm::dwarf::DW_ATE_signed ||
                          basic->getEncoding() == llvm::dwarf::DW_ATE_signed_char;
    const bool isFloat = basic->getEncoding() == llvm::dwarf::DW_ATE_float;
    switch (basic->getSizeInBits()) {
    case 8: return isSigned ? ScalarType::Char : ScalarType::UChar;
    case 16: return isFloat ? ScalarType::Half : isSigned ? ScalarType::Short : ScalarType::UShort;
    case 32: return isFloat ? ScalarType::Float : isSigned ? ScalarType::Int : ScalarType::UInt;
    case 64: return isFloat ? ScalarType::Double : isSigned ? ScalarType::Long : ScalarType::ULong;
    default: return std::nullopt;
    }
}

std::int64_t countOf(const llvm::DINode* range) {
    const auto* counts = llvm::dyn_cast_or_null<llvm::DISubrange>(range);
    if (counts == nullptr) return 0;
    const auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(counts->getCount());
    return count == nullptr ? 0 : count->getSExtValue();
}

bool isStruct(const llvm::DIType* type) {
    return type != nullptr && (type->getTag() == llvm::dwarf::DW_TAG_structure_type ||
                               type->getTag() == llvm::dwarf::DW_TAG_union_type);
}

class Flattening {
public:
    std::vector<StructMember> members;

    void add(const llvm::DIType* declared, const std::string& path, std::uint64_t offset, int depth) {
        if (members.size() >= mostMembers || depth > deepestStruct) return;
        const llvm::DIType* type = plain(declared);
        if (const auto number = numberNamed(type)) {
            members.push_back({path, offset, {*number, 1}});
            return;
        }
        const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
        if (composite == nullptr) return;
        if (composite->getTag() == llvm::dwarf::DW_TAG_array_type)
            addArray(*composite, path, offset, depth);
        else if (isStruct(composite))
            addMembers(*composite, path, offset, depth);
    }

private:
    void addMembers(const llvm::DICompositeType& structure, const std::string& path, std::uint64_t offset,
                    int depth) {
        for (const auto* element : structure.getElements()) {
            const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
            if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member || member->isBitField())
                continue;
            // The members of what has no name are called as if they were this one's.
            const std::string name = member->getName().str();
            std::string at = path;
            if (!path.empty() && !name.empty()) at += '.';
            at += name;
            add(member->getBaseType(), at, offset + member->getOffsetInBits() / 8, depth + 1);
        }
    }

    void addArray(const llvm::DICompositeType& array, const std::string& path, std::uint64_t offset,
                  int depth) {
        const auto ranges = array.getElements();
        if (array.isVector() && ranges.size() == 1) {
            const auto number = numberNamed(plain(array.getBaseType()));
            const auto width = static_cast<int>(countOf(ranges[0]));
            if (number) members.push_back({path, offset, {*number, width}});
            return;
        }
        addElements(array, 0, array.getSizeInBits() / 8, path, offset, depth);
    }

    void addElements(const llvm::DICompositeType& array, unsigned dimension, std::uint64_t bytes,
                     const std::string& path, std::uint64_t offset, int depth) {
        const auto ranges = array.getElements();
        if (dimension == ranges.size()) return add(array.getBaseType(), path, offset, depth + 1);
        const std::int64_t count = countOf(ranges[dimension]);
        for (std::int64_t i = 0; i < count && members.size() < mostMembers; ++i)
            addElements(array, dimension + 1, bytes / static_cast<std::uint64_t>(count),
                        path + "[" + std::to_string(i) + "]",
                        offset + static_cast<std::uint64_t>(i) * (bytes / static_cast<std::uint64_t>(count)),
                        depth);
    }
};

} // namespace

StructLayout layoutOf(const llvm::Argument& argument) {
    const auto* program = argument.getParent()->getSubprogram();
    if (program == nullptr || program->getType() == nullptr) return {};
    const auto types = program->getType()->getTypeArray();
    const unsigned index = argument.getArgNo() + 1; // the first is what is returned
    if (!types || index >= types.size()) return {};
    const auto* type = plain(types[index]);
    if (!argument.hasByValAttr()) {
        const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
        type = pointer == nullptr ? nullptr : plain(pointer->getBaseType());
    }
    if (!isStruct(type)) return {};
    Flattening flattening;
    flattening.add(type, "", 0, 0);
    return {type->getSizeInBits() / 8, std::move(flattening.members)};
}

} // namespace warpstring::frontend
