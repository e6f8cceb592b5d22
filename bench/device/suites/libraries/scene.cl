// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and bodies: a distance field marched in a fixed number of steps, cloth held by springs, skinned meshes.

#ifndef MARCH_STEPS
#define MARCH_STEPS 48
#endif
#ifndef SOLIDS
#define SOLIDS 6
#endif
#ifndef FAST
#define FAST 0
#endif

#if FAST
#define LENGTH3(v) half_sqrt(dot(v, v))
#define UNIT3(v) ((v) * half_rsqrt(dot(v, v)))
#else
#define LENGTH3(v) length(v)
#define UNIT3(v) normalize(v)
#endif

typedef struct {
    float4 eye;
    float4 right, up, ahead;
    float4 light;
} camera_t;

inline float join_smooth(const float a, const float b, const float k) {
    const float h = clamp(0.5f + 0.5f * (b - a) / k, 0.0f, 1.0f);
    return mix(b, a, h) - k * h * (1.0f - h);
}

// A floor, balls and round boxes by turns; xyz of a solid is its centre, w its size.
inline float field(const float3 p, __constant float4* restrict solids) {
    float d = p.y + 1.0f;
#pragma unroll
    for (int i = 0; i < SOLIDS; ++i) {
        const float4 s = solids[i];
        const float3 q = p - s.xyz;
        float here;
        if (i & 1) {
            const float3 b = fabs(q) - s.w;
            here = LENGTH3(fmax(b, (float3)(0.0f))) + fmin(fmax(b.x, fmax(b.y, b.z)), 0.0f) - 0.1f;
        } else {
            here = LENGTH3(q) - s.w;
        }
        d = join_smooth(d, here, 0.3f);
    }
    return d;
}

__kernel void march_field(__global uchar4* restrict image, const int width, const int height, const camera_t camera,
                          __constant float4* restrict solids) {
    const int px = get_global_id(0);
    const int py = get_global_id(1);
    if (px >= width || py >= height) return;
    const float u = (2.0f * px - width) / height;
    const float v = (2.0f * py - height) / height;
    const float3 direction = UNIT3(camera.ahead.xyz + u * camera.right.xyz + v * camera.up.xyz);
    float t = 0.0f;
    for (int i = 0; i < MARCH_STEPS; ++i) t += field(camera.eye.xyz + t * direction, solids);
    const float3 p = camera.eye.xyz + fmin(t, 100.0f) * direction;
    const float e = 0.001f;
    const float here = field(p, solids);
    const float3 n = UNIT3((float3)(field(p + (float3)(e, 0, 0), solids) - here,
                                    field(p + (float3)(0, e, 0), solids) - here,
                                    field(p + (float3)(0, 0, e), solids) - here) + 1e-7f);
    const float lit = fmax(dot(n, camera.light.xyz), 0.0f) + 0.2f;
    const float shade = lit * exp(-0.05f * fmin(t, 100.0f));
    image[py * width + px] = convert_uchar4_sat((float4)(shade * 255.0f, shade * 230.0f, shade * 190.0f, 255.0f));
}

// ---- Cloth: springs to neighbours straight, across and two apart, then a step of Verlet. Pinned: w of a place 0.
inline float3 pull(const float3 p, const float3 v, const __global float4* now, const __global float4* before,
                   const int at, const float rest, const float stiff, const float damp, const float inverse_step) {
    const float3 q = now[at].xyz;
    const float3 w = (q - before[at].xyz) * inverse_step;
    const float3 d = q - p;
    const float l = length(d) + 1e-6f;
    const float3 n = d / l;
    return n * (stiff * (l - rest) + damp * dot(w - v, n));
}

__kernel void cloth_step(const __global float4* restrict now, const __global float4* restrict before,
                         __global float4* restrict next, const int cols, const int rows, const float rest,
                         const float stiff, const float damp, const float step, const float gravity) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= cols || y >= rows) return;
    const int me = y * cols + x;
    const float4 own = now[me];
    const float3 p = own.xyz;
    const float inverse_step = 1.0f / step;
    const float3 v = (p - before[me].xyz) * inverse_step;
    float3 force = (float3)(0.0f, gravity, 0.0f);
#define SPRING(dx, dy, r)                                                                   \
    if (x + (dx) >= 0 && x + (dx) < cols && y + (dy) >= 0 && y + (dy) < rows)               \
        force += pull(p, v, now, before, me + (dy)*cols + (dx), (r)*rest, stiff, damp, inverse_step);
    SPRING(-1, 0, 1.0f) SPRING(1, 0, 1.0f) SPRING(0, -1, 1.0f) SPRING(0, 1, 1.0f)
    SPRING(-1, -1, 1.41421356f) SPRING(1, -1, 1.41421356f) SPRING(-1, 1, 1.41421356f) SPRING(1, 1, 1.41421356f)
    SPRING(-2, 0, 2.0f) SPRING(2, 0, 2.0f) SPRING(0, -2, 2.0f) SPRING(0, 2, 2.0f)
#undef SPRING
    const float3 to = p + (v * step + force * step * step) * own.w;
    next[me] = (float4)(to, own.w);
}

// ---- Vertices of 32 bytes that follow four bones each; matrices of bones are three rows of four.
typedef struct {
    float px, py, pz;
    uint normal;
    uchar bone[4];
    uchar weight[4];
    float tu, tv;
} vertex_t;

__kernel void skin_vertices(const __global vertex_t* restrict rest_pose, const __global float4* restrict bones,
                            __global float4* restrict place, __global float4* restrict normal, const uint count,
                            const uint instance_bones) {
    const uint id = get_global_id(0);
    const uint instance = get_global_id(1);
    if (id >= count) return;
    const vertex_t v = rest_pose[id];
    const __global float4* m = bones + instance * instance_bones * 3;
    float4 r0 = (float4)(0.0f), r1 = (float4)(0.0f), r2 = (float4)(0.0f);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float w = v.weight[k] * (1.0f / 255.0f);
        const uint b = (v.bone[k] % instance_bones) * 3;
        r0 += w * m[b];
        r1 += w * m[b + 1];
        r2 += w * m[b + 2];
    }
    const float4 p = (float4)(v.px, v.py, v.pz, 1.0f);
    const float4 n = (float4)((v.normal & 1023) - 512.0f, ((v.normal >> 10) & 1023) - 512.0f,
                              ((v.normal >> 20) & 1023) - 512.0f, 0.0f) * (1.0f / 511.0f);
    const size_t to = (size_t)instance * count + id;
    place[to] = (float4)(dot(r0, p), dot(r1, p), dot(r2, p), 1.0f);
    normal[to] = (float4)(dot(r0, n), dot(r1, n), dot(r2, n), v.tu);
}
