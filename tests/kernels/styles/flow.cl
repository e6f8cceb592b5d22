// Control flow that is less usual.

//@ kernel: float_counter --global 256
//@ holds: writes 4
__kernel void float_counter(__global float* out)
{
    float s = 0;
    for (float t = 0; t < 1.0f; t += 0.125f) s += t * get_global_id(0);
    out[get_global_id(0)] = s;
}

//@ kernel: byte_counter --global 256
//@ holds: writes 4; reads 200
__kernel void byte_counter(__global const uchar* a, __global uint* out)
{
    uint s = 0;
    for (uchar k = 0; k < 200; ++k) s += a[k];
    out[get_global_id(0)] = s;
}

//@ kernel: long_counter --global 256 --arg n=20
//@ holds: writes 80
__kernel void long_counter(__global float* out, ulong n)
{
    for (ulong k = 0; k < n; ++k) out[k * 256 + get_global_id(0)] = 0;
}

//@ kernel: lookup_switch --global 1024
//@ holds: writes 4
// Constants by a dense switch: a table to an optimiser.
__kernel void lookup_switch(__global int* out)
{
    int v;
    switch (get_global_id(0) & 7) {
    case 0: v = 17; break;
    case 1: v = 4; break;
    case 2: v = 99; break;
    case 3: v = 23; break;
    case 4: v = 8; break;
    case 5: v = 61; break;
    case 6: v = 5; break;
    default: v = 42;
    }
    out[get_global_id(0)] = v;
}

//@ kernel: out_of_both_loops --global 64 --local 64
//@ holds: writes 4
__kernel void out_of_both_loops(__global int* out)
{
    int id = get_global_id(0), x = 0, y = 0;
    for (y = 0; y < 8; ++y) {
        for (x = 0; x < 8; ++x) {
            if (y * 8 + x == id) goto found;
        }
    }
found:
    out[id] = y * 100 + x;
}

//@ kernel: state_machine --global 64 --local 64 --buffer tape=uchar:1024:random(0,3)
//@ holds: writes 4
__kernel void state_machine(__global const uchar* restrict tape, __global int* restrict out)
{
    int state = 0, count = 0;
    for (int k = 0; k < 16; ++k) {
        uchar c = tape[k * 64 + get_global_id(0)];
        switch (state) {
        case 0:
            if (c == 1) { state = 1; }
            continue;
        case 1:
            state = c == 2 ? 2 : 0;
            break;
        case 2:
            count++;
            state = 0;
        }
    }
    out[get_global_id(0)] = count;
}

//@ kernel: forever_with_exit --global 128 --local 64
//@ holds: writes 4
__kernel void forever_with_exit(__global uint* out)
{
    uint a = get_global_id(0) + 1, b = 360;
    for (;;) {
        if (b == 0) break;
        uint t = a % b;
        a = b;
        b = t;
    }
    out[get_global_id(0)] = a;
}

//@ kernel: dimension_by_variable --global 32x32 --local 8x8
//@ holds: writes 4
__kernel void dimension_by_variable(__global int* out)
{
    int at = 0;
    for (uint d = get_work_dim(); d-- > 0;) at = at * (int)get_global_size(d) + (int)get_global_id(d);
    out[at] = 1;
}

//@ kernel: barriers_in_branch --global 256 --local 64 --arg both=1
//@ holds: barriers 2; writes 4
// The argument decides for all.
__kernel void barriers_in_branch(__global float* a, int both)
{
    __local float t[64];
    t[get_local_id(0)] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    float v = t[63 - get_local_id(0)];
    if (both) {
        barrier(CLK_LOCAL_MEM_FENCE);
        t[get_local_id(0)] = v;
    }
    a[get_global_id(0)] = v;
}

//@ kernel: assumed --global 256
//@ holds: reads 4; writes 4
__kernel void assumed(__global const int* a, __global int* out, int n)
{
    int i = get_global_id(0);
    if (__builtin_expect(a[i] > 1000000, 0)) n = -n;
    out[i] = __builtin_popcount(a[i]) + __builtin_clz(a[i] | 1) + n;
}

//@ kernel: deep --global 512 --local 64
//@ holds: writes 4
__kernel void deep(__global int* out)
{
    int i = get_global_id(0), v = 0;
    if (i & 1) { if (i & 2) { if (i & 4) { if (i & 8) { if (i & 16) { if (i & 32) { v = 6; } else { v = 5; } } else { v = 4; } } else { v = 3; } } else { v = 2; } } else { v = 1; } }
    out[i] = v;
}

//@ kernel: chain_of_else --global 512 --local 64
//@ holds: writes 4; reads 4
__kernel void chain_of_else(__global const float* a, __global int* out)
{
    float v = a[get_global_id(0)];
    int c;
    if (v < 0.1f) c = 0;
    else if (v < 0.2f) c = 1;
    else if (v < 0.4f) c = 2;
    else if (v < 0.8f) c = 3;
    else c = 4;
    out[get_global_id(0)] = c;
}
