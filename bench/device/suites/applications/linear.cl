// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of direct solvers, and products of a matrix with vectors.
#ifndef REAL
#define REAL float
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// Gaussian elimination, step k, first kernel: what the rows below are to be multiplied with.
__kernel void gauss_factors(__global const float* a, __global float* factor, int n, int k)
{
    int row = get_global_id(0) + k + 1;
    if (row >= n) return;
    factor[row] = a[row * n + k] / a[k * n + k];
}

// Second kernel: the rows below less multiples of row k, the right-hand side along with the last column.
__kernel void gauss_rows(__global float* a, __global float* b, __global const float* factor, int n, int k)
{
    int col = get_global_id(0) + k;
    int row = get_global_id(1) + k + 1;
    if (row < n && col < n) {
        a[row * n + col] -= factor[row] * a[k * n + col];
        if (col == n - 1) b[row] -= factor[row] * b[k];
    }
}

// One column of a Cholesky factor from those left of it: an item a row from j on.
__kernel void chol_column(__global const REAL* l, __global REAL* column, const int n, const int j)
{
    const int i = j + (int)(get_group_id(0) * get_local_size(0) + get_local_id(0));
    if (i >= n) return;
    REAL here = l[i * n + j];
    REAL pivot = l[j * n + j];
    for (int p = 0; p < j; ++p) {
        const REAL above = l[j * n + p];
        here -= l[i * n + p] * above;
        pivot -= above * above;
    }
    column[i] = here / sqrt(fabs(pivot) + (REAL)1e-3);
}

// What is left of the matrix after that column, its lower triangle alone.
__kernel void chol_rest(__global REAL* a, __global const REAL* column, const int n, const int j)
{
    const size_t c = get_global_id(0) + j + 1;
    const size_t r = get_global_id(1) + j + 1;
    if (c > r || r >= (size_t)n) return;
    a[r * n + c] -= column[r] * column[c];
}

// Forward substitution with a packed lower triangle, an item a right-hand side.
__kernel void solve_packed(__global const REAL* restrict lower, __global REAL* restrict x, uint n, uint many)
{
    uint s = get_global_id(0);
    if (s < many) {
        __global const REAL* row = lower;
        for (uint i = 0; i < n; ++i) {
            REAL sum = x[i * many + s];
            for (uint j = 0; j < i; ++j)
                sum -= *row++ * x[j * many + s];
            x[i * many + s] = sum / *row++;
        }
    }
}

// Modified Gram-Schmidt: takes the part along column k, of length one, from each column behind it. An item
// a column, rows one after the other.
__kernel void gram_columns(__global REAL* a, __global REAL* r, int rows, int cols, int k)
{
    int j = k + 1 + get_global_id(0);
    if (j < cols) {
        REAL d = 0;
        for (int i = 0; i < rows; i++)
            d += a[i * cols + k] * a[i * cols + j];
        r[k * cols + j] = d;
        for (int i = 0; i < rows; i++)
            a[i * cols + j] -= a[i * cols + k] * d;
    }
}

// q = A p and s = A' r of a square matrix in one go, as the biconjugate gradients need them.
__kernel void bicg_both(__global const float* A, __global const float* p, __global const float* r, __global float* q,
                        __global float* s, int n)
{
    int id = get_global_id(0);
    if (id >= n)
        return;
    float along = 0.0f, down = 0.0f;
    for (int k = 0; k < n; k++) {
        along += A[id * n + k] * p[k];
        down += A[k * n + id] * r[k];
    }
    q[id] = along;
    s[id] = down;
}

// y = A x, a group a row.
__kernel void matvec_group(__global const float* A, __global const float* x, __global float* y, int cols, __local float* partial)
{
    int row = get_group_id(0);
    int t = get_local_id(0);
    int size = get_local_size(0);
    A += row * cols;
    float sum = 0.0f;
    for (int c = t; c < cols; c += size)
        sum += A[c] * x[c];
    partial[t] = sum;
    for (int half_of = size / 2; half_of > 0; half_of >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < half_of) partial[t] += partial[t + half_of];
    }
    if (t == 0) y[row] = partial[0];
}

// y = A x, an item a row, x by pieces through local memory.
#ifndef PIECE
#define PIECE 128
#endif
__kernel __attribute__((reqd_work_group_size(PIECE, 1, 1)))
void matvec_pieces(__global const float* A, __global const float* x, __global float* y, int cols)
{
    __local float xs[PIECE];
    int row = get_global_id(0);
    float sum = 0.0f;
    for (int c0 = 0; c0 < cols; c0 += PIECE) {
        xs[get_local_id(0)] = x[c0 + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 8
        for (int c = 0; c < PIECE; ++c)
            sum += A[row * cols + c0 + c] * xs[c];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[row] = sum;
}

// Correlations of variables (columns) over samples (rows). Groups right of the diagonal and on it work, the
// others leave at once; what they find is written on both sides.
#ifndef CT
#define CT 16
#endif
__kernel __attribute__((reqd_work_group_size(CT, CT, 1)))
void corr_tiles(__global const float* data, __global const float* mean, __global const float* inv_dev, __global float* corr,
                int vars, int samples)
{
    __local float left[CT][CT], top[CT][CT];
    if (get_group_id(0) < get_group_id(1)) return;
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int vi = get_group_id(1) * CT, vj = get_group_id(0) * CT;
    const float mi = mean[vi + tx], mj = mean[vj + tx];
    const float di = inv_dev[vi + tx], dj = inv_dev[vj + tx];
    float sum = 0.f;

    for (int s = 0; s < samples; s += CT) {
        left[ty][tx] = (data[(s + ty) * vars + vi + tx] - mi) * di;
        top[ty][tx]  = (data[(s + ty) * vars + vj + tx] - mj) * dj;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < CT; ++k) sum += left[k][ty] * top[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float c = (vi + ty == vj + tx) ? 1.0f : sum / (float)samples;
    corr[(vi + ty) * vars + vj + tx] = c;
    corr[(vj + tx) * vars + vi + ty] = c;
}
