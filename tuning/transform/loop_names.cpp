// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/loop_names.h"

#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace warpstring::transform {

namespace {

std::string counterOf(const clang::Stmt& statement) {
    const auto* loop = llvm::dyn_cast<clang::ForStmt>(&statement);
    if (loop == nullptr || loop->getInit() == nullptr) return {};
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(loop->getInit())) {
        const auto* variable = declaration->isSingleDecl()
                                   ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                                   : nullptr;
        return variable ? variable->getName().str() : "";
    }
    const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(loop->getInit());
    const auto* use =
        assignment ? llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens()) : nullptr;
    return use ? use->getDecl()->getName().str() : "";
}

std::string lineOf(const Scene& scene, const clang::Stmt& loop) {
    return "line:" + std::to_string(scene.context.getSourceManager().getPresumedLineNumber(loop.getBeginLoc()));
}

} // namespace

std::string nameOfLoop(const Scene& scene, const clang::Stmt& loop) {
    const std::string counter = counterOf(loop);
    const auto& loops = scene.facts.loops;
    const auto sharing = std::count_if(loops.begin(), loops.end(),
                                       [&](const clang::Stmt* other) { return counterOf(*other) == counter; });
    return counter.empty() || sharing > 1 ? lineOf(scene, loop) : counter;
}

Result<const clang::Stmt*> loopOf(const Scene& scene, const std::string& name) {
    std::vector<const clang::Stmt*> found;
    std::string list;
    for (const auto* loop : scene.facts.loops) {
        if (counterOf(*loop) == name || lineOf(scene, *loop) == name) found.push_back(loop);
        list += (list.empty() ? "" : ", ") + nameOfLoop(scene, *loop);
    }
    if (found.size() == 1) return found.front();
    if (found.empty())
        return refusal(scene, scene.facts.kernel->getLocation(), "unknown-loop",
                       "the kernel has no loop \"" + name + "\"",
                       list.empty() ? "it has no loops" : "there are " + list);
    return refusal(scene, found.back()->getBeginLoc(), "ambiguous-loop",
                   "the kernel has " + std::to_string(found.size()) + " loops \"" + name + "\"",
                   "name one by its line: " + lineOf(scene, *found.front()));
}

} // namespace warpstring::transform
