// SPDX-License-Identifier: GPL-3.0-or-later
// A scaled copy by vectors of WIDTH floats, PER of them a work-item: side by side (ORDER = 0), as far apart as there are
// work-items (1), or as there are in a group (2).
#if WIDTH == 1
typedef float floats;
#else
#define JOINED(a, b) a##b
#define VECTOR(width) JOINED(float, width)
typedef VECTOR(WIDTH) floats;
#endif

__kernel void copy_vectors(__global const floats* in, __global floats* out, float factor) {
    const uint i = get_global_id(0);
#if ORDER == 0
    const uint first = i * PER, step = 1;
#elif ORDER == 1
    const uint first = i, step = get_global_size(0);
#else
    const uint first = get_group_id(0) * get_local_size(0) * PER + get_local_id(0), step = get_local_size(0);
#endif
    for (uint k = 0; k < PER; ++k) out[first + k * step] = factor * in[first + k * step];
}
