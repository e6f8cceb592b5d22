// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of networks. FLT is what sums are made in; STORE_HALF keeps tensors as halves.

#define FLT float
#define FLT4 float4

#ifdef STORE_HALF
#define ELEM half
#define LD(p, i) vload_half((i), (p))
#define LD4(p, i) vload_half4((i), (p))
#define ST1(p, i, v) vstore_half((v), (i), (p))
#define ST4(p, i, v) vstore_half4((v), (i), (p))
#else
#define ELEM float
#define LD(p, i) ((p)[i])
#define LD4(p, i) vload4((i), (p))
#define ST1(p, i, v) ((p)[i] = (v))
#define ST4(p, i, v) vstore4((v), (i), (p))
#endif

#ifndef LWS
#define LWS 128
#endif

inline FLT sum_of_group(FLT v, __local FLT* scratch) {
    const int lid = get_local_id(0);
    scratch[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int h = LWS / 2; h > 0; h >>= 1) {
        if (lid < h) scratch[lid] += scratch[lid + h];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const FLT all = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return all;
}

// ---- 1 x 1 convolution, channels in slices of four: SPATIAL pixels by four output channels an item.
#ifndef SPATIAL
#define SPATIAL 4
#endif
#if defined(ACT_RELU6)
#define ACTIVATE(v) clamp(v, (FLT4)(0), (FLT4)(6))
#elif defined(ACT_HSWISH)
#define ACTIVATE(v) ((v) * clamp((v) * 0.16666667f + 0.5f, (FLT4)(0), (FLT4)(1)))
#else
#define ACTIVATE(v) (v)
#endif

__kernel void conv1x1_slices(const __global ELEM* restrict src, const __global ELEM* restrict weights,
                             const __global float4* restrict bias, __global ELEM* restrict dst, const int pixels,
                             const int src_slices, const int dst_slices) {
    const int p0 = get_global_id(0) * SPATIAL;
    const int out = get_global_id(1);
    if (p0 >= pixels || out >= dst_slices) return;
    FLT4 acc[SPATIAL];
#pragma unroll
    for (int i = 0; i < SPATIAL; ++i) acc[i] = bias[out];
    const __global ELEM* w = weights + out * src_slices * 16;
    for (int s = 0; s < src_slices; ++s) {
        const FLT4 w0 = LD4(w, 4 * s);
        const FLT4 w1 = LD4(w, 4 * s + 1);
        const FLT4 w2 = LD4(w, 4 * s + 2);
        const FLT4 w3 = LD4(w, 4 * s + 3);
#pragma unroll
        for (int i = 0; i < SPATIAL; ++i) {
            const FLT4 v = LD4(src, s * pixels + min(p0 + i, pixels - 1));
            acc[i] = fma(w0, (FLT4)(v.x), acc[i]);
            acc[i] = fma(w1, (FLT4)(v.y), acc[i]);
            acc[i] = fma(w2, (FLT4)(v.z), acc[i]);
            acc[i] = fma(w3, (FLT4)(v.w), acc[i]);
        }
    }
#pragma unroll
    for (int i = 0; i < SPATIAL; ++i)
        if (p0 + i < pixels) ST4(dst, out * pixels + p0 + i, ACTIVATE(acc[i]));
}

// ---- Batch statistics of NCHW tensors: a group a channel, mean and variance by sums and squares.
__kernel __attribute__((reqd_work_group_size(LWS, 1, 1))) void
batch_statistics(const __global ELEM* restrict x, __global float* restrict mean, __global float* restrict rstd,
                 __global float* restrict running, const int images, const int channels, const int area,
                 const float momentum, const float epsilon) {
    __local FLT scratch[LWS];
    const int c = get_group_id(0);
    FLT sum = 0;
    FLT squares = 0;
    for (int n = 0; n < images; ++n) {
        const __global ELEM* plane = x + ((long)n * channels + c) * area;
        for (int i = get_local_id(0); i < area; i += LWS) {
            const FLT v = LD(plane, i);
            sum += v;
            squares += v * v;
        }
    }
    sum = sum_of_group(sum, scratch);
    squares = sum_of_group(squares, scratch);
    if (get_local_id(0) == 0) {
        const FLT count = (FLT)images * area;
        const FLT m = sum / count;
        const FLT var = fmax(squares / count - m * m, 0.0f);
        mean[c] = m;
        rstd[c] = rsqrt(var + epsilon);
        running[c] = mix(running[c], m, momentum);
        running[channels + c] = mix(running[channels + c], var * count / (count - 1), momentum);
    }
}

// ---- Root-mean-square norm of rows of halves with a residual added before; a group a row, eight at a time.
__kernel __attribute__((reqd_work_group_size(LWS, 1, 1))) void
rms_norm_residual(const __global half* restrict x, __global half* restrict residual,
                  const __global half* restrict gain, __global half* restrict y, const int width,
                  const float epsilon) {
    __local FLT scratch[LWS];
    const size_t row = get_group_id(0);
    const int eights = width / 8;
    const __global half* from = x + row * width;
    __global half* kept = residual + row * width;
    __global half* to = y + row * width;
    FLT squares = 0;
    for (int i = get_local_id(0); i < eights; i += LWS) {
        const float8 v = vload_half8(i, from) + vload_half8(i, kept);
        vstore_half8(v, i, kept);
        squares += dot(v.lo, v.lo) + dot(v.hi, v.hi);
    }
    const FLT scale = rsqrt(sum_of_group(squares, scratch) / width + epsilon);
    for (int i = get_local_id(0); i < eights; i += LWS)
        vstore_half8(vload_half8(i, kept) * scale * vload_half8(i, gain), i, to);
}

// ---- Rotary embedding: halves of a head turn against each other by angles of position.
__kernel void rotate_heads(__global ELEM* restrict q, const __global int* restrict positions, const int heads,
                           const int head_size, const float log_base, const int tokens) {
    const int pair = get_global_id(0);
    const int head = get_global_id(1);
    const int token = get_global_id(2);
    const int half_size = head_size / 2;
    if (pair >= half_size || token >= tokens) return;
    const float angle = positions[token] * native_exp(-2.0f * pair / head_size * log_base);
    float c;
    const float s = sincos(angle, &c);
    __global ELEM* p = q + ((long)token * heads + head) * head_size + pair;
    const float a = LD(p, 0);
    const float b = LD(p, half_size);
    ST1(p, 0, a * c - b * s);
    ST1(p, half_size, a * s + b * c);
}

// ---- Gated unit: the first half of a row through an activation times the second half.
#ifdef GATE_GELU
inline FLT4 gate(FLT4 v) { return 0.5f * v * (1.0f + tanh(0.79788456f * (v + 0.044715f * v * v * v))); }
#else
inline FLT4 gate(FLT4 v) { return v / (1.0f + native_exp(-v)); }
#endif
__kernel void gated_unit(const __global ELEM* restrict in, __global ELEM* restrict out, const int quads,
                         const int rows) {
    const int q = get_global_id(0);
    const int row = get_global_id(1);
    if (q >= quads || row >= rows) return;
    const FLT4 a = LD4(in, row * 2 * quads + q);
    const FLT4 b = LD4(in, row * 2 * quads + quads + q);
    ST4(out, row * quads + q, gate(a) * b);
}

// ---- A step of a recurrent cell once its products are there: gates i, f, g, o of a row one behind the other.
inline float sigmoid(float v) { return 1.0f / (1.0f + exp(-v)); }
__kernel void lstm_cell(const __global float* restrict from_input, const __global float* restrict from_hidden,
                        const __global float* restrict bias, __global float* restrict cell,
                        __global float* restrict hidden, const int units, const int batch) {
    const int id = get_global_id(0);
    if (id >= units * batch) return;
    const int row = id / units;
    const int u = id - row * units;
    float g[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int at = (row * 4 + k) * units + u;
        g[k] = from_input[at] + from_hidden[at] + bias[k * units + u];
    }
    const float c = sigmoid(g[1]) * cell[id] + sigmoid(g[0]) * tanh(g[2]);
    cell[id] = c;
    hidden[id] = sigmoid(g[3]) * tanh(c);
}

// ---- Adam with decoupled decay; weights kept in single precision and copied as halves.
typedef struct {
    float rate, beta1, beta2, epsilon, decay, scale;
    float fix1, fix2;
} adam_rule;

__kernel void adam_update(__global float4* restrict weights, __global float4* restrict first,
                          __global float4* restrict second, const __global ELEM* restrict gradient,
                          __global half* restrict copy, const adam_rule r, const int quads) {
    for (int i = get_global_id(0); i < quads; i += get_global_size(0)) {
        const float4 g = LD4(gradient, i) * r.scale;
        const float4 m = mix(g, first[i], r.beta1);
        const float4 v = mix(g * g, second[i], r.beta2);
        float4 w = weights[i];
        w -= r.rate * ((m * r.fix1) / (sqrt(v * r.fix2) + r.epsilon) + r.decay * w);
        first[i] = m;
        second[i] = v;
        weights[i] = w;
        vstore_half4(w, i, copy);
    }
}

// ---- The TOP largest of a row, a group a row: each item keeps its own largest, winners leave one by one.
#ifndef TOP
#define TOP 4
#endif
__kernel __attribute__((reqd_work_group_size(LWS, 1, 1))) void
top_of_rows(const __global float* restrict logits, const int width, __global float* restrict values,
            __global int* restrict places) {
    __local float best[LWS];
    __local int place[LWS];
    const int lid = get_local_id(0);
    const __global float* row = logits + (size_t)get_group_id(0) * width;
    float mine[TOP];
    int where[TOP];
#pragma unroll
    for (int k = 0; k < TOP; ++k) {
        mine[k] = -INFINITY;
        where[k] = -1;
    }
    for (int i = lid; i < width; i += LWS) {
        float v = row[i];
        int at = i;
#pragma unroll
        for (int k = 0; k < TOP; ++k) {
            const bool larger = v > mine[k];
            const float tv = mine[k];
            const int ta = where[k];
            mine[k] = larger ? v : tv;
            where[k] = larger ? at : ta;
            v = larger ? tv : v;
            at = larger ? ta : at;
        }
    }
    for (int k = 0; k < TOP; ++k) {
        best[lid] = mine[0];
        place[lid] = where[0];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int h = LWS / 2; h > 0; h >>= 1) {
            if (lid < h && best[lid + h] > best[lid]) {
                best[lid] = best[lid + h];
                place[lid] = place[lid + h];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const int winner = place[0];
        if (lid == 0) {
            values[get_group_id(0) * TOP + k] = best[0];
            places[get_group_id(0) * TOP + k] = winner;
        }
        if (where[0] == winner) {
#pragma unroll
            for (int j = 0; j + 1 < TOP; ++j) {
                mine[j] = mine[j + 1];
                where[j] = where[j + 1];
            }
            mine[TOP - 1] = -INFINITY;
            where[TOP - 1] = -1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// ---- Values of a paged cache weighted by probabilities: a group a head of a sequence, an item a channel.
#ifndef PAGE
#define PAGE 16
#endif
__kernel void paged_values(const __global float* restrict weights, const __global half* restrict cache,
                           const __global int* restrict pages, __global float* restrict out, const int tokens,
                           const int pages_a_sequence, const int heads, const int head_size) {
    const int channel = get_local_id(0);
    const int head = get_group_id(1);
    const int sequence = get_group_id(2);
    const __global float* w = weights + ((long)sequence * heads + head) * tokens;
    float acc = 0.0f;
    for (int t = 0; t < tokens; t += PAGE) {
        const int page = pages[sequence * pages_a_sequence + t / PAGE];
        const __global half* block = cache + ((long)page * heads + head) * PAGE * head_size + channel;
#pragma unroll
        for (int i = 0; i < PAGE; ++i) acc += w[t + i] * vload_half(i * head_size, block);
    }
    out[((long)sequence * heads + head) * head_size + channel] = acc;
}
