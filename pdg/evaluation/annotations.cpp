// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/annotations.h"

#include <algorithm>
#include <cctype>

namespace warpstring::evaluation {

namespace {

/// The line whose comment says "warpstring: label".
int lineOfLabel(const std::string& label, const Pdg& pdg) {
    const std::string comment = "warpstring: " + label;
    for (auto at = pdg.source.find(comment); at != std::string::npos; at = pdg.source.find(comment, at + 1)) {
        const auto end = at + comment.size();
        const bool goesOn = end < pdg.source.size() &&
                            std::isspace(static_cast<unsigned char>(pdg.source[end])) == 0 &&
                            pdg.source[end] != '*';
        if (goesOn) continue; // a longer label
        return 1 + static_cast<int>(std::count(pdg.source.begin(),
                                               pdg.source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }
    return 0;
}

int lineOf(const Annotation& annotation, const Pdg& pdg) {
    return annotation.label.empty() ? annotation.line : lineOfLabel(annotation.label, pdg);
}

} // namespace

const Annotation* annotationAt(AnnotationKind kind, const CodePlace& place, const Pdg& pdg,
                               const Launch& launch) {
    for (const auto& annotation : launch.annotations) {
        if (annotation.kind != kind) continue;
        const int line = lineOf(annotation, pdg);
        if (line != 0 && line == place.at.line) return &annotation;
    }
    return nullptr;
}

Diagnostics unusedAnnotations(const Pdg& pdg, const Launch& launch) {
    Diagnostics unused;
    for (const auto& annotation : launch.annotations) {
        if (annotation.kind == AnnotationKind::Cost) {
            const auto& costed = pdg.costedFunctions;
            if (std::find(costed.begin(), costed.end(), annotation.function) == costed.end())
                unused.push_back({"launch.annotation-without-effect", Severity::Warning, annotation.place,
                                  "this kernel calls no function '" + annotation.function + "' without a body",
                                  "the cost of a function that is in the source is that of its body"});
            continue;
        }
        const int line = lineOf(annotation, pdg);
        const auto stands = [&](const auto& node) { return line != 0 && node.place.at.line == line; };
        const bool used = annotation.kind == AnnotationKind::Trips
                              ? std::any_of(pdg.loops.begin(), pdg.loops.end(), stands)
                              : std::any_of(pdg.predicates.begin(), pdg.predicates.end(), stands);
        if (used) continue;
        const std::string what = annotation.kind == AnnotationKind::Trips ? "loop" : "branch";
        const std::string where = annotation.label.empty() ? "line " + std::to_string(annotation.line)
                                                           : "label '" + annotation.label + "'";
        unused.push_back({"launch.annotation-without-effect", Severity::Warning, annotation.place,
                          "there is no " + what + " at " + where + " of this kernel",
                          "a label is the text of a comment '// warpstring: LABEL' on the "
                          "line; see 'warpstring pdg' for the lines of branches and loops"});
    }
    return unused;
}

} // namespace warpstring::evaluation
