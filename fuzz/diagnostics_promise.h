// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnostic.h"
#include "fuzz/harness.h"

namespace warpstring::fuzz {

/// Every failure says something, with a code, and one of its diagnostics at least is an error.
inline void expectReasons(const Diagnostics& diagnostics) {
    if (!hasErrors(diagnostics)) fail("a failure has an error", "none");
    for (const auto& diagnostic : diagnostics) {
        if (diagnostic.code.empty()) fail("a diagnostic has a code", diagnostic.message);
        if (diagnostic.message.empty()) fail("a diagnostic has a message", diagnostic.code);
        if (diagnostic.place.line < 0 || diagnostic.place.column < 0)
            fail("a place counts from 1", toText(diagnostic));
    }
}

} // namespace warpstring::fuzz
