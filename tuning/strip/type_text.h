// SPDX-License-Identifier: GPL-3.0-or-later
// Types and values as OpenCL C writes them.
#pragma once

#include <clang/AST/ASTContext.h>

#include <string>

namespace warpstring::strip {

/// "float4", "uint", "struct particle"; of elements and components, without qualifiers.
[[nodiscard]] std::string typeText(clang::ASTContext& context, clang::QualType type);
/// 1 of a scalar.
[[nodiscard]] unsigned components(clang::QualType type);
[[nodiscard]] clang::QualType componentType(clang::QualType type);
/// A declaration without its first value: "__local float tile[16][17]".
[[nodiscard]] std::string declarationText(clang::ASTContext& context, const clang::VarDecl& variable);
/// A value of `type` that the compiler does not know, of the bits that `bits` says (a uint expression of
/// "+ NUMBER" for a component, and of what changes along `index`, a uint expression).
[[nodiscard]] std::string unknownValue(clang::ASTContext& context, clang::QualType type, unsigned salt,
                                       const std::string& index);
/// `text`, a value of `from`, as one of `to`.
[[nodiscard]] std::string converted(clang::ASTContext& context, const std::string& text, clang::QualType from,
                                    clang::QualType to);

} // namespace warpstring::strip
