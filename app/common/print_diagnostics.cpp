// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/print_diagnostics.h"

#include <algorithm>
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

std::string refusalOf(const Diagnostics& faults) {
    const auto fault = std::find_if(faults.begin(), faults.end(), [](const auto& diagnostic) {
        return diagnostic.severity == Severity::Error;
    });
    return fault == faults.end() ? "" : fault->message + " [" + fault->code + "]";
}

ExitCode fail(const Diagnostics& faults) {
    printDiagnostics(faults);
    return exitCodeOf(faults);
}

} // namespace warpstring::cli
