// SPDX-License-Identifier: GPL-3.0-or-later
// Complex C = alpha * op(A) * B + beta * C, row-major, numbers as float2. The tile of C has
// BLOCK * WPX columns and BLOCK * WPY rows. CONJ_TRANS_A: A is k x m and taken conjugate transposed.
#define TILE_X (BLOCK * WPX)
#define TILE_Y (BLOCK * WPY)

#define MULADD(sum, p, q)                     \
    sum.x += p.x * q.x;                       \
    sum.x -= p.y * q.y;                       \
    sum.y += p.x * q.y;                       \
    sum.y += p.y * q.x

inline float2 product(const float2 p, const float2 q) {
    return (float2)(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x);
}

__kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1)))
void cgemm_block(const int m, const int n, const int k, const float2 alpha, const float2 beta,
                 const __global float2* restrict a, const int lda,
                 const __global float2* restrict b, const int ldb,
                 __global float2* c, const int ldc) {
    __local float2 as[BLOCK][TILE_Y + 1];
    __local float2 bs[BLOCK][TILE_X];

    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int x0 = get_group_id(0) * TILE_X;
    const int y0 = get_group_id(1) * TILE_Y;

    float2 sums[WPY][WPX];
    for (int i = 0; i < WPY; ++i)
        for (int j = 0; j < WPX; ++j) sums[i][j] = (float2)(0.0f, 0.0f);

    for (int k0 = 0; k0 < k; k0 += BLOCK) {
        #pragma unroll
        for (int i = 0; i < WPY; ++i) {
#if CONJ_TRANS_A
            const float2 value = a[(k0 + ly) * lda + y0 + i * BLOCK + lx];
            as[ly][i * BLOCK + lx] = (float2)(value.x, -value.y);
#else
            as[lx][i * BLOCK + ly] = a[(y0 + i * BLOCK + ly) * lda + k0 + lx];
#endif
        }
        #pragma unroll
        for (int j = 0; j < WPX; ++j) bs[ly][j * BLOCK + lx] = b[(k0 + ly) * ldb + x0 + j * BLOCK + lx];
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll 4
        for (int kk = 0; kk < BLOCK; ++kk) {
            float2 right[WPX];
            #pragma unroll
            for (int j = 0; j < WPX; ++j) right[j] = bs[kk][j * BLOCK + lx];
            #pragma unroll
            for (int i = 0; i < WPY; ++i) {
                const float2 left = as[kk][i * BLOCK + ly];
                #pragma unroll
                for (int j = 0; j < WPX; ++j) {
                    MULADD(sums[i][j], left, right[j]);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    #pragma unroll
    for (int i = 0; i < WPY; ++i) {
        #pragma unroll
        for (int j = 0; j < WPX; ++j) {
            const int at = (y0 + i * BLOCK + ly) * ldc + x0 + j * BLOCK + lx;
            c[at] = product(alpha, sums[i][j]) + product(beta, c[at]);
        }
    }
}
