// SPDX-License-Identifier: GPL-3.0-or-later
// Work on numbers alone: random ones, prices of options, fractals, rounds of ciphers.
#ifndef REAL
#define REAL float
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// ---- pi by darts ----

#define LCG(s) ((s) = (s) * 1664525u + 1013904223u)

__kernel void pi_lcg(__global uint* hits, uint darts, uint seed)
{
    uint id = get_global_id(0);
    uint state = seed + id * 2654435761u;
    uint n = 0;
    for (uint i = 0; i < darts; ++i) {
        float x = (LCG(state) >> 8) / 16777216.0f;
        float y = (LCG(state) >> 8) / 16777216.0f;
        if (x * x + y * y < 1.0f) n++;
    }
    hits[id] = n;
}

uint xorshift(uint* s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

__kernel void pi_xorshift(__global uint* total, uint darts, uint seed, __local uint* hits)
{
    uint s = (get_global_id(0) + 1) * 747796405u ^ seed;
    if (s == 0) s = 1;
    uint n = 0;
    for (uint i = 0; i < darts; ++i) {
        float x = xorshift(&s) * 2.3283064e-10f;
        float y = xorshift(&s) * 2.3283064e-10f;
        n += (x * x + y * y < 1.0f) ? 1 : 0;
    }
    hits[get_local_id(0)] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint w = get_local_size(0) / 2; w > 0; w /= 2) {
        if (get_local_id(0) < w) hits[get_local_id(0)] += hits[get_local_id(0) + w];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (get_local_id(0) == 0) atomic_add(total, hits[0]);
}

// ---- options ----

struct market {
    float rate, volatility;
};

// European call by paths of `steps` steps, two normal numbers from two uniform ones.
__kernel void call_by_paths(__global const float* spot, __global float* price, struct market m, float strike, float years,
                            int paths, int steps)
{
    const int option = get_global_id(0);
    const float dt = years / steps;
    const float drift = (m.rate - 0.5f * m.volatility * m.volatility) * dt;
    const float spread = m.volatility * sqrt(dt);
    const float s0 = spot[option];
    uint state = option * 9781u + 12345u;
    float sum = 0.0f;
    for (int p = 0; p < paths; ++p) {
        float up = log(s0), down = up;
        for (int s = 0; s < steps; s += 2) {
            float u1 = ((xorshift(&state) >> 8) + 1) * 5.9604645e-8f;
            float u2 = (xorshift(&state) >> 8) * 5.9604645e-8f;
            float radius = sqrt(-2.0f * log(u1));
            float z = radius * (cos(6.2831853f * u2) + sin(6.2831853f * u2));
            up += 2.0f * drift + spread * z;
            down += 2.0f * drift - spread * z;
        }
        sum += fmax(exp(up) - strike, 0.0f) + fmax(exp(down) - strike, 0.0f);
    }
    price[option] = exp(-m.rate * years) * sum / (2 * paths);
}

// The closed form, calls and puts.
REAL normal_below(REAL d)
{
    const REAL t = 1 / (1 + (REAL)0.2316419 * fabs(d));
    const REAL poly = t * ((REAL)0.319381530 + t * ((REAL)-0.356563782 + t * ((REAL)1.781477937
                    + t * ((REAL)-1.821255978 + t * (REAL)1.330274429))));
    const REAL tail = (REAL)0.39894228 * exp((REAL)-0.5 * d * d) * poly;
    return d > 0 ? 1 - tail : tail;
}

__kernel void closed_form(__global const REAL* spot, __global const REAL* strike, __global const REAL* years, __global REAL* call,
                          __global REAL* put, int n, REAL rate, REAL sigma)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        const REAL s = spot[i], k = strike[i], t = years[i];
        const REAL root = sigma * sqrt(t);
        const REAL d1 = (log(s / k) + (rate + (REAL)0.5 * sigma * sigma) * t) / root;
        const REAL n1 = normal_below(d1);
        const REAL n2 = normal_below(d1 - root);
        const REAL later = k * exp(-rate * t);
        const REAL c = s * n1 - later * n2;
        call[i] = c;
        put[i] = c + later - s;
    }
}

// American put by a binomial tree, a group an option, levels in two halves of local memory.
__kernel void tree_american(__global const float* spot, __global const float* strike, __global float* price, int steps, float up,
                            float rise_discounted, float fall_discounted, __local float* level)
{
    int g = get_group_id(0), t = get_local_id(0), wg = get_local_size(0);
    float s = spot[g], k = strike[g];
    __local float* old = level;
    __local float* new = level + steps + 1;
    float log_up = log(up);
    for (int i = t; i <= steps; i += wg)
        old[i] = fmax(k - s * exp(log_up * (2 * i - steps)), 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = steps - 1; n >= 0; n--) {
        for (int i = t; i <= n; i += wg) {
            float hold = rise_discounted * old[i + 1] + fall_discounted * old[i];
            float use = k - s * exp(log_up * (2 * i - n));
            new[i] = fmax(hold, use);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        __local float* other = old;
        old = new;
        new = other;
    }
    if (t == 0) price[g] = old[0];
}

// ---- fractals ----

// As many steps for each point, whatever becomes of it.
__kernel void julia_fixed(__global uchar4* picture, int width, int height, float cr, float ci, int steps)
{
    int px = get_global_id(0), py = get_global_id(1);
    if (px >= width || py >= height) return;
    float zr = 3.0f * px / width - 1.5f;
    float zi = 3.0f * py / height - 1.5f;
    int inside = 0;
    for (int i = 0; i < steps; i++) {
        float r = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = r;
        inside += (zr * zr + zi * zi <= 4.0f);
    }
    uchar shade = (uchar)(255 * inside / steps);
    picture[py * width + px] = (uchar4)(shade, 255 - shade, shade / 2, 255);
}

__kernel void mandelbrot_escape(__global int* count, int width, int most, REAL left, REAL top, REAL scale)
{
    REAL cr = left + scale * get_global_id(0);
    REAL ci = top + scale * get_global_id(1);
    REAL zr = 0, zi = 0, r2 = 0, i2 = 0;
    int n = 0;
    while (n < most && r2 + i2 <= 4) {
        zi = 2 * zr * zi + ci;
        zr = r2 - i2 + cr;
        r2 = zr * zr;
        i2 = zi * zi;
        ++n;
    }
    count[get_global_id(1) * width + get_global_id(0)] = n;
}

// ---- ciphers ----

#define QUARTER(a, b, c, d) \
    a += b; d = rotate(d ^ a, 16u); \
    c += d; b = rotate(b ^ c, 11u); \
    a += b; d = rotate(d ^ a, 9u); \
    c += d; b = rotate(b ^ c, 5u);

// A stream of 64 bytes an item from additions, rotations and exclusive or.
__kernel void arx_stream(__global const uint4* text, __global uint4* cipher, __constant uint4* key, uint counter, int rounds)
{
    uint id = get_global_id(0);
    uint4 a = (uint4)(0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au);
    uint4 b = key[0], c = key[1], d = (uint4)(counter + id, id, 7u, 11u);
    const uint4 a0 = a, b0 = b, c0 = c, d0 = d;
    for (int r = 0; r < rounds; r++) {
        QUARTER(a, b, c, d)
        b = b.yzwx;
        c = c.zwxy;
        d = d.wxyz;
        QUARTER(a, b, c, d)
        b = b.wxyz;
        c = c.zwxy;
        d = d.yzwx;
    }
    cipher[4 * id] = text[4 * id] ^ (a + a0);
    cipher[4 * id + 1] = text[4 * id + 1] ^ (b + b0);
    cipher[4 * id + 2] = text[4 * id + 2] ^ (c + c0);
    cipher[4 * id + 3] = text[4 * id + 3] ^ (d + d0);
}

// Blocks of 16 bytes by substitution, shifted rows and mixed columns, a row of the block an uchar4.
#define DOUBLED(v) (((v) << (uchar)1) ^ ((uchar4)(0x1b) & (uchar4)(as_uchar4(as_char4(v) >> (char)7))))

__kernel void substitute_rounds(__global const uchar16* plain, __global uchar16* coded, __global const uchar* box,
                                __global const uchar16* keys, int rounds, int blocks)
{
    __local uchar sub[256];
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) sub[i] = box[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    int id = get_global_id(0);
    if (id >= blocks) return;

    uchar16 block = plain[id] ^ keys[0];
    for (int r = 1; r <= rounds; ++r) {
        uchar4 r0 = (uchar4)(sub[block.s0], sub[block.s1], sub[block.s2], sub[block.s3]);
        uchar4 r1 = (uchar4)(sub[block.s5], sub[block.s6], sub[block.s7], sub[block.s4]);
        uchar4 r2 = (uchar4)(sub[block.sa], sub[block.sb], sub[block.s8], sub[block.s9]);
        uchar4 r3 = (uchar4)(sub[block.sf], sub[block.sc], sub[block.sd], sub[block.se]);
        uchar4 all = r0 ^ r1 ^ r2 ^ r3;
        uchar4 m0 = r0 ^ all ^ DOUBLED(r0 ^ r1);
        uchar4 m1 = r1 ^ all ^ DOUBLED(r1 ^ r2);
        uchar4 m2 = r2 ^ all ^ DOUBLED(r2 ^ r3);
        uchar4 m3 = r3 ^ all ^ DOUBLED(r3 ^ r0);
        block = (uchar16)(m0, m1, m2, m3) ^ keys[r];
    }
    coded[id] = block;
}
