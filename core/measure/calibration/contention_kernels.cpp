// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/calibration/probe_families.h"

namespace warpstring::measure {

namespace {

/// Around `statement`, `times` of it an iteration.
std::string timedLoop(int times, const std::string& statement) {
    std::string text =
        "    READ_CLOCK(start);\n#pragma unroll 1\n    for (uint n = 0u; n < iterations; ++n) {\n";
    for (int i = 0; i < times; ++i) text += "        " + statement + "\n";
    return text + "    }\n    READ_CLOCK(end);\n";
}

/// Every word names itself, which no compiler looks for.
std::string constantTable() {
    std::string text = "__constant uint table[1024] = {";
    for (int word = 0; word < 1024; ++word) {
        text += word % 16 == 0 ? "\n    " : " ";
        text += std::to_string(word) + ",";
    }
    return text + "};\n";
}

} // namespace

std::string contentionKernels(std::uint64_t lanes) {
    const std::string stamp = "    if (item == 0u) stamps[0] = end - start;\n}\n";
    return "#define LANES " + std::to_string(lanes) + "u\n" + constantTable() +
           "__kernel void constant_words(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, uint words)\n{\n"
           "    const uint item = (uint)get_global_id(0);\n"
           "    ulong start, end;\n    uint p = ((item & (LANES - 1u)) & (words - 1u)) * 9u + in[0];\n" +
           timedLoop(16, "p = table[p & 1023u];") + "    out[item] = p;\n" + stamp +
           // Nothing comes back: a device may add up how many lanes there are.
           "__kernel void local_increment(__global const uint* in, __global uint* out, __global ulong* "
           "stamps,\n"
           "    uint iterations, uint shift)\n{\n"
           "    __local uint words[1024];\n"
           "    const uint item = (uint)get_global_id(0), own = (uint)get_local_id(0);\n"
           "    ulong start, end;\n    words[own] = in[item & 1023u];\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
           "    const uint at = (own & ~(LANES - 1u)) + ((own & (LANES - 1u)) >> shift);\n" +
           timedLoop(8, "atomic_add(&words[at], 1u);") +
           "    barrier(CLK_LOCAL_MEM_FENCE);\n    out[item] = words[own];\n" + stamp +
           "__kernel void window_atomic(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, __global uint* words, uint mask)\n{\n"
           "    const uint item = (uint)get_global_id(0), addend = in[item & 1023u];\n"
           "    ulong start, end;\n" +
           timedLoop(4, "atomic_add(&words[item & mask], addend);") + "    out[item] = addend;\n" + stamp;
}

} // namespace warpstring::measure
