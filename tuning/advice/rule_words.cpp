// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/rule_words.h"

#include <cmath>
#include <cstdio>

#include "pdg/evaluation/step_subjects.h"

namespace warpstring::advice {

std::string numberText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value >= 100 || value == std::floor(value) ? "%.0f" : "%.1f", value);
    return text;
}

std::string lineOf(const CodePlace& place) { return "line " + std::to_string(place.at.line); }

std::string objectName(const Pdg& pdg, const MemoryAccess& access) {
    if (access.object == none) return "memory";
    return access.objectIsArgument ? pdg.arguments[access.object].name : pdg.arrays[access.object].name;
}

const MemoryAccess* firstAccess(const Situation& situation, const Cause& cause) {
    return cause.accesses.empty() ? nullptr : &situation.pdg.accesses[cause.accesses.front()];
}

LoopId loopAround(const Pdg& pdg, const MemoryAccess& access) {
    return evaluation::innermostLoop(pdg, pdg.statements[access.statement].region);
}

} // namespace warpstring::advice
