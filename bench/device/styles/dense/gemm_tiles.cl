// SPDX-License-Identifier: GPL-3.0-or-later
// C = alpha * A * B' + beta * C with column-major A (m x k), B (n x k) and C (m x n).
// A work-group owns a TILE_M x TILE_N tile of C, an item WPM x WPN of its elements in registers.
// STAGE_A, STAGE_B: whether the operand goes through local memory.
// STRIDE_M, STRIDE_N: whether an item's elements lie ITEMS_M (ITEMS_N) vectors apart or side by side.
#define WPM (TILE_M / ITEMS_M)
#define WPN (TILE_N / ITEMS_N)
#define VECS_M (WPM / VEC_M)
#define VECS_N (WPN / VEC_N)
#define ITEMS (ITEMS_M * ITEMS_N)
#define WIDE_M (TILE_M / VEC_M)
#define WIDE_N (TILE_N / VEC_N)

#if VEC_M == 1
typedef float realM;
#elif VEC_M == 2
typedef float2 realM;
#elif VEC_M == 4
typedef float4 realM;
#elif VEC_M == 8
typedef float8 realM;
#endif

#if VEC_N == 1
typedef float realN;
#elif VEC_N == 2
typedef float2 realN;
#elif VEC_N == 4
typedef float4 realN;
#endif

// The components of a vector of B, as an initialiser.
#if VEC_N == 1
#define SPREAD(v) {v}
#elif VEC_N == 2
#define SPREAD(v) {v.x, v.y}
#elif VEC_N == 4
#define SPREAD(v) {v.x, v.y, v.z, v.w}
#endif

// The vector of the tile that slot i (j) of this item stands for.
inline int slot_m(const int im, const int i) {
#if STRIDE_M
    return im + i * ITEMS_M;
#else
    return im * VECS_M + i;
#endif
}

inline int slot_n(const int in, const int j) {
#if STRIDE_N
    return in + j * ITEMS_N;
#else
    return in * VECS_N + j;
#endif
}

__kernel __attribute__((reqd_work_group_size(ITEMS_M, ITEMS_N, 1)))
void gemm_tiles(const int m, const int n, const int k, const float alpha, const float beta,
                const __global realM* restrict agm, const __global realN* restrict bgm,
                __global realM* cgm) {
#if STAGE_A
    __local realM alm[TILE_K * WIDE_M];
#endif
#if STAGE_B
    __local realN blm[TILE_K * WIDE_N];
#endif
    const int im = get_local_id(0);
    const int in = get_local_id(1);
#if STAGE_A || STAGE_B
    const int tid = im + in * ITEMS_M;
#endif
    const int m_wide = m / VEC_M;
    const int n_wide = n / VEC_N;
    const int first_m = get_group_id(0) * WIDE_M;
    const int first_n = get_group_id(1) * WIDE_N;

    realM acc[WPN][VECS_M];
    #pragma unroll
    for (int j = 0; j < WPN; ++j) {
        #pragma unroll
        for (int i = 0; i < VECS_M; ++i) acc[j][i] = (realM)(0.0f);
    }

    for (int kt = 0; kt < k; kt += TILE_K) {
#if STAGE_A
        #pragma unroll
        for (int s = 0; s < TILE_K * WIDE_M; s += ITEMS) {
            const int at = s + tid;
            alm[at] = agm[(kt + at / WIDE_M) * m_wide + first_m + at % WIDE_M];
        }
#endif
#if STAGE_B
        #pragma unroll
        for (int s = 0; s < TILE_K * WIDE_N; s += ITEMS) {
            const int at = s + tid;
            blm[at] = bgm[(kt + at / WIDE_N) * n_wide + first_n + at % WIDE_N];
        }
#endif
#if STAGE_A || STAGE_B
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        for (int ko = 0; ko < TILE_K; ko += UNROLL_K) {
            #pragma unroll
            for (int ku = 0; ku < UNROLL_K; ++ku) {
                const int kk = ko + ku;
                realM areg[VECS_M];
                #pragma unroll
                for (int i = 0; i < VECS_M; ++i) {
#if STAGE_A
                    areg[i] = alm[kk * WIDE_M + slot_m(im, i)];
#else
                    areg[i] = agm[(kt + kk) * m_wide + first_m + slot_m(im, i)];
#endif
                }
                #pragma unroll
                for (int j = 0; j < VECS_N; ++j) {
#if STAGE_B
                    const realN bval = blm[kk * WIDE_N + slot_n(in, j)];
#else
                    const realN bval = bgm[(kt + kk) * n_wide + first_n + slot_n(in, j)];
#endif
                    const float parts[VEC_N] = SPREAD(bval);
                    #pragma unroll
                    for (int v = 0; v < VEC_N; ++v) {
                        #pragma unroll
                        for (int i = 0; i < VECS_M; ++i) acc[j * VEC_N + v][i] += areg[i] * parts[v];
                    }
                }
            }
        }
#if STAGE_A || STAGE_B
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }

    #pragma unroll
    for (int j = 0; j < WPN; ++j) {
        const int column = (first_n + slot_n(in, j / VEC_N)) * VEC_N + j % VEC_N;
        #pragma unroll
        for (int i = 0; i < VECS_M; ++i) {
            const int at = column * m_wide + first_m + slot_m(im, i);
            cgm[at] = alpha * acc[j][i] + beta * cgm[at];
        }
    }
}
