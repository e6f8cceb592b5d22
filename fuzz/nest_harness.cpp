// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "fuzz/diagnostics_promise.h"
#include "generate/nests/read_nest.h"

namespace warpstring::fuzz {

void readNestText(std::string_view text) {
    const auto nest = generate::readNest(text, "fuzz.c");
    if (!nest) return expectReasons(nest.diagnostics());
    if (nest->program.body.empty() || !nest->program.body.type().hasArray())
        fail("a nest's program gives an array", nest->program.name);
    if (nest->results.empty()) fail("a nest says what its results are", nest->program.name);
    for (const Diagnostic& assumption : nest->assumptions)
        if (assumption.code.empty() || assumption.message.empty())
            fail("an assumption says what is assumed", toText(assumption));
}

} // namespace warpstring::fuzz
