// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/inline_assembly.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

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

bool isWhite(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Without the scopes and the label before it; empty where there is none.
std::string_view instructionOf(std::string_view part) {
    const auto trim = [&] {
        while (!part.empty() && isWhite(part.front())) part.remove_prefix(1);
        while (!part.empty() && isWhite(part.back())) part.remove_suffix(1);
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
        for (std::size_t i = 0; i < colon; ++i) isLabel = isLabel && !isWhite(part[i]);
        if (isLabel) {
            part.remove_prefix(colon + 1);
            trim();
        }
    }
    return part.starts_with('.') || part.starts_with('#') ? std::string_view() : part;
}

std::vector<std::string> instructionsIn(std::string_view text) {
    std::vector<std::string> instructions;
    std::string part;
    for (const char c : withoutComments(text) + "\n") {
        if (c != '\n' && c != ';') {
            part += c;
            continue;
        }
        if (const auto instruction = instructionOf(part); !instruction.empty())
            instructions.emplace_back(instruction);
        part.clear();
    }
    return instructions;
}

bool isLikeAnAddition(std::string_view instruction) {
    constexpr std::array<std::string_view, 23> known{
        "abs", "add",  "and",  "cnot", "fma",  "lop3", "max", "min", "mov",  "mul", "neg", "not",
        "or",  "prmt", "selp", "set",  "setp", "shf",  "shl", "shr", "slct", "sub", "xor"};
    if (instruction.starts_with('@'))
        while (!instruction.empty() && !isWhite(instruction.front())) instruction.remove_prefix(1);
    while (!instruction.empty() && isWhite(instruction.front())) instruction.remove_prefix(1);
    const auto end = std::find_if(instruction.begin(), instruction.end(), isWhite);
    const std::string_view operation(instruction.begin(), end);
    const std::string_view name = operation.substr(0, operation.find('.'));
    const auto has = [&](std::string_view word) { return operation.find(word) != std::string_view::npos; };
    if (std::find(known.begin(), known.end(), name) == known.end() || has("64")) return false;
    if (name == "mul" && !has(".f")) return false;
    // A register of the device, which moves alone read.
    return name != "mov" || instruction.find('%') == std::string_view::npos;
}

} // namespace

int instructionsOfAssembly(std::string_view text) { return static_cast<int>(instructionsIn(text).size()); }

bool isCountedByAdditions(std::string_view text) {
    const auto instructions = instructionsIn(text);
    return std::all_of(instructions.begin(), instructions.end(), isLikeAnAddition);
}

} // namespace warpstring::frontend
