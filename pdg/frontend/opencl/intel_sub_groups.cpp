// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/intel_sub_groups.h"

namespace warpstring::frontend {

// NOLINTBEGIN(performance-inefficient-string-concatenation): kernels as text, made once
namespace {

/// Without places of their own, instructions take that of the call.
constexpr std::string_view begin = "__attribute__((overloadable, always_inline, nodebug)) ";

void addExchanges(std::string& text, const std::string& type) {
    const std::string head = std::string(begin) + type + " ";
    for (const char* name : {"shuffle", "shuffle_xor"})
        text += head + "intel_sub_group_" + name + "(" + type + " x, uint c) { return sub_group_" + name +
                "(x, c); }\n";
    // Two exchanges and a choice between them.
    const std::string pair = "(" + type + " a, " + type +
                             " b, uint c) { uint i = get_sub_group_local_id(), n = "
                             "get_sub_group_size(); ";
    text += head + "intel_sub_group_shuffle_down" + pair + type +
            " x = sub_group_shuffle(a, (i + c) & (n - 1)), y = "
            "sub_group_shuffle(b, (i + c) & (n - 1)); return i + c < n ? x : y; }\n";
    text += head + "intel_sub_group_shuffle_up" + pair + type +
            " x = sub_group_shuffle(a, (i - c) & (n - 1)), y = "
            "sub_group_shuffle(b, (i - c) & (n - 1)); return i < c ? x : y; }\n";
}

void addBlocks(std::string& text, const std::string& element, const std::string& suffix) {
    const std::string elements = "const __global " + element + "* p";
    for (const int width : {1, 2, 4, 8}) {
        const std::string number = width == 1 ? "" : std::to_string(width);
        const std::string type = element + number;
        std::string read, write;
        for (int i = 0; i < width; ++i) {
            const std::string place = "p[i + " + std::to_string(i) + " * n]";
            read += (i > 0 ? ", " : "") + place;
            write += place + " = x" + (width == 1 ? "" : ".s" + std::to_string(i)) + "; ";
        }
        const std::string index = " { uint i = get_sub_group_local_id(), n = get_max_sub_group_size(); ";
        text += std::string(begin) + type + " intel_sub_group_block_read" + suffix + number + "(" + elements +
                ")" + index + "return (" + type + ")(" + read + "); }\n";
        text += std::string(begin) + "void intel_sub_group_block_write" + suffix + number + "(__global " +
                element + "* p, " + type + " x)" + index + write + "}\n";
    }
}

} // namespace

bool usesIntelSubGroups(std::string_view source) {
    return source.find("intel_sub_group_") != std::string_view::npos;
}

std::string intelSubGroups() {
    std::string text;
    for (const char* type :
         {"int", "uint", "long", "ulong", "float", "double", "short", "ushort", "char", "uchar"})
        addExchanges(text, type);
    addBlocks(text, "uint", "");
    addBlocks(text, "uint", "_ui");
    addBlocks(text, "ushort", "_us");
    addBlocks(text, "uchar", "_uc");
    addBlocks(text, "ulong", "_ul");
    return text;
}

// NOLINTEND(performance-inefficient-string-concatenation)

} // namespace warpstring::frontend
