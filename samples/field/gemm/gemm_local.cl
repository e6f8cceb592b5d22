// SPDX-License-Identifier: GPL-3.0-or-later
// c = alpha * a * b + beta * c by tiles of local memory, with everything that a tuner turns as a macro. a is stored
// transposed, as k rows of m, so that both tiles are slabs of K_TILE rows that are read along their rows.
//
//   M_TILE, N_TILE, K_TILE   the work-group's tile of c and the depth of a step
//   M_ITEMS, N_ITEMS         the work-group: N_ITEMS x M_ITEMS work-items
//   M_VECTOR, N_VECTOR       widths of loads of a and of b; those of b are widths of the arithmetic and stores too
//   M_STRIDED, N_STRIDED     1: a work-item's rows (vectors of columns) lie M_ITEMS (N_ITEMS) apart, 0: together
//   LOCAL_A, LOCAL_B         1: the operand goes through local memory, 0: it is read where it is used
//   K_UNROLL                 steps of a tile's depth that are written out
//   PAD                      floats that end a row of a local tile unused
// m, n and k are multiples of the tiles; M_TILE of M_ITEMS and M_VECTOR, N_TILE of N_ITEMS * N_VECTOR; the
// work-items of a group load whole vectors of a tile in equal numbers.

#ifndef M_TILE
#define M_TILE 64
#endif
#ifndef N_TILE
#define N_TILE 64
#endif
#ifndef K_TILE
#define K_TILE 16
#endif
#ifndef M_ITEMS
#define M_ITEMS 16
#endif
#ifndef N_ITEMS
#define N_ITEMS 16
#endif
#ifndef M_VECTOR
#define M_VECTOR 4
#endif
#ifndef N_VECTOR
#define N_VECTOR 4
#endif
#ifndef M_STRIDED
#define M_STRIDED 0
#endif
#ifndef N_STRIDED
#define N_STRIDED 0
#endif
#ifndef LOCAL_A
#define LOCAL_A 1
#endif
#ifndef LOCAL_B
#define LOCAL_B 1
#endif
#ifndef K_UNROLL
#define K_UNROLL 2
#endif
#ifndef PAD
#define PAD 0
#endif

#define ROWS (M_TILE / M_ITEMS)
#define VECTORS (N_TILE / N_ITEMS / N_VECTOR)
#define ITEMS (M_ITEMS * N_ITEMS)

#if M_STRIDED
#define TILE_ROW(item, r) ((item) + (r) * M_ITEMS)
#else
#define TILE_ROW(item, r) ((item) * ROWS + (r))
#endif
#if N_STRIDED
#define TILE_COLUMN(item, v) (((item) + (v) * N_ITEMS) * N_VECTOR)
#else
#define TILE_COLUMN(item, v) (((item) * VECTORS + (v)) * N_VECTOR)
#endif

#if M_VECTOR == 1
#define COPY_M(from, to) (*(to) = *(from))
#elif M_VECTOR == 2
#define COPY_M(from, to) vstore2(vload2(0, from), 0, to)
#elif M_VECTOR == 4
#define COPY_M(from, to) vstore4(vload4(0, from), 0, to)
#else
#define COPY_M(from, to) vstore8(vload8(0, from), 0, to)
#endif

#if N_VECTOR == 1
typedef float floatn;
#define LOAD_N(p) (*(p))
#define STORE_N(v, p) (*(p) = (v))
#elif N_VECTOR == 2
typedef float2 floatn;
#define LOAD_N(p) vload2(0, p)
#define STORE_N(v, p) vstore2(v, 0, p)
#elif N_VECTOR == 4
typedef float4 floatn;
#define LOAD_N(p) vload4(0, p)
#define STORE_N(v, p) vstore4(v, 0, p)
#else
typedef float8 floatn;
#define LOAD_N(p) vload8(0, p)
#define STORE_N(v, p) vstore8(v, 0, p)
#endif

// A slab of a, K_TILE rows of M_TILE.
inline void load_a(const __global float* a, const int pitch, __local float* tile, const int item) {
    #pragma unroll
    for (int i = 0; i < K_TILE * M_TILE / M_VECTOR / ITEMS; ++i) {
        const int at = (item + i * ITEMS) * M_VECTOR;
        const int row = at / M_TILE;
        const int column = at % M_TILE;
        COPY_M(a + row * pitch + column, tile + row * (M_TILE + PAD) + column);
    }
}

// A slab of b, K_TILE rows of N_TILE.
inline void load_b(const __global float* b, const int pitch, __local float* tile, const int item) {
    #pragma unroll
    for (int i = 0; i < K_TILE * N_TILE / N_VECTOR / ITEMS; ++i) {
        const int at = (item + i * ITEMS) * N_VECTOR;
        const int row = at / N_TILE;
        const int column = at % N_TILE;
        STORE_N(LOAD_N(b + row * pitch + column), tile + row * (N_TILE + PAD) + column);
    }
}

__attribute__((reqd_work_group_size(N_ITEMS, M_ITEMS, 1)))
__kernel void gemm_local_tiles(const int m, const int n, const int k, const float alpha, const float beta,
                               const __global float* restrict a, const __global float* restrict b,
                               __global float* c) {
#if LOCAL_A
    __local float a_tile[K_TILE * (M_TILE + PAD)];
#endif
#if LOCAL_B
    __local float b_tile[K_TILE * (N_TILE + PAD)];
#endif
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int first_row = get_group_id(1) * M_TILE;
    const int first_column = get_group_id(0) * N_TILE;
    a += first_row;
    b += first_column;

    floatn sums[ROWS][VECTORS];
    #pragma unroll
    for (int r = 0; r < ROWS; ++r)
        #pragma unroll
        for (int v = 0; v < VECTORS; ++v) sums[r][v] = (floatn)(0.0f);

    for (int outer = 0; outer < k; outer += K_TILE) {
#if LOCAL_A
        load_a(a + outer * m, m, a_tile, y * N_ITEMS + x);
#endif
#if LOCAL_B
        load_b(b + outer * n, n, b_tile, y * N_ITEMS + x);
#endif
#if LOCAL_A || LOCAL_B
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        for (int inner = 0; inner < K_TILE; inner += K_UNROLL) {
            #pragma unroll
            for (int step = 0; step < K_UNROLL; ++step) {
                const int i = inner + step;
                float as[ROWS];
                floatn bs[VECTORS];
                #pragma unroll
                for (int r = 0; r < ROWS; ++r)
#if LOCAL_A
                    as[r] = a_tile[i * (M_TILE + PAD) + TILE_ROW(y, r)];
#else
                    as[r] = a[(outer + i) * m + TILE_ROW(y, r)];
#endif
                #pragma unroll
                for (int v = 0; v < VECTORS; ++v)
#if LOCAL_B
                    bs[v] = LOAD_N(b_tile + i * (N_TILE + PAD) + TILE_COLUMN(x, v));
#else
                    bs[v] = LOAD_N(b + (outer + i) * n + TILE_COLUMN(x, v));
#endif
                #pragma unroll
                for (int r = 0; r < ROWS; ++r)
                    #pragma unroll
                    for (int v = 0; v < VECTORS; ++v) sums[r][v] += as[r] * bs[v];
            }
        }
#if LOCAL_A || LOCAL_B
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }

    #pragma unroll
    for (int r = 0; r < ROWS; ++r)
        #pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            __global float* out = c + (first_row + TILE_ROW(y, r)) * n + first_column + TILE_COLUMN(x, v);
            floatn result = alpha * sums[r][v];
            if (beta != 0.0f) result += beta * LOAD_N(out);
            STORE_N(result, out);
        }
}
