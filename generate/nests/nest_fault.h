// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a nest, on its way out of the walk over it.
#pragma once

#include <string>
#include <utility>

#include "core/diagnostic.h"

namespace warpstring::generate {

/// Thrown and caught within generate/nests.
struct NestFault {
    Diagnostic diagnostic;
};

[[noreturn]] inline void refuseNest(std::string code, const SourceLocation& place, std::string message,
                                    std::string hint = {}) {
    throw NestFault{{.code = std::move(code),
                     .severity = Severity::Error,
                     .place = place,
                     .message = std::move(message),
                     .hint = std::move(hint)}};
}

} // namespace warpstring::generate
