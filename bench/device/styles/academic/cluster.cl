// SPDX-License-Identifier: GPL-3.0-or-later
// Assignment of points to the nearest of some centres, and searches for nearest points.
#ifndef WG_SIZE
#define WG_SIZE 256
#endif
#ifndef FEATURES
#define FEATURES 16
#endif
#ifndef CENTRES
#define CENTRES 32
#endif
#ifndef PLACE
#define PLACE 0
#endif

#if PLACE == 2
#define CENTRE_SPACE __constant
#else
#define CENTRE_SPACE __global const
#endif

// K-means: features lie in planes, one a feature. The centres are read from global memory (PLACE = 0), from
// a copy in local memory (1) or from constant memory (2).
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
kmeans_assign(__global const float* features, CENTRE_SPACE float* centres, __global int* membership,
              int points) {
    const int p = get_global_id(0);
#if PLACE == 1
    __local float copy[CENTRES * FEATURES];
    for (int i = get_local_id(0); i < CENTRES * FEATURES; i += WG_SIZE) copy[i] = centres[i];
    barrier(CLK_LOCAL_MEM_FENCE);
#define CENTRE copy
#else
#define CENTRE centres
#endif
    if (p >= points) return;
    int best = 0;
    float least = FLT_MAX;
    for (int c = 0; c < CENTRES; ++c) {
        float distance = 0.0f;
        for (int k = 0; k < FEATURES; ++k) {
            const float d = features[k * points + p] - CENTRE[c * FEATURES + k];
            distance += d * d;
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    membership[p] = best;
}

#ifndef NEAR
#define NEAR 4
#endif

// The NEAR nearest of `references` for each query, kept sorted in a private array; references come by tiles
// of a group's size.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
knn_search(__global const float4* queries, __global const float4* refs, __global float* distances,
           __global int* indices, int count, int references) {
    __local float4 tile[WG_SIZE];
    const int q = get_global_id(0);
    const int item = get_local_id(0);
    const float4 mine = queries[q];
    float near[NEAR];
    int which[NEAR];
    #pragma unroll
    for (int k = 0; k < NEAR; ++k) {
        near[k] = FLT_MAX;
        which[k] = -1;
    }
    for (int base = 0; base < references; base += WG_SIZE) {
        tile[item] = refs[base + item];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < WG_SIZE; ++j) {
            const float4 d = tile[j] - mine;
            float distance = dot(d, d);
            if (distance < near[NEAR - 1]) {
                int index = base + j;
                #pragma unroll
                for (int k = 0; k < NEAR; ++k) {
                    if (distance < near[k]) {
                        const float moved = near[k];
                        const int from = which[k];
                        near[k] = distance;
                        which[k] = index;
                        distance = moved;
                        index = from;
                    }
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int k = 0; k < NEAR; ++k) {
        distances[k * count + q] = sqrt(near[k]);
        indices[k * count + q] = which[k];
    }
}
