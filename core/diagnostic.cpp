// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostic.h"

#include <algorithm>
#include <numeric>

namespace warpstring {

std::string_view name(Severity severity) {
    switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
    }
    return "error";
}

bool hasErrors(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

Diagnostics fromSurroundings(Diagnostics diagnostics) {
    for (Diagnostic& diagnostic : diagnostics) diagnostic.origin = Origin::Surroundings;
    return diagnostics;
}

bool isFromSurroundings(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.origin == Origin::Surroundings; });
}

Diagnostic unwritable(const std::string& what, const std::string& file) {
    return {"output.write",
            Severity::Error,
            {file, 0, 0},
            "the " + what + " cannot be written",
            "check the folder's rights and the room on the disk",
            Origin::Surroundings};
}

std::string toText(const Diagnostic& diagnostic) {
    std::string text;
    if (!diagnostic.place.file.empty()) {
        text += diagnostic.place.file + ":";
        if (diagnostic.place.line > 0) {
            text += std::to_string(diagnostic.place.line) + ":";
            if (diagnostic.place.column > 0) text += std::to_string(diagnostic.place.column) + ":";
        }
        text += " ";
    }
    text += std::string(name(diagnostic.severity)) + ": " + diagnostic.message;
    if (!diagnostic.code.empty()) text += " [" + diagnostic.code + "]";
    if (!diagnostic.hint.empty()) text += "\n  hint: " + diagnostic.hint;
    return text;
}

namespace {

size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row[b.size()];
}

} // namespace

std::string closestName(std::string_view word, const std::vector<std::string>& candidates) {
    std::string best;
    size_t bestDistance = std::max<size_t>(1, word.size() / 3) + 1;
    for (const auto& candidate : candidates) {
        const size_t distance = editDistance(word, candidate);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

} // namespace warpstring
