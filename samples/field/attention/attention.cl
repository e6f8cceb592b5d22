// SPDX-License-Identifier: GPL-3.0-or-later
// Attention with heads of DIM components: one query against a cache of keys and values, as when a text grows
// token by token, all queries at once without the matrix of scores in memory, and the rotary embedding before.
#ifndef DIM
#define DIM 64
#endif
#ifndef WG_SIZE
#define WG_SIZE 128
#endif

// Scores of one query a head. An item takes whole keys (DIM floats, by vectors of four); the query lies in local
// memory. Group's dimension 1 is the head. Neighbours read DIM floats apart and rely on the caches.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
attention_scores_key_per_item(__global const float4* queries, __global const float4* keys, __global float* scores,
                              int tokens, float scale) {
    __local float4 query[DIM / 4];
    const int head = get_group_id(1);
    for (int c = get_local_id(0); c < DIM / 4; c += WG_SIZE) query[c] = queries[head * (DIM / 4) + c];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int token = get_global_id(0);
    if (token >= tokens) return;
    __global const float4* key = keys + ((size_t)head * tokens + token) * (DIM / 4);
    float4 sum = (float4)(0.0f);
    #pragma unroll 8
    for (int c = 0; c < DIM / 4; ++c) sum = mad(query[c], key[c], sum);
    scores[head * tokens + token] = (sum.x + sum.y + sum.z + sum.w) * scale;
}

#define SHARERS (DIM / 8)
#define KEYS_AT_ONCE (WG_SIZE / SHARERS)
#ifndef STEPS
#define STEPS 4
#endif

// The same with keys of half precision: DIM / 8 items share a key, eight components each, so that a warp reads
// contiguously; they add up their parts in local memory. A group takes STEPS times as many keys as fit at once.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
attention_scores_shared_keys(__global const float8* queries, __global const half* keys, __global float* scores,
                             int tokens, float scale) {
    __local float parts[WG_SIZE];
    const int item = get_local_id(0);
    const int part = item % SHARERS;
    const int head = get_group_id(1);
    const float8 query = queries[head * SHARERS + part] * scale;
    const int first = get_group_id(0) * (KEYS_AT_ONCE * STEPS) + item / SHARERS;
    #pragma unroll
    for (int step = 0; step < STEPS; ++step) {
        const int token = first + step * KEYS_AT_ONCE;
        float8 key = (float8)(0.0f);
        if (token < tokens) key = vload_half8(((size_t)head * tokens + token) * SHARERS + part, keys);
        parts[item] = dot(query.lo, key.lo) + dot(query.hi, key.hi);
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (int reach = SHARERS / 2; reach > 0; reach >>= 1) {
            if (part < reach) parts[item] += parts[item + reach];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (part == 0 && token < tokens) scores[head * tokens + token] = parts[item];
    }
}

#ifndef CHUNK
#define CHUNK 256
#endif

// Values weighted by their (given) probabilities: a group takes CHUNK tokens of a head and writes its partial sum.
// Item d of DIM x ROWS sums component d of every ROWS-th token; the rows meet in local memory.
#ifndef ROWS
#define ROWS 4
#endif
__kernel __attribute__((reqd_work_group_size(DIM, ROWS, 1))) void
attention_values_chunk(__global const float* weights, __global const half* values, __global float* partial,
                       int tokens) {
    __local float sums[ROWS][DIM];
    const int d = get_local_id(0);
    const int row = get_local_id(1);
    const int chunk = get_group_id(0);
    const int head = get_group_id(1);
    const int last = min(tokens, (chunk + 1) * CHUNK);
    const size_t base = (size_t)head * tokens;
    float sum = 0.0f;
    for (int token = chunk * CHUNK + row; token < last; token += ROWS)
        sum = mad(weights[base + token], vload_half((base + token) * DIM + d, values), sum);
    sums[row][d] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row != 0) return;
    for (int r = 1; r < ROWS; ++r) sum += sums[r][d];
    partial[((size_t)head * get_num_groups(0) + chunk) * DIM + d] = sum;
}

#ifndef KEYS
#define KEYS 16
#endif
#ifndef CAUSAL
#define CAUSAL 0
#endif

// All queries: a query an item, its components and its result in registers. The group brings KEYS keys and values
// into local memory at a time; a running maximum and sum of weights let the result so far be scaled instead of
// keeping scores. CAUSAL lets a query see no later token, so later groups have more to do.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
attention_running_maximum(__global const float4* queries, __global const float4* keys,
                          __global const float4* values, __global float4* out, int tokens, float scale) {
    __local float4 keyTile[KEYS][DIM / 4];
    __local float4 valueTile[KEYS][DIM / 4];
    const int item = get_local_id(0);
    const int query = get_global_id(0);
    const size_t base = (size_t)get_group_id(1) * tokens * (DIM / 4);
    const size_t own = base + (size_t)min(query, tokens - 1) * (DIM / 4);

    float4 mine[DIM / 4];
    float4 result[DIM / 4];
    #pragma unroll
    for (int c = 0; c < DIM / 4; ++c) {
        mine[c] = queries[own + c] * scale;
        result[c] = (float4)(0.0f);
    }
    float largest = -1.0e30f;
    float weights = 0.0f;

#if CAUSAL
    const int end = min(tokens, ((int)get_group_id(0) + 1) * WG_SIZE);
#else
    const int end = tokens;
#endif
    for (int first = 0; first < end; first += KEYS) {
        const int here = min(KEYS, end - first);
        for (int i = item; i < here * (DIM / 4); i += WG_SIZE) {
            keyTile[i / (DIM / 4)][i % (DIM / 4)] = keys[base + first * (DIM / 4) + i];
            valueTile[i / (DIM / 4)][i % (DIM / 4)] = values[base + first * (DIM / 4) + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < here; ++k) {
            float4 sum = (float4)(0.0f);
            #pragma unroll
            for (int c = 0; c < DIM / 4; ++c) sum = mad(mine[c], keyTile[k][c], sum);
            float score = sum.x + sum.y + sum.z + sum.w;
#if CAUSAL
            score = first + k <= query ? score : -2.0e30f;
#endif
            const float higher = fmax(largest, score);
            const float before = native_exp(largest - higher);
            const float weight = native_exp(score - higher);
            largest = higher;
            weights = mad(weights, before, weight);
            #pragma unroll
            for (int c = 0; c < DIM / 4; ++c) result[c] = mad(valueTile[k][c], weight, result[c] * before);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (query >= tokens) return;
    const float norm = 1.0f / weights;
    #pragma unroll
    for (int c = 0; c < DIM / 4; ++c) out[own + c] = result[c] * norm;
}

// Rotary embedding of neighbouring components: pair i of a token turns by an angle whose cosine and sine the table
// has. Dimensions: pairs, heads, tokens.
__kernel void rotary_pairs_table(__global const float2* in, __global const float2* table, __global float2* out,
                                 int heads) {
    const int pair = get_global_id(0);
    const int head = get_global_id(1);
    const int token = get_global_id(2);
    const size_t place = ((size_t)token * heads + head) * (DIM / 2) + pair;
    const float2 turn = table[token * (DIM / 2) + pair];
    const float2 value = in[place];
    out[place] = (float2)(value.x * turn.x - value.y * turn.y, value.x * turn.y + value.y * turn.x);
}

// The same where component i turns with component i + DIM / 2, and the angle is the token's position times a
// frequency; its sine and cosine are computed here, once for all heads of the token.
__kernel void rotary_halves_computed(__global const float* in, __global const float* frequencies,
                                     __global float* out, int heads, int items) {
    const int i = get_global_id(0);
    if (i >= items) return;
    const int component = i % (DIM / 2);
    const int token = i / (DIM / 2);
    float cosine;
    const float sine = sincos(token * frequencies[component], &cosine);
    for (int head = 0; head < heads; ++head) {
        const size_t place = ((size_t)token * heads + head) * DIM + component;
        const float left = in[place];
        const float right = in[place + DIM / 2];
        out[place] = left * cosine - right * sine;
        out[place + DIM / 2] = left * sine + right * cosine;
    }
}
