// SPDX-License-Identifier: GPL-3.0-or-later
// What a rewrite sees, and what it says is to be changed.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <string>
#include <vector>

#include "core/files/toml/toml_editor.h"
#include "core/launch.h"
#include "tuning/transform/kernel_facts.h"
#include "tuning/transform/source_edits.h"
#include "tuning/transform/transform.h"

namespace warpstring::transform {

/// The kernel as it compiles with one set of build options, and the launches that have these.
struct Scene {
    const KernelText& text;
    const std::vector<Launch>& launches; ///< not empty
    clang::ASTContext& context;
    const KernelFacts& facts;
};

/// A key of the launch file; without a value it is to be removed.
struct LaunchEdit {
    files::TomlPath path;
    std::optional<std::string> toml;

    friend bool operator==(const LaunchEdit&, const LaunchEdit&) = default;
};

struct Change {
    clang::tooling::Replacements source;
    std::vector<LaunchEdit> launch;
    std::vector<std::string> notes;
    bool reordersSums = false;
    bool isLessExact = false;
};

/// transform.`what` at a place of the source.
[[nodiscard]] Diagnostic refusal(const Scene& scene, clang::SourceLocation at, const std::string& what,
                                 const std::string& message, const std::string& hint);
/// At the launch file.
[[nodiscard]] Diagnostic refusal(const Scene& scene, const std::string& what, const std::string& message,
                                 const std::string& hint);

/// A name in quotes, for messages.
[[nodiscard]] std::string quoted(const clang::NamedDecl& declaration);
/// "(k + 3)".
[[nodiscard]] std::string sumOf(const clang::NamedDecl& variable, const std::string& further);

// One for each kind, in a file of its own.
[[nodiscard]] Result<Change> changeShape(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> padArray(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> unrollLoop(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> swapAxes(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> restrictPointers(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> makeConst(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> callNative(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> addOption(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> coarsen(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> jam(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> loadOnce(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> vectorise(const Scene& scene, const Rewrite& rewrite);
[[nodiscard]] Result<Change> stageBuffer(const Scene& scene, const Rewrite& rewrite);

} // namespace warpstring::transform
