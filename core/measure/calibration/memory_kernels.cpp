// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/calibration/probe_families.h"

namespace warpstring::measure {

namespace {

std::string repeated(int times, const std::string& statement) {
    std::string text;
    for (int i = 0; i < times; ++i) text += "        " + statement + "\n";
    return text;
}

/// Addresses change with the iteration and come from memory or from the item: no load can be hoisted, no store
/// sunk.
std::string streams() {
    std::string text;
    for (const std::string type : {"float", "float2", "float4"}) {
        text += "__kernel void read_" + type + "(__global const " + type + "* in, __global " + type +
                "* out, __global ulong* stamps,\n    uint iterations, uint mask)\n{\n" +
                "    const uint item = (uint)get_global_id(0), items = STEP;\n"
                "    ulong start, end;\n    uint i = FIRST;\n    " +
                type + " p = (" + type + ")(0.0f), q = p, r = p, s = p;\n" +
                "    READ_CLOCK(start);\n#pragma unroll 1\n"
                "    for (uint n = 0u; n < iterations; ++n) {\n"
                "        p += in[i & mask]; q += in[(i + items) & mask];\n"
                "        r += in[(i + 2u * items) & mask]; s += in[(i + 3u * items) & mask];\n"
                "        i += 4u * items;\n    }\n    READ_CLOCK(end);\n"
                "    out[item] = p + q + r + s;\n    if (item == 0u) stamps[0] = end - start;\n}\n";
        // Each group has 1024 elements of its own; work-items move on by a few lines an iteration.
        text += "__kernel void private_" + type + "(__global const " + type + "* in, __global " + type +
                "* out, __global ulong* stamps,\n    uint iterations)\n{\n" +
                "    const uint item = (uint)get_global_id(0), local_item = (uint)get_local_id(0);\n"
                "    __global const " +
                type +
                "* own = in + (uint)get_group_id(0) * 1024u;\n    ulong start, end;\n    uint i = "
                "local_item;\n    " +
                type + " p = (" + type + ")(0.0f), q = p, r = p, s = p;\n" +
                "    READ_CLOCK(start);\n#pragma unroll 1\n"
                "    for (uint n = 0u; n < iterations; ++n) {\n"
                "        __global const " +
                type +
                "* at = own + (i & 255u);\n"
                "        p += at[0]; q += at[256]; r += at[512]; s += at[768];\n"
                "        i += 32u;\n    }\n    READ_CLOCK(end);\n"
                "    out[item] = p + q + r + s;\n    if (item == 0u) stamps[0] = end - start;\n}\n";
    }
    text +=
        "__kernel void write_float4(__global const float4* in, __global float4* out, __global ulong* stamps,\n"
        "    uint iterations, uint mask)\n{\n"
        "    const uint item = (uint)get_global_id(0), items = STEP;\n"
        "    ulong start, end;\n    uint i = FIRST;\n    const float4 v = in[item & 1023u];\n"
        "    READ_CLOCK(start);\n#pragma unroll 1\n"
        "    for (uint n = 0u; n < iterations; ++n) {\n"
        "        out[i & mask] = v; out[(i + items) & mask] = v;\n"
        "        out[(i + 2u * items) & mask] = v; out[(i + 3u * items) & mask] = v;\n"
        "        i += 4u * items;\n    }\n    READ_CLOCK(end);\n"
        "    if (item == 0u) stamps[0] = end - start;\n}\n"
        "__kernel void copy_float4(__global const float4* in, __global float4* out, __global ulong* stamps,\n"
        "    uint iterations, uint mask)\n{\n"
        "    const uint item = (uint)get_global_id(0), items = STEP;\n"
        "    ulong start, end;\n    uint i = FIRST;\n"
        "    READ_CLOCK(start);\n#pragma unroll 1\n"
        "    for (uint n = 0u; n < iterations; ++n) {\n"
        "        const float4 p = in[i & mask], q = in[(i + items) & mask];\n"
        "        const float4 r = in[(i + 2u * items) & mask], s = in[(i + 3u * items) & mask];\n"
        "        out[i & mask] = p; out[(i + items) & mask] = q;\n"
        "        out[(i + 2u * items) & mask] = r; out[(i + 3u * items) & mask] = s;\n"
        "        i += 4u * items;\n    }\n    READ_CLOCK(end);\n"
        "    if (item == 0u) stamps[0] = end - start;\n}\n";
    return text;
}

std::string strides() {
    return "__kernel void strided_read(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, uint mask, uint stride)\n{\n"
           "    const uint item = (uint)get_global_id(0), step = (uint)get_global_size(0) * stride;\n"
           "    ulong start, end;\n    uint i = item * stride, p = 0u, q = 0u, r = 0u, s = 0u;\n"
           "    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n"
           "        p += in[i & mask]; q += in[(i + step) & mask];\n"
           "        r += in[(i + 2u * step) & mask]; s += in[(i + 3u * step) & mask];\n"
           "        i += 4u * step;\n    }\n    READ_CLOCK(end);\n"
           "    out[item] = p + q + r + s;\n    if (item == 0u) stamps[0] = end - start;\n}\n"
           "__kernel void strided_write(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, uint mask, uint stride)\n{\n"
           "    const uint item = (uint)get_global_id(0), step = (uint)get_global_size(0) * stride;\n"
           "    ulong start, end;\n    uint i = item * stride;\n    const uint v = in[item & 1023u];\n"
           "    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n"
           "        out[i & mask] = v; out[(i + step) & mask] = v;\n"
           "        out[(i + 2u * step) & mask] = v; out[(i + 3u * step) & mask] = v;\n"
           "        i += 4u * step;\n    }\n    READ_CLOCK(end);\n"
           "    if (item == 0u) stamps[0] = end - start;\n}\n"
           // Each lane follows its own word, which names itself: hits in L1 that nothing can hoist.
           "__kernel void own_word(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, uint stride)\n{\n"
           "    const uint item = (uint)get_global_id(0);\n"
           "    ulong start, end;\n    uint p = (item & (LANES - 1u)) * stride * 4u;\n"
           "    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n" +
           repeated(16, "p = *(__global const uint*)((__global const char*)in + p);") +
           "    }\n    READ_CLOCK(end);\n"
           "    out[item] = p;\n    if (item == 0u) stamps[0] = end - start;\n}\n";
}

std::string chase() {
    return "__kernel void link(__global WORD* in, __global WORD* out, uint words)\n{\n"
           "    const uint items = (uint)get_global_size(0);\n"
           "    for (uint i = (uint)get_global_id(0); i < words; i += items) in[i] += (WORD)in;\n"
           "    if (get_global_id(0) == 0) out[0] = (WORD)in;\n}\n"
           "__kernel void touch(__global const uint* in, __global uint* out, uint words)\n{\n"
           "    const uint items = (uint)get_global_size(0);\n    uint sum = 0u;\n"
           "    for (uint i = (uint)get_global_id(0); i < words; i += items) sum += in[i];\n"
           "    out[get_global_id(0)] = sum;\n}\n"
           // One work-item. It goes on where the run before ended.
           "__kernel void chase(__global const WORD* in, __global WORD* out, __global ulong* stamps,\n"
           "    uint iterations, uint warm)\n{\n"
           "    ulong start, end;\n    WORD p = out[0];\n"
           "#pragma unroll 1\n"
           "    for (uint n = 0u; n < warm; ++n) p = *(__global const WORD*)p;\n"
           "    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n" +
           repeated(16, "p = *(__global const WORD*)p;") +
           "    }\n    READ_CLOCK(end);\n    out[0] = p;\n    stamps[0] = end - start;\n}\n";
}

std::string local() {
    return "__kernel void local_word(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, uint stride)\n{\n"
           "    __local uint words[LANES * 64u];\n"
           "    const uint item = (uint)get_global_id(0), place = ((uint)get_local_id(0) & (LANES - 1u)) * "
           "stride;\n"
           "    ulong start, end;\n    words[place] = place * 4u + in[0];\n"
           "    barrier(CLK_LOCAL_MEM_FENCE);\n    uint p = place * 4u + in[0];\n"
           "    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n" +
           repeated(16, "p = *(__local uint*)((__local char*)words + p);") +
           "    }\n    READ_CLOCK(end);\n    out[item] = p;\n    if (item == 0u) stamps[0] = end - start;\n}\n"
           "__kernel void local_atomic(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, uint shift)\n{\n"
           "    __local uint words[1024];\n"
           "    const uint item = (uint)get_global_id(0), own = (uint)get_local_id(0);\n"
           "    ulong start, end;\n    words[own] = own;\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
           "    const uint at = (own & ~(LANES - 1u)) + ((own & (LANES - 1u)) >> shift);\n"
           "    uint p = in[item & 1023u];\n"
           "    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n" +
           repeated(8, "p = atomic_add(&words[at], p);") +
           "    }\n    READ_CLOCK(end);\n    out[item] = p;\n    if (item == 0u) stamps[0] = end - start;\n}\n";
}

std::string atomics() {
    return "__kernel void global_atomic(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, __global uint* words, uint mask)\n{\n"
           "    const uint item = (uint)get_global_id(0);\n"
           "    ulong start, end;\n    uint p = in[item & 1023u];\n"
           "    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n" +
           repeated(4, "p = atomic_add(&words[item & mask], p);") +
           "    }\n    READ_CLOCK(end);\n    out[item] = p;\n    if (item == 0u) stamps[0] = end - start;\n}\n"
           // Long latency and next to no throughput: how many groups wait side by side?
           "__kernel void resident(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations, __global uint* words)\n{\n"
           "    const uint item = (uint)get_global_id(0);\n"
           "    ulong start, end;\n    uint p = in[item & 1023u];\n"
           "    READ_CLOCK(start);\n"
           "    if (get_local_id(0) == 0)\n"
           "#pragma unroll 1\n"
           "        for (uint n = 0u; n < iterations; ++n) p = atomic_add(&words[(uint)get_group_id(0) * 32u], "
           "p);\n"
           "    READ_CLOCK(end);\n    out[item] = p;\n    if (item == 0u) stamps[0] = end - start;\n}\n";
}

} // namespace

std::string memoryKernels(int wordBits, std::uint64_t lanes, bool inTurn) {
    // Streams are to be read from front to back: neighbouring work-items take neighbouring elements where they
    // run together, a part of its own each where they run one after another.
    const std::string order = inTurn ? "#define FIRST (item * iterations * 4u)\n#define STEP 1u\n"
                                     : "#define FIRST item\n#define STEP ((uint)get_global_size(0))\n";
    return order + "#define WORD " + std::string(wordBits == 64 ? "ulong" : "uint") + "\n#define LANES " +
           std::to_string(lanes) + "u\n" + streams() + strides() + chase() + local() + atomics();
}

std::string launchKernels() {
    return "__kernel void empty(__global const uint* in, __global uint* out, __global ulong* stamps, uint "
           "iterations)\n{\n"
           "    if (iterations == 0xffffffffu) out[get_global_id(0)] = in[0];\n}\n"
           "__kernel void barriers(__global const uint* in, __global uint* out, __global ulong* stamps,\n"
           "    uint iterations)\n{\n"
           "    ulong start, end;\n    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n" +
           repeated(8, "barrier(CLK_LOCAL_MEM_FENCE);") +
           "    }\n    READ_CLOCK(end);\n    out[get_global_id(0)] = in[0];\n"
           "    if (get_global_id(0) == 0) stamps[0] = end - start;\n}\n"
           // A CPU runs the work-items between two barriers in a loop, and keeps what lives on in memory.
           "__kernel void barriers_in_turn(__global const uint* in, __global uint* out, __global ulong* "
           "stamps,\n"
           "    uint iterations)\n{\n"
           "    uint p = in[get_local_id(0) & 1023u] + (uint)get_global_id(0);\n"
           "    ulong start, end;\n    READ_CLOCK(start);\n#pragma unroll 1\n"
           "    for (uint n = 0u; n < iterations; ++n) {\n" +
           repeated(8, "p = (p ^ n) + (p >> 3u); barrier(CLK_LOCAL_MEM_FENCE);") +
           "    }\n    READ_CLOCK(end);\n    out[get_global_id(0)] = p;\n"
           "    if (get_global_id(0) == 0) stamps[0] = end - start;\n}\n"
           "__kernel void diverge(__global const float* in, __global float* out, __global ulong* stamps,\n"
           "    uint iterations, uint period)\n{\n"
           "    const uint item = (uint)get_global_id(0);\n"
           "    const float a = in[(item & 1023u) * 4u + 2u], b = in[(item & 1023u) * 4u + 3u];\n"
           "    float x = in[(item & 1023u) * 4u], y = x + 1.0f, z = x + 2.0f, w = x + 3.0f;\n"
           "    ulong start, end;\n    READ_CLOCK(start);\n"
           "    if (((uint)get_local_id(0) / period & 1u) == 0u) {\n#pragma unroll 1\n"
           "        for (uint n = 0u; n < iterations; ++n) {\n" +
           repeated(8, "x = mad(x, a, b); y = mad(y, a, b); z = mad(z, a, b); w = mad(w, a, b);") +
           "        }\n    } else {\n#pragma unroll 1\n"
           "        for (uint n = 0u; n < iterations; ++n) {\n" +
           repeated(8, "x = mad(x, b, a); y = mad(y, b, a); z = mad(z, b, a); w = mad(w, b, a);") +
           "        }\n    }\n    READ_CLOCK(end);\n    out[item] = x + y + z + w;\n"
           "    if (item == 0u) stamps[0] = end - start;\n}\n";
}

} // namespace warpstring::measure
