// SPDX-License-Identifier: GPL-3.0-or-later
// The source with its kernel stripped, of one syntax tree.
#pragma once

#include <clang/AST/ASTContext.h>

#include "core/launch.h"
#include "tuning/strip/strip.h"

namespace warpstring::strip {

struct StrippedSource {
    std::string source;
    std::vector<std::string> kept, notes;
    bool storesSums = false;  ///< strip_out has an element for each work-item
    bool hasLimit = false;    ///< strip_out has one, and strip_limit is asked
    bool usesUnknown = false; ///< strip_bits
    int guards = 0;           ///< branches that are never taken, by their labels from 1 on
};

/// The label of such a branch.
[[nodiscard]] std::string guardLabel(int number);

[[nodiscard]] Result<StrippedSource> strippedSource(const transform::KernelText& text,
                                                    const StripChoice& choice, const Launch& launch,
                                                    clang::ASTContext& context,
                                                    const clang::FunctionDecl& kernel);

} // namespace warpstring::strip
