// SPDX-License-Identifier: GPL-3.0-or-later
// How Clang is asked to read a kernel's source: the same for graphs and for whoever looks at its syntax.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInvocation.h>

#include <memory>
#include <string>
#include <vector>

#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/float_mode.h"

namespace warpstring::frontend {

/// Takes Clang's diagnostics as ours, with hints for the mistakes that people make most often.
class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
    Diagnostics found;

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

    /// What Clang said; something in any case, since it may fail without a word.
    [[nodiscard]] Diagnostics failure(const KernelSource& source, const char* otherwise) const;
};

struct ClangInvocation {
    std::shared_ptr<clang::CompilerInvocation> invocation;
    Diagnostics notes; ///< of build options that have no meaning here
    FloatMode floats;
};

/// The arguments of a device of 32 or 64 bits of address.
[[nodiscard]] std::vector<std::string> spirTarget(int addressBits);

/// Reads `source.text` in place of the file, with the options as clBuildProgram gets them. `target` is -triple
/// and what goes with it. `collector` gets what Clang says of the options.
[[nodiscard]] Result<ClangInvocation> clangInvocation(const KernelSource& source, const std::string& options,
                                                      const std::vector<std::string>& target,
                                                      DiagnosticCollector& collector);

} // namespace warpstring::frontend
