// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/type_text.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

namespace warpstring::strip {

namespace {

std::string scalarText(clang::ASTContext& context, clang::QualType type) {
    const auto* builtin = type->getAs<clang::BuiltinType>();
    using Kind = clang::BuiltinType;
    switch (builtin ? builtin->getKind() : Kind::Void) {
    case Kind::SChar:
    case Kind::Char_S: return "char";
    case Kind::UChar:
    case Kind::Char_U: return "uchar";
    case Kind::UShort: return "ushort";
    case Kind::UInt: return "uint";
    case Kind::ULong: return "ulong";
    default: return type.getAsString(clang::PrintingPolicy(context.getLangOpts()));
    }
}

/// Of a scalar; `bits` is a uint expression.
std::string scalarOfBits(const std::string& type, const std::string& bits) {
    if (type == "float") return "as_float(" + bits + ")";
    if (type == "double") return "as_double((ulong)(" + bits + ") << 32)";
    if (type == "half") return "as_half((ushort)((" + bits + ") >> 16))";
    return "(" + type + ")(" + bits + ")";
}

} // namespace

std::string typeText(clang::ASTContext& context, clang::QualType type) {
    type = type.getCanonicalType().getUnqualifiedType();
    if (const auto* vector = type->getAs<clang::VectorType>())
        return scalarText(context, vector->getElementType()) + std::to_string(vector->getNumElements());
    return scalarText(context, type);
}

unsigned components(clang::QualType type) {
    const auto* vector = type->getAs<clang::VectorType>();
    return vector ? vector->getNumElements() : 1;
}

clang::QualType componentType(clang::QualType type) {
    const auto* vector = type->getAs<clang::VectorType>();
    return (vector ? vector->getElementType() : type).getCanonicalType().getUnqualifiedType();
}

std::string declarationText(clang::ASTContext& context, const clang::VarDecl& variable) {
    clang::QualType type = variable.getType();
    if (type.getAddressSpace() == clang::LangAS::opencl_private) type = context.removeAddrSpaceQualType(type);
    std::string text;
    llvm::raw_string_ostream out(text);
    type.print(out, clang::PrintingPolicy(context.getLangOpts()), variable.getName());
    out.flush();
    if (variable.hasAttr<clang::AlignedAttr>())
        text += " __attribute__((aligned(" + std::to_string(variable.getMaxAlignment() / 8) + ")))";
    return text;
}

std::string unknownValue(clang::ASTContext& context, clang::QualType type, unsigned salt,
                         const std::string& index) {
    const std::string scalar = typeText(context, componentType(type));
    const unsigned count = components(type);
    // Between 1 and 2 as a float; for a half the bits above are those that count.
    const std::string mask = scalar == "half" ? "<< 16 & 0x3ff0000u" : "& 0x7fffffu";
    std::string all;
    for (unsigned i = 0; i < count; ++i)
        all += (i == 0 ? "" : ", ") + scalarOfBits(scalar, "(strip_bits + " + std::to_string(salt + i) +
                                                               "u) | (" + index + " " + mask + ")");
    return count == 1 ? all : "(" + typeText(context, type) + ")(" + all + ")";
}

std::string converted(clang::ASTContext& context, const std::string& text, clang::QualType from,
                      clang::QualType to) {
    const std::string have = typeText(context, from), wanted = typeText(context, to);
    if (have == wanted) return text;
    const std::string first = components(from) == 1 ? text : text + ".s0";
    const std::string scalar = typeText(context, componentType(to));
    std::string value =
        have == scalar || typeText(context, componentType(from)) == scalar ? first : "(" + scalar + ")" + first;
    return components(to) == 1 ? value : "(" + wanted + ")(" + value + ")";
}

} // namespace warpstring::strip
