// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/scene.h"

#include <clang/Basic/SourceManager.h>

namespace warpstring::transform {

Diagnostic refusal(const Scene& scene, clang::SourceLocation at, const std::string& what,
                   const std::string& message, const std::string& hint) {
    Diagnostic diagnostic{"transform." + what, Severity::Error, {}, message, hint};
    const auto place = scene.context.getSourceManager().getPresumedLoc(at); // of the macro's use, not its body
    if (place.isValid())
        diagnostic.place = {place.getFilename(), static_cast<int>(place.getLine()),
                            static_cast<int>(place.getColumn())};
    return diagnostic;
}

Diagnostic refusal(const Scene& scene, const std::string& what, const std::string& message,
                   const std::string& hint) {
    return {"transform." + what, Severity::Error, {scene.text.launchPath.string(), 0, 0}, message, hint};
}

std::string quoted(const clang::NamedDecl& declaration) {
    std::string text = declaration.getName().str();
    return text.insert(0, 1, '"') + '"';
}

std::string sumOf(const clang::NamedDecl& variable, const std::string& further) {
    std::string text = variable.getName().str();
    return text.insert(0, 1, '(') + " + " + further + ")";
}

} // namespace warpstring::transform
