// SPDX-License-Identifier: GPL-3.0-or-later
// Where the annotations of a launch stand in a kernel's source.
#pragma once

#include "core/diagnostic.h"
#include "core/launch.h"
#include "pdg/pdg.h"

namespace warpstring::evaluation {

/// What the launch says of a branch or loop at `place`; nullptr where it says nothing.
[[nodiscard]] const Annotation* annotationAt(AnnotationKind kind, const CodePlace& place, const Pdg& pdg,
                                             const Launch& launch);

/// Annotations that speak of no branch or loop are mistakes.
[[nodiscard]] Diagnostics unusedAnnotations(const Pdg& pdg, const Launch& launch);

} // namespace warpstring::evaluation
