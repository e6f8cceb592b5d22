// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of linear algebra and of grids as plain kernels: an item an element of the result, nothing shared.
#ifndef REAL
#define REAL float
#endif

__kernel void mm_alpha(__global const REAL* a, __global const REAL* b, __global REAL* c, int ni, int nj,
                       int nk, REAL alpha) {
    const int j = get_global_id(0);
    const int i = get_global_id(1);
    if (i >= ni || j >= nj) return;
    REAL sum = 0;
    for (int k = 0; k < nk; ++k) sum += alpha * a[i * nk + k] * b[k * nj + j];
    c[i * nj + j] = sum;
}

// y = A x, an item a row.
__kernel void atax_rows(__global const REAL* a, __global const REAL* x, __global REAL* y, int nx, int ny) {
    const int i = get_global_id(0);
    if (i >= nx) return;
    REAL sum = 0;
    for (int j = 0; j < ny; ++j) sum += a[i * ny + j] * x[j];
    y[i] = sum;
}

// y = transposed A x, an item a column.
__kernel void atax_columns(__global const REAL* a, __global const REAL* x, __global REAL* y, int nx, int ny) {
    const int j = get_global_id(0);
    if (j >= ny) return;
    REAL sum = 0;
    for (int i = 0; i < nx; ++i) sum += a[i * ny + j] * x[i];
    y[j] = sum;
}

__kernel void gesummv_rows(__global const REAL* a, __global const REAL* b, __global const REAL* x,
                           __global REAL* y, int n, REAL alpha, REAL beta) {
    const int i = get_global_id(0);
    if (i >= n) return;
    REAL left = 0;
    REAL right = 0;
    for (int j = 0; j < n; ++j) {
        left += a[i * n + j] * x[j];
        right += b[i * n + j] * x[j];
    }
    y[i] = alpha * left + beta * right;
}

__kernel void syr2k_pairs(__global const REAL* a, __global const REAL* b, __global REAL* c, int n, int m,
                          REAL alpha, REAL beta) {
    const int j = get_global_id(0);
    const int i = get_global_id(1);
    if (i >= n || j >= n) return;
    REAL sum = c[i * n + j] * beta;
    for (int k = 0; k < m; ++k)
        sum += alpha * a[i * m + k] * b[j * m + k] + alpha * b[i * m + k] * a[j * m + k];
    c[i * n + j] = sum;
}

// Covariances of `m` columns over `n` centred rows: an item takes column j1 and all that follow.
__kernel void covariance_columns(__global const REAL* data, __global REAL* symmetric, int m, int n) {
    const int j1 = get_global_id(0);
    if (j1 >= m) return;
    for (int j2 = j1; j2 < m; ++j2) {
        REAL sum = 0;
        for (int i = 0; i < n; ++i) sum += data[i * m + j1] * data[i * m + j2];
        symmetric[j1 * m + j2] = sum;
        symmetric[j2 * m + j1] = sum;
    }
}

// One step of Gram and Schmidt: column k of q is taken out of the later columns of a.
__kernel void gram_later(__global REAL* a, __global REAL* r, __global const REAL* q, int ni, int nj, int k) {
    const int j = get_global_id(0);
    if (j <= k || j >= nj) return;
    REAL sum = 0;
    for (int i = 0; i < ni; ++i) sum += q[i * nj + k] * a[i * nj + j];
    r[k * nj + j] = sum;
    for (int i = 0; i < ni; ++i) a[i * nj + j] -= q[i * nj + k] * sum;
}

// The magnetic field of a step of finite differences in time.
__kernel void fdtd_magnetic(__global const REAL* ex, __global const REAL* ey, __global REAL* hz, int nx,
                            int ny) {
    const int j = get_global_id(0);
    const int i = get_global_id(1);
    if (i >= nx || j >= ny) return;
    hz[i * ny + j] -= (REAL)0.7f * (ex[i * (ny + 1) + j + 1] - ex[i * (ny + 1) + j] + ey[(i + 1) * ny + j]
                                    - ey[i * ny + j]);
}

// Three planes of a convolution by fifteen weights; an item walks all planes of its column.
__kernel void conv3d_columns(__global const REAL* in, __global REAL* out, int ni, int nj, int nk) {
    const int k = get_global_id(0);
    const int j = get_global_id(1);
    if (k < 1 || k >= nk - 1 || j < 1 || j >= nj - 1) return;
    const int row = nk;
    const int slab = nj * nk;
    for (int i = 1; i < ni - 1; ++i) {
        __global const REAL* c = in + i * slab + j * row + k;
        out[i * slab + j * row + k] = (REAL)2 * c[-slab - row - 1] + (REAL)4 * c[-slab + row - 1]
            + (REAL)5 * c[slab - row - 1] + (REAL)7 * c[slab + row - 1] - (REAL)8 * c[-slab - row + 1]
            + (REAL)10 * c[-slab + row + 1] - (REAL)3 * c[slab - row + 1] - (REAL)9 * c[slab + row + 1]
            + (REAL)6 * c[-row] - (REAL)2 * c[row] + (REAL)3 * c[0] + (REAL)1.5f * c[-1] - (REAL)2.5f * c[1]
            + (REAL)0.5f * c[-slab] + (REAL)0.25f * c[slab];
    }
}

// The way forth and back along rows of alternating directions: an item a row.
__kernel void adi_rows(__global REAL* x, __global const REAL* a, __global REAL* b, int n) {
    const int i = get_global_id(0);
    if (i >= n) return;
    for (int j = 1; j < n; ++j) {
        x[i * n + j] = x[i * n + j] - x[i * n + j - 1] * a[i * n + j] / b[i * n + j - 1];
        b[i * n + j] = b[i * n + j] - a[i * n + j] * a[i * n + j] / b[i * n + j - 1];
    }
    x[i * n + n - 1] = x[i * n + n - 1] / b[i * n + n - 1];
    for (int j = n - 2; j > 0; --j)
        x[i * n + j] = (x[i * n + j] - x[i * n + j - 1] * a[i * n + j]) / b[i * n + j];
}
