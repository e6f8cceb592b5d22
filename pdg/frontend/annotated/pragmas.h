// SPDX-License-Identifier: GPL-3.0-or-later
// #pragma warpstring as Clang's preprocessor meets it.
#pragma once

#include <clang/Lex/Pragma.h>

#include <vector>

#include "pdg/frontend/annotated/syntax.h"

namespace warpstring::frontend {

struct FoundPragma {
    LoopAnnotation annotation;
    unsigned end = 0; // the offset in the main file behind it
    bool isTaken = false;
};

struct FoundPragmas {
    std::vector<FoundPragma> loops;
    std::vector<SizeAnnotation> sizes;
    Diagnostics faults;
};

/// Owned by the preprocessor; `found` outlives it.
class WarpstringPragma : public clang::PragmaHandler {
public:
    explicit WarpstringPragma(FoundPragmas& found) : PragmaHandler("warpstring"), found_(found) {}

    void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                      clang::Token& first) override;

private:
    FoundPragmas& found_;
};

} // namespace warpstring::frontend
