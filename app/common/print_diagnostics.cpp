// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/print_diagnostics.h"

#include <iostream>

#include "app/common/terminal.h"

namespace warpstring::cli {

namespace {

Diagnostics& printed() {
    static Diagnostics all;
    return all;
}

} // namespace

const Diagnostics& printedDiagnostics() { return printed(); }

void printDiagnostics(const Diagnostics& diagnostics) {
    printed().insert(printed().end(), diagnostics.begin(), diagnostics.end());
    const bool colour = wantsColour(2);
    for (const auto& diagnostic : diagnostics) {
        const Colour tone = diagnostic.severity == Severity::Error     ? Colour::Red
                            : diagnostic.severity == Severity::Warning ? Colour::Yellow
                                                                       : Colour::Dim;
        std::cerr << paint(toText(diagnostic), tone, colour) << '\n';
    }
}

ExitCode fail(const Diagnostics& faults) {
    printDiagnostics(faults);
    return exitCodeOf(faults);
}

} // namespace warpstring::cli
