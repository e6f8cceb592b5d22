// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/loop_form.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace warpstring::transform {

std::optional<unsigned> pragmaOf(const Scene& scene, const clang::Stmt& loop) {
    const auto* attributed = llvm::dyn_cast_or_null<clang::AttributedStmt>(parentOf(scene.context, loop));
    const auto& manager = scene.context.getSourceManager();
    const auto* hint = attributed && attributed->getAttrs().size() == 1
                           ? llvm::dyn_cast<clang::LoopHintAttr>(attributed->getAttrs().front())
                           : nullptr;
    const auto at = hint ? hint->getLocation() : clang::SourceLocation();
    if (!hint || at.isMacroID() || !manager.isWrittenInMainFile(at)) return std::nullopt;
    return static_cast<unsigned>(scene.text.source.rfind('#', manager.getFileOffset(at)));
}

unsigned lineNumberOf(const Scene& scene, const clang::Stmt& statement) {
    return scene.context.getSourceManager().getPresumedLineNumber(statement.getBeginLoc());
}

bool areTripsTold(const Scene& scene, const clang::Stmt& loop) {
    const unsigned line = lineNumberOf(scene, loop);
    const std::string& source = scene.text.source;
    std::size_t begin = 0;
    for (unsigned at = 1; at < line; ++at) begin = source.find('\n', begin) + 1;
    const std::string text = source.substr(begin, source.find('\n', begin) - begin);
    return std::any_of(scene.launches.begin(), scene.launches.end(), [&](const Launch& launch) {
        return std::any_of(launch.annotations.begin(), launch.annotations.end(), [&](const auto& annotation) {
            return annotation.kind == AnnotationKind::Trips &&
                   (annotation.line == static_cast<int>(line) ||
                    (!annotation.label.empty() && text.find(annotation.label) != std::string::npos));
        });
    });
}

} // namespace warpstring::transform
