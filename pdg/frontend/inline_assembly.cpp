// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/inline_assembly.h"

#include <cctype>
#include <string>

namespace warpstring::frontend {

namespace {

std::string withoutComments(std::string_view text) {
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto rest = text.substr(i);
        if (rest.starts_with("//")) {
            const auto end = text.find('\n', i);
            if (end == std::string_view::npos) break;
            i = end;
        } else if (rest.starts_with("/*")) {
            const auto end = text.find("*/", i + 2);
            if (end == std::string_view::npos) break;
            i = end + 1;
            kept += ' ';
            continue;
        }
        kept += text[i];
    }
    return kept;
}

bool isInstruction(std::string_view part) {
    const auto isBlank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    const auto trim = [&] {
        while (!part.empty() && isBlank(part.front())) part.remove_prefix(1);
        while (!part.empty() && isBlank(part.back())) part.remove_suffix(1);
    };
    trim();
    // Scopes; LLVM writes "$(" where a brace could mean variants of the text.
    for (bool opens = true; opens;) {
        opens = false;
        for (const std::string_view brace : {"{", "}", "$(", "$)", "$|"})
            if (part.starts_with(brace)) {
                part.remove_prefix(brace.size());
                trim();
                opens = true;
            }
    }
    // A label may stand before an instruction: "again: add ...". No operand has a colon behind its first word.
    if (const auto colon = part.find(':'); colon != std::string_view::npos) {
        bool isLabel = colon > 0;
        for (std::size_t i = 0; i < colon; ++i) isLabel = isLabel && !isBlank(part[i]);
        if (isLabel) {
            part.remove_prefix(colon + 1);
            trim();
        }
    }
    return !part.empty() && part.front() != '.' && part.front() != '#';
}

} // namespace

int instructionsOfAssembly(std::string_view text) {
    int count = 0;
    std::string part;
    for (const char c : withoutComments(text) + "\n") {
        if (c != '\n' && c != ';') {
            part += c;
            continue;
        }
        count += isInstruction(part) ? 1 : 0;
        part.clear();
    }
    return count;
}

} // namespace warpstring::frontend
