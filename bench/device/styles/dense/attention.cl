// SPDX-License-Identifier: GPL-3.0-or-later
// The scores of attention and the look-up of embeddings.

#ifdef HEAD
// scores[batch * heads][query][key] = scale * Q . K + bias of the distance; Q and K are [token][heads][HEAD].
// A group has TQ queries, kept in local memory, and TK keys; an item has one key and TQ / LOCAL_Y queries.
__kernel __attribute__((reqd_work_group_size(TK, LOCAL_Y, 1)))
void attention_scores(const __global float4* restrict q, const __global float4* restrict k,
                      const __global float* restrict distance_bias, __global float* scores,
                      const int tokens, const int heads, const float scale, const int causal) {
    __local float4 q_tile[TQ][HEAD / 4];
    __local float4 k_tile[TK][HEAD / 4 + 1];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int lid = ly * TK + lx;
    const int head = get_group_id(2) % heads;
    const int batch = get_group_id(2) / heads;
    const int key0 = get_group_id(0) * TK;
    const int query0 = get_group_id(1) * TQ;
    if (causal && key0 > query0 + TQ - 1) return;

    for (int s = lid; s < TQ * (HEAD / 4); s += TK * LOCAL_Y) {
        const int token = query0 + s / (HEAD / 4);
        q_tile[s / (HEAD / 4)][s % (HEAD / 4)] =
            q[((batch * tokens + token) * heads + head) * (HEAD / 4) + s % (HEAD / 4)] * scale;
    }
    for (int s = lid; s < TK * (HEAD / 4); s += TK * LOCAL_Y) {
        const int token = key0 + s / (HEAD / 4);
        k_tile[s / (HEAD / 4)][s % (HEAD / 4)] =
            k[((batch * tokens + token) * heads + head) * (HEAD / 4) + s % (HEAD / 4)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float sums[TQ / LOCAL_Y];
    #pragma unroll
    for (int i = 0; i < TQ / LOCAL_Y; ++i) sums[i] = 0.0f;
    #pragma unroll 4
    for (int d = 0; d < HEAD / 4; ++d) {
        const float4 right = k_tile[lx][d];
        #pragma unroll
        for (int i = 0; i < TQ / LOCAL_Y; ++i) sums[i] += dot(q_tile[ly + i * LOCAL_Y][d], right);
    }
    const int key = key0 + lx;
    #pragma unroll
    for (int i = 0; i < TQ / LOCAL_Y; ++i) {
        const int query = query0 + ly + i * LOCAL_Y;
        const float bias = distance_bias[head * tokens + abs_diff(query, key)];
        const bool hidden = causal && key > query;
        scores[(get_group_id(2) * tokens + query) * tokens + key] = hidden ? -10000.0f : sums[i] + bias;
    }
}
#endif

// Rows of a table by token, plus the rows of positions and of two segments; VECTORS float4 a row.
__kernel void embedding_sum(const __global int* restrict tokens, const __global int* restrict segments,
                            const __global float4* restrict words, const __global float4* restrict positions,
                            const __global float4* restrict kinds, __global float4* out, const int vectors,
                            const int length, const int count, const float scale) {
    const int v = get_global_id(0);
    const int row = get_global_id(1);
    if (v >= vectors || row >= count) return;
    const float4 word = words[tokens[row] * vectors + v];
    const float4 position = positions[(row % length) * vectors + v];
    out[row * vectors + v] = word * scale + position + kinds[segments[row] * vectors + v];
}
