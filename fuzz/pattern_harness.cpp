// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "fuzz/diagnostics_promise.h"
#include "generate/form/same_program.h"
#include "generate/patterns/notation.h"
#include "generate/patterns/read_pattern.h"

namespace warpstring::fuzz {

void readPatternText(std::string_view text) {
    const auto program = generate::readPattern(text, "fuzz.pattern");
    if (!program) return expectReasons(program.diagnostics());
    if (program->body.empty() || !program->body.type().hasArray())
        fail("a program gives an array", program->name);
    const std::string printed = toNotation(*program);
    const auto again = generate::readPattern(printed, "printed.pattern");
    if (!again) fail("what is printed is read", toText(again.diagnostics().front()) + "\n" + printed);
    if (!sameProgram(*program, *again)) fail("what is printed is the same program", printed);
}

} // namespace warpstring::fuzz
