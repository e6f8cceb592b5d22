// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of compressors: the longest earlier match for each byte, and packing of differences by their greatest
// width.

#ifdef WINDOW
// A group takes CHUNK bytes and the WINDOW before them into local memory; each work-item looks for the
// longest match of its position, nearest first, and stops at one of MATCH_MAX bytes. The result holds length
// and distance.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
longest_match(__global const uchar* text, __global uint* matches, uint length) {
    __local uchar cache[WINDOW + CHUNK + MATCH_MAX];
    const int item = get_local_id(0);
    const int chunk0 = get_group_id(0) * CHUNK;
    for (int i = item; i < WINDOW + CHUNK + MATCH_MAX; i += WG_SIZE) {
        const int at = chunk0 - WINDOW + i;
        cache[i] = (at >= 0 && at < (int)length) ? text[at] : (uchar)0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int p = item; p < CHUNK; p += WG_SIZE) {
        const int position = chunk0 + p;
        if (position >= (int)length) break;
        const int here = WINDOW + p;
        const int farthest = min(WINDOW, position);
        const int longest = min(MATCH_MAX, (int)length - position);
        const uchar lead = cache[here];
        int best = 0;
        int best_distance = 0;
        for (int distance = 1; distance <= farthest; ++distance) {
            const int there = here - distance;
            if (cache[there] != lead || cache[there + best] != cache[here + best]) continue;
            int n = 1;
            while (n < longest && cache[there + n] == cache[here + n]) ++n;
            if (n > best) {
                best = n;
                best_distance = distance;
                if (n >= longest || n >= MATCH_MAX - 1) break;
            }
        }
        matches[position] = ((uint)best << 16) | (uint)best_distance;
    }
}
#endif

#ifdef LINE
// Differences of ascending or any numbers, LINE of them a work-item, zigzag and packed with the width of the
// widest. Output line i begins at i * LINE words; `widths` tells how many bits each takes.
__kernel void delta_pack(__global const uint4* numbers, __global uint* packed, __global uchar* widths,
                         uint lines) {
    const uint id = get_global_id(0);
    if (id >= lines) return;
    __global const uint4* line = numbers + (size_t)id * (LINE / 4);
    uint delta[LINE];
    uint last = id ? numbers[(size_t)id * (LINE / 4) - 1].w : 0u;
    uint any = 0;
#pragma unroll
    for (int i = 0; i < LINE / 4; ++i) {
        const uint4 v = line[i];
        const int4 d = as_int4(v - (uint4)(last, v.x, v.y, v.z));
        const uint4 z = as_uint4((d << 1) ^ (d >> 31));
        last = v.w;
        delta[4 * i] = z.x;
        delta[4 * i + 1] = z.y;
        delta[4 * i + 2] = z.z;
        delta[4 * i + 3] = z.w;
        any |= z.x | z.y | z.z | z.w;
    }
    const uint width = 32u - clz(any);
    widths[id] = (uchar)width;
    ulong held = 0;
    uint bits = 0;
    uint at = id * LINE;
#pragma unroll
    for (int i = 0; i < LINE; ++i) {
        held |= (ulong)delta[i] << bits;
        bits += width;
        if (bits >= 32u) {
            packed[at++] = (uint)held;
            held >>= 32;
            bits -= 32u;
        }
    }
    if (bits) packed[at] = (uint)held;
}
#endif
