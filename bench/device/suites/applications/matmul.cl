// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrices as they are written in a course: C = A B, all stored row after row.
#ifndef REAL
#define REAL float
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// Exercise 1: an item an element.
__kernel void mm_student(__global REAL *A, __global REAL *B, __global REAL *C, int n)
{
    int row = get_global_id(1);
    int col = get_global_id(0);
    REAL sum = 0;
    if (row < n && col < n) {
        for (int k = 0; k < n; k++)
            sum += A[row * n + k] * B[k * n + col];
        C[row * n + col] = sum;
    }
}

// Exercise 1 with the dimensions the wrong way round.
__kernel void mm_student_swapped(__global REAL *A, __global REAL *B, __global REAL *C, int n)
{
    int row = get_global_id(0);
    int col = get_global_id(1);
    if (row >= n || col >= n) return;
    C[row * n + col] = 0;
    for (int k = 0; k < n; k++)
        C[row * n + col] += A[row * n + k] * B[k * n + col];
}

// Exercise 2: B was transposed before.
__kernel void mm_rows_by_rows(__global const float* restrict a, __global const float* restrict bt, __global float* restrict c,
                              const uint n)
{
    const uint j = get_global_id(0);
    const uint i = get_global_id(1);
    __global const float4* ra = (__global const float4*)(a + i * n);
    __global const float4* rb = (__global const float4*)(bt + j * n);
    float4 s = (float4)(0.0f);
    for (uint k = 0; k < n / 4; ++k)
        s = mad(ra[k], rb[k], s);
    c[i * n + j] = s.x + s.y + s.z + s.w;
}

// Exercise 3: square tiles, sizes need not be multiples.
#ifndef TS
#define TS 16
#endif

__kernel void mm_tiles_guarded(__global const REAL* A, __global const REAL* B, __global REAL* C, int n)
{
    __local REAL As[TS][TS];
    __local REAL Bs[TS][TS];
    int tx = get_local_id(0), ty = get_local_id(1);
    int row = get_group_id(1) * TS + ty;
    int col = get_group_id(0) * TS + tx;
    REAL acc = 0;

    int tiles = (n + TS - 1) / TS;
    for (int t = 0; t < tiles; t++) {
        int ak = t * TS + tx;
        int bk = t * TS + ty;
        As[ty][tx] = (row < n && ak < n) ? A[row * n + ak] : 0;
        Bs[ty][tx] = (bk < n && col < n) ? B[bk * n + col] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TS; k++)
            acc += As[ty][k] * Bs[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && col < n) C[row * n + col] = acc;
}

// Exercise 4: every item has PER x PER elements, 16 apart; a group of 16 x 16 items.
#ifndef PER
#define PER 4
#endif
#ifndef BK
#define BK 16
#endif
#define SIDE (16 * PER)

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void mm_register_block(__global const float* restrict A, __global const float* restrict B, __global float* restrict C,
                       const int n)
{
    __local float As[BK][SIDE + 1];
    __local float Bs[BK][SIDE];
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int id = ty * 16 + tx;
    const int row0 = get_group_id(1) * SIDE;
    const int col0 = get_group_id(0) * SIDE;
    float acc[PER][PER];
    #pragma unroll
    for (int i = 0; i < PER; ++i)
        #pragma unroll
        for (int j = 0; j < PER; ++j) acc[i][j] = 0.0f;

    for (int k0 = 0; k0 < n; k0 += BK) {
        #pragma unroll
        for (int e = 0; e < SIDE * BK; e += 256) {
            const int r = (e + id) / BK, c = (e + id) % BK;
            As[c][r] = A[(row0 + r) * n + k0 + c];
        }
        #pragma unroll
        for (int e = 0; e < SIDE * BK; e += 256) {
            const int r = (e + id) / SIDE, c = (e + id) % SIDE;
            Bs[r][c] = B[(k0 + r) * n + col0 + c];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (int k = 0; k < BK; ++k) {
            float b[PER];
            #pragma unroll
            for (int j = 0; j < PER; ++j) b[j] = Bs[k][tx + 16 * j];
            #pragma unroll
            for (int i = 0; i < PER; ++i) {
                const float a = As[k][ty + 16 * i];
                #pragma unroll
                for (int j = 0; j < PER; ++j) acc[i][j] = fma(a, b[j], acc[i][j]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int i = 0; i < PER; ++i)
        #pragma unroll
        for (int j = 0; j < PER; ++j)
            C[(row0 + ty + 16 * i) * n + col0 + tx + 16 * j] = acc[i][j];
}
