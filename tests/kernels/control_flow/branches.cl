// Branches as people write them: guards, early returns, ternaries, switches.

//@ kernel: guarded --global 1024 --local 64 --arg n=1000
//@ holds: reads 3.90625; writes 3.90625
__kernel void guarded(__global const float* in, __global float* out, const int n)
{
    const int i = get_global_id(0);
    if (i < n) {
        out[i] = 2.0f * in[i];
    }
}

//@ kernel: early_return --global 1024 --local 64 --arg n=500 --arg skip=100
//@ holds: reads 1.5625; writes 1.5625
// Works on 100 to 499: 400 of 1024 work-items.
kernel void early_return(global const float* restrict in, global float* restrict out, uint n, uint skip)
{
    size_t i = get_global_id(0);
    if (i >= n)
        return;
    if (i < skip)
        return;
    out[i] = sqrt(in[i]);
}

//@ kernel: odd_even --global 1024 --local 64
//@ holds: reads 6; writes 4
// Even work-items read one number, odd ones two.
__kernel void odd_even(__global const int* a, __global const int* b, __global int* c)
{
    int i = get_global_id(0);
    int v;
    if (i & 1) {
        v = a[i] - b[i];
    } else {
        v = a[i];
    }
    c[i] = v;
}

//@ kernel: switch_on_id --global 1024 --local 64 --buffer data=int:1024:iota
//@ holds: writes 3
// One in four leaves without a store.
__kernel void switch_on_id(__global int* data)
{
    int i = get_global_id(0);
    switch (i % 4) {
    case 0: {
        data[i] = 1;
        break;
    }
    case 1:
        data[i] = i * 3;
        break;
    case 2:
    {
        data[i] = -i;
    }
        break;
    default:
        return;
    }
}

//@ kernel: fall_through --global 256 --local 64
//@ holds: writes 4
__kernel void fall_through(__global uint* out)
{
    uint i = get_global_id(0), h = 0;
    switch (i & 3u) {
    case 3: h ^= 7u;
    case 2: h += 11u;
    case 1: h *= 5u; break;
    case 0: h = 1u;
    }
    out[i] = h;
}

//@ kernel: nested_ifs --global 4096 --local 256 --arg w=64
//@ holds: writes 3.515625
// All but the border of 64 x 64 by two sides: 60 * 60 / 4096 * 4.
__kernel void nested_ifs(__global float* out, int w)
{
    int id = get_global_id(0);
    int x = id % w, y = id / w;
    if (x > 1) {
        if (x < w - 2) {
            if (y > 1)
                if (y < w - 2)
                    out[id] = x * y;
        }
    }
}

//@ kernel: ternaries --global 1024
//@ holds: reads 4; writes 4
__kernel void ternaries(__global const float* x, __global float* y)
{
    size_t i = get_global_id(0);
    float v = x[i];
    y[i] = v < 0 ? -v : v > 1 ? 1.0f : v == 0.5f ? 0.25f : v;
}

//@ kernel: short_circuit --global 1024 --local 64 --arg n=512
//@ holds: reads 2; writes 0..4
// Only the first half looks at the data.
__kernel void short_circuit(__global const int* flags, __global int* out, int n)
{
    int i = get_global_id(0);
    if (i < n && flags[i] > 64)
        out[i] = 1;
}

//@ kernel: data_decides --global 1024 --local 64 --buffer flags=int:1024:iota
//@ holds: reads 4; writes 2
// Flags are 0, 1, 2, ...: half of them are above 511.
__kernel void data_decides(__global const int* restrict flags, __global int* restrict out)
{
    int i = get_global_id(0);
    if (flags[i] > 511) {
        out[i] = i;
    }
}

//@ kernel: logical_mix --global 1024 --local 32
//@ holds: writes 1.5
// (i % 4 == 0 or i % 8 == 1) : 256 + 128 of 1024.
__kernel void logical_mix(__global char4* out)
{
    int i = get_global_id(0);
    int first = (i % 4 == 0), second = i % 8 == 1;
    if (first || second) {
        out[i] = (char4)(1, 2, 3, 4);
    }
}

//@ kernel: comma_and_compound --global 512
//@ holds: reads 8; writes 8
__kernel void comma_and_compound(__global int* a, __global int* b)
{
    int i = get_global_id(0), j = 0;
    j += i, j <<= 1, j |= 1;
    a[i] ^= j, b[i] %= (j + 1);
}

//@ kernel: group_decides --global 1024 --local 64
//@ holds: reads 1; writes 1
// Whole groups go on: every fourth.
__kernel void group_decides(__global const float* a, __global float* b)
{
    if (get_group_id(0) % 4 != 0) return;
    b[get_global_id(0)] = a[get_global_id(0)];
}

//@ kernel: last_item --global 1024 --local 128
//@ holds: writes 0.03125
__kernel void last_item(__global float* sums)
{
    if (get_local_id(0) == get_local_size(0) - 1) {
        sums[get_group_id(0)] = 1.f;
    }
}
