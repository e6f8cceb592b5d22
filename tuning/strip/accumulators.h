// SPDX-License-Identifier: GPL-3.0-or-later
// Variables that keep values alive: one for each type that is loaded, or computed for a store that is removed.
#pragma once

#include <clang/AST/ASTContext.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpstring::strip {

class Accumulators {
public:
    explicit Accumulators(clang::ASTContext& context) : context_(context) {}

    /// Expressions that add a value, or the members of one. In functions that the kernel calls accumulators are
    /// reached through pointers. Empty, and a fault, where a value of the type cannot be added.
    [[nodiscard]] std::vector<std::string> added(clang::QualType type, const std::string& value,
                                                 bool isInKernel);
    /// A value of a type that hangs on what was added, zero where nothing ever is.
    [[nodiscard]] std::string valueOf(clang::QualType type, bool isInKernel) const;

    [[nodiscard]] bool empty() const { return types_.empty(); }
    [[nodiscard]] std::string declarations(const std::string& blanks) const;
    /// "float* strip_float, ..." of the functions that the kernel calls, and what they are given.
    [[nodiscard]] std::string parameters() const;
    [[nodiscard]] std::string arguments(bool isInKernel) const;
    /// All of them in one float.
    [[nodiscard]] std::string sum() const;
    [[nodiscard]] const std::optional<std::string>& fault() const { return fault_; }

private:
    [[nodiscard]] static std::string named(const std::string& type, bool isInKernel);

    clang::ASTContext& context_;
    std::map<std::string, clang::QualType> types_; ///< by what they are called
    std::optional<std::string> fault_;
};

} // namespace warpstring::strip
