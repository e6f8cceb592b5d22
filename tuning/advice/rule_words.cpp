// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/rule_words.h"

#include <cmath>
#include <cstdio>

#include "pdg/region_tree.h"

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
    return innermostLoop(pdg, pdg.statements[access.statement].region);
}

std::string shapeRewrite(const NDRange& range, std::uint64_t items) {
    std::uint64_t others = 1;
    for (std::size_t d = 1; d < static_cast<std::size_t>(range.dimensions); ++d) others *= range.local[d];
    const std::uint64_t first = items / others;
    if (first == 0 || first * others != items || range.global[0] % first != 0) return "";
    std::string words = "shape " + std::to_string(first);
    for (std::size_t d = 1; d < static_cast<std::size_t>(range.dimensions); ++d)
        words += "x" + std::to_string(range.local[d]);
    return words;
}

} // namespace warpstring::advice
