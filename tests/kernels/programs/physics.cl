// Pieces of programs: particles, rays, finite elements, random numbers, money.

//@ kernel: n_body --global 128 --local 64 --arg n=128
//@ holds: local reads 2048; writes 32; barriers 4
// Two tiles of 64 bodies, 16 bytes each.
__kernel void n_body(__global const float4* place, __global float4* speed, __global float4* moved, int n, float dt)
{
    __local float4 tile[64];
    float4 own = place[get_global_id(0)];
    float3 force = (float3)(0);
    for (int t = 0; t < n; t += 64) {
        tile[get_local_id(0)] = place[t + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 64; ++k) {
            float3 d = tile[k].xyz - own.xyz;
            float r = rsqrt(dot(d, d) + 0.01f);
            force += d * (tile[k].w * r * r * r);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 v = speed[get_global_id(0)];
    v.xyz += force * dt;
    speed[get_global_id(0)] = v;
    moved[get_global_id(0)] = (float4)(own.xyz + v.xyz * dt, own.w);
}

typedef struct { float3 origin, direction; } ray;
typedef struct { float3 low, high; } bounds;

//@ kernel: hit_boxes --global 64 --local 64 --arg n=16
//@ holds: writes 4
__kernel void hit_boxes(__global const ray* rays, __global const bounds* boxes, __global int* nearest, int n)
{
    ray r = rays[get_global_id(0)];
    float3 inverse = 1.0f / r.direction;
    float best = INFINITY;
    int hit = -1;
    for (int k = 0; k < n; ++k) {
        float3 a = (boxes[k].low - r.origin) * inverse, b = (boxes[k].high - r.origin) * inverse;
        float3 in = fmin(a, b), out = fmax(a, b);
        float from = fmax(fmax(in.x, in.y), in.z), to = fmin(fmin(out.x, out.y), out.z);
        if (to >= fmax(from, 0.0f) && from < best) {
            best = from;
            hit = k;
        }
    }
    nearest[get_global_id(0)] = hit;
}

//@ kernel: spheres --global 32x32 --local 8x8 --arg n=4
//@ holds: writes 4; constants 64..80
// A float4 for each sphere, and its colour where one is hit.
__kernel void spheres(__constant float4* balls, __global uchar4* image, int n)
{
    int px = get_global_id(0), py = get_global_id(1);
    float3 d = normalize((float3)((px - 16) / 16.0f, (py - 16) / 16.0f, 1.0f));
    float nearest = 1e9f;
    uchar4 colour = (uchar4)(0, 0, 0, 255);
    for (int k = 0; k < n; ++k) {
        float4 s = balls[k];
        float b = dot(d, s.xyz), c = dot(s.xyz, s.xyz) - s.w * s.w, q = b * b - c;
        if (q < 0) continue;
        float t = b - sqrt(q);
        if (t > 0 && t < nearest) {
            nearest = t;
            colour = convert_uchar4_sat((float4)(255.0f / (1 + t)));
        }
    }
    image[py * 32 + px] = colour;
}

inline uint next_random(uint* state)
{
    uint x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

//@ kernel: pi_by_darts --global 256 --local 64 --arg throws=100
//@ holds: writes 4; private bytes 0
__kernel void pi_by_darts(__global uint* hits, int throws, uint seed)
{
    uint state = seed ^ (get_global_id(0) * 747796405u + 1u), n = 0;
    for (int k = 0; k < throws; ++k) {
        float x = next_random(&state) * 0x1p-32f, y = next_random(&state) * 0x1p-32f;
        n += x * x + y * y < 1.0f;
    }
    hits[get_global_id(0)] = n;
}

//@ kernel: random_walks --global 128 --local 64 --arg steps=50
//@ holds: writes 8; reads 0
__kernel void random_walks(__global int2* ends, int steps)
{
    uint s = get_global_id(0) + 12345u;
    int2 at = (int2)(0, 0);
    for (int k = 0; k < steps; ++k) {
        s = s * 1664525u + 1013904223u;
        switch (s >> 30) {
        case 0: at.x++; break;
        case 1: at.x--; break;
        case 2: at.y++; break;
        default: at.y--;
        }
    }
    ends[get_global_id(0)] = at;
}

//@ kernel: element_stiffness --global 128 --local 64 --buffer nodes=int4:128:random(0,99)
//@ holds: writes 64; private bytes 0
// Bilinear elements with four points of Gauss, one after the other in registers.
__kernel void element_stiffness(__global const int4* nodes, __global const float2* xy, __global float* stiffness)
{
    int e = get_global_id(0);
    int4 n = nodes[e];
    float2 p[4] = {xy[n.x], xy[n.y], xy[n.z], xy[n.w]};
    float k[4][4] = {{0}};
    for (int g = 0; g < 4; ++g) {
        float s = (g & 1 ? 1 : -1) * 0.57735027f, t = (g & 2 ? 1 : -1) * 0.57735027f;
        float ds[4] = {-(1 - t) / 4, (1 - t) / 4, (1 + t) / 4, -(1 + t) / 4};
        float dt[4] = {-(1 - s) / 4, -(1 + s) / 4, (1 + s) / 4, (1 - s) / 4};
        float2 js = 0, jt = 0;
        for (int a = 0; a < 4; ++a) { js += ds[a] * p[a]; jt += dt[a] * p[a]; }
        float det = js.x * jt.y - js.y * jt.x, inv = 1.0f / det;
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b) {
                float2 ga = (float2)(jt.y * ds[a] - js.y * dt[a], js.x * dt[a] - jt.x * ds[a]) * inv;
                float2 gb = (float2)(jt.y * ds[b] - js.y * dt[b], js.x * dt[b] - jt.x * ds[b]) * inv;
                k[a][b] += dot(ga, gb) * det;
            }
    }
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) stiffness[(a * 4 + b) * 128 + e] = k[a][b];
}

//@ kernel: lattice --global 32x32 --local 16x16
//@ holds: reads 36; writes 36
// Nine velocities, gathered from neighbours on a torus.
__constant int2 velocity[9] = {(int2)(0, 0), (int2)(1, 0), (int2)(0, 1), (int2)(-1, 0), (int2)(0, -1),
                               (int2)(1, 1), (int2)(-1, 1), (int2)(-1, -1), (int2)(1, -1)};
__kernel void lattice(__global const float* f, __global float* g, float omega)
{
    int x = get_global_id(0), y = get_global_id(1);
    float in[9], rho = 0;
    float2 u = 0;
    for (int k = 0; k < 9; ++k) {
        int2 from = ((int2)(x, y) - velocity[k]) & 31;
        in[k] = f[k * 1024 + from.y * 32 + from.x];
        rho += in[k];
        u += in[k] * convert_float2(velocity[k]);
    }
    u /= rho;
    for (int k = 0; k < 9; ++k) {
        float cu = dot(convert_float2(velocity[k]), u);
        float w = k == 0 ? 4.0f / 9 : k < 5 ? 1.0f / 9 : 1.0f / 36;
        float eq = w * rho * (1 + 3 * cu + 4.5f * cu * cu - 1.5f * dot(u, u));
        g[k * 1024 + y * 32 + x] = in[k] + omega * (eq - in[k]);
    }
}

//@ kernel: binomial_option --global 64 --local 64
//@ holds: barriers 130; writes 0.0625
// Steps back through a tree of 64 levels, two barriers each, and what lies around them.
__kernel void binomial_option(__global const float* strike, __global float* price)
{
    __local float v[65];
    int l = get_local_id(0);
    v[l] = fmax(100.0f * exp(0.02f * (2 * l - 64)) - strike[get_group_id(0)], 0.0f);
    if (l == 0) v[64] = fmax(100.0f * exp(0.02f * 64) - strike[get_group_id(0)], 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int level = 64; level > 0; --level) {
        float next = 0;
        if (l < level) next = 0.5f * (v[l] + v[l + 1]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < level) v[l] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) price[get_group_id(0)] = v[0];
}

//@ kernel: cell_lists --global 256 --local 64 --buffer start=int:65:offsets(2,6)
//@ holds: writes 4
// Pairs in the own cell of 64 and its right neighbour.
__kernel void cell_lists(__global const int* restrict start, __global const float2* restrict at, __global float* restrict energy)
{
    int i = get_global_id(0), cell = i / 4;
    float2 own = at[i];
    float e = 0;
    for (int c = cell; c <= min(cell + 1, 63); ++c) {
        int end = start[c + 1];
        for (int k = start[c]; k < end; ++k) {
            float2 d = at[k] - own;
            float r2 = dot(d, d);
            if (r2 > 0 && r2 < 0.25f) { e += 1.0f / r2; }
        }
    }
    energy[i] = e;
}
