// SPDX-License-Identifier: GPL-3.0-or-later
// Rays: the closest triangle of a tree of boxes with a stack in private memory, and a march through voxels.

typedef struct {
    float origin[3];
    float right[3];
    float up[3];
    float forward[3];
    float spread;
    int width;
    int height;
} camera_t;

typedef struct {
    float3 o;
    float3 d;
    float3 inverse;
} ray_t;

inline float3 vector_of(const float* v) { return (float3)(v[0], v[1], v[2]); }

inline ray_t camera_ray(const camera_t* c, int x, int y) {
    const float u = (2.0f * (x + 0.5f) / c->width - 1.0f) * c->spread;
    const float v = (2.0f * (y + 0.5f) / c->height - 1.0f) * c->spread;
    ray_t ray;
    ray.o = vector_of(c->origin);
    ray.d = normalize(vector_of(c->forward) + u * vector_of(c->right) + v * vector_of(c->up));
    ray.d = select(ray.d, (float3)(1e-7f), isless(fabs(ray.d), (float3)(1e-7f)));
    ray.inverse = 1.0f / ray.d;
    return ray;
}

// Where the ray enters a box, or a huge value.
inline float enter(const ray_t* r, float3 low, float3 high, float farthest) {
    const float3 t0 = (low - r->o) * r->inverse;
    const float3 t1 = (high - r->o) * r->inverse;
    const float3 near3 = fmin(t0, t1);
    const float3 far3 = fmax(t0, t1);
    const float t_in = fmax(fmax(near3.x, near3.y), fmax(near3.z, 0.0f));
    const float t_out = fmin(fmin(far3.x, far3.y), fmin(far3.z, farthest));
    return t_in <= t_out ? t_in : 1e30f;
}

#ifdef LEVELS
#define INNER ((1 << LEVELS) - 1)

// A complete tree: the children of node n are 2n + 1 and 2n + 2, its box boxes[2n] and the extent after it;
// the nodes of the last level own LEAF_TRIANGLES triangles each (a corner and two edges). The nearer child
// goes first.
__kernel void closest_triangle(__global const float4* boxes, __global const float4* triangles,
                               __global float4* hits, camera_t camera) {
#if SWIZZLE
    const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int x = get_group_id(0) * get_local_size(0) * get_local_size(1) / SWIZZLE + item % SWIZZLE +
                  (item / (SWIZZLE * SWIZZLE)) * SWIZZLE;
    const int y = get_group_id(1) * SWIZZLE + (item / SWIZZLE) % SWIZZLE;
#else
    const int x = get_global_id(0);
    const int y = get_global_id(1);
#endif
    if (x >= camera.width || y >= camera.height) return;
    const ray_t ray = camera_ray(&camera, x, y);

    int stack[LEVELS + 2];
    float entries[LEVELS + 2];
    int depth = 0;
    int node = 0;
    float4 best = (float4)(1e20f, 0.0f, 0.0f, -1.0f);
    while (1) {
        if (node < INNER) {
            const int left = 2 * node + 1;
            const float4 l0 = boxes[2 * left], l1 = boxes[2 * left + 1];
            const float4 r0 = boxes[2 * left + 2], r1 = boxes[2 * left + 3];
            const float tl = enter(&ray, l0.xyz, l0.xyz + l1.xyz, best.x);
            const float tr = enter(&ray, r0.xyz, r0.xyz + r1.xyz, best.x);
            const int swap = tr < tl;
            const float near_t = swap ? tr : tl;
            const float far_t = swap ? tl : tr;
            if (far_t < 1e29f) {
                stack[depth] = swap ? left : left + 1;
                entries[depth++] = far_t;
            }
            if (near_t < 1e29f) {
                node = swap ? left + 1 : left;
                continue;
            }
        } else {
            const int first = (node - INNER) * LEAF_TRIANGLES;
            for (int k = first; k < first + LEAF_TRIANGLES; ++k) {
                const float3 v = triangles[3 * k].xyz;
                const float3 e1 = triangles[3 * k + 1].xyz;
                const float3 e2 = triangles[3 * k + 2].xyz;
                const float3 p = cross(ray.d, e2);
                const float det = dot(e1, p);
                if (fabs(det) < 1e-9f) continue;
                const float scale = 1.0f / det;
                const float3 s = ray.o - v;
                const float u = dot(s, p) * scale;
                if (u < 0.0f || u > 1.0f) continue;
                const float3 q = cross(s, e1);
                const float w = dot(ray.d, q) * scale;
                if (w < 0.0f || u + w > 1.0f) continue;
                const float t = dot(e2, q) * scale;
                if (t > 1e-4f && t < best.x) best = (float4)(t, u, w, (float)k);
            }
        }
        do {
            --depth;
        } while (depth >= 0 && entries[depth] >= best.x);
        if (depth < 0) break;
        node = stack[depth];
    }
    hits[y * camera.width + x] = best;
}
#endif

#ifdef SIDE
// Steps through a cube of SIDE^3 voxels of a byte each until one is above the threshold; shades by the face
// that was crossed and the depth.
__kernel void march_voxels(__global const uchar* voxels, __global uchar4* image, camera_t camera,
                           int threshold) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= camera.width || y >= camera.height) return;
    const ray_t ray = camera_ray(&camera, x, y);
    const float entry = enter(&ray, (float3)(0.0f), (float3)((float)SIDE), 1e20f);
    uchar4 colour = (uchar4)(20, 30, 60, 255);
    if (entry < 1e29f) {
        const float3 start = ray.o + ray.d * entry;
        int3 cell = clamp(convert_int3(start), (int3)(0), (int3)(SIDE - 1));
        const int3 step = select((int3)(1), (int3)(-1), isless(ray.d, (float3)(0.0f)));
        const float3 border = convert_float3(cell + max(step, (int3)(0)));
        const float3 delta = fabs(ray.inverse);
        float3 next = (border - ray.o) * ray.inverse;
        int face = 0;
        float t = entry;
        while (1) {
            if (voxels[(cell.z * SIDE + cell.y) * SIDE + cell.x] > threshold) {
                const float light = (0.5f + 0.2f * face) / (1.0f + 0.004f * t);
                colour = convert_uchar4_sat((float4)(light, light * 0.9f, light * 0.7f, 1.0f) * 255.0f);
                break;
            }
            if (next.x < next.y && next.x < next.z) {
                t = next.x;
                next.x += delta.x;
                cell.x += step.x;
                face = 0;
                if ((uint)cell.x >= SIDE) break;
            } else if (next.y < next.z) {
                t = next.y;
                next.y += delta.y;
                cell.y += step.y;
                face = 1;
                if ((uint)cell.y >= SIDE) break;
            } else {
                t = next.z;
                next.z += delta.z;
                cell.z += step.z;
                face = 2;
                if ((uint)cell.z >= SIDE) break;
            }
        }
    }
    image[y * camera.width + x] = colour;
}
#endif
