// SPDX-License-Identifier: GPL-3.0-or-later
// Loop nests over a private array of SIZE x SIZE numbers, whose inner trips depend on outer counters: which of them a
// compiler unrolls as a whole, so that the array lives in registers, is what their machine code tells.

__kernel void private_nests(__global const float* in, __global float* out, int n) {
    const int item = get_global_id(0);
    float a[SIZE][SIZE];
    for (int i = 0; i < SIZE; ++i)
        for (int j = 0; j < SIZE; ++j) a[i][j] = in[(i * SIZE + j) * n + item];
#if NEST == 0 // elimination: both inner loops start at the outer counter
    for (int k = 0; k < SIZE; ++k)
        for (int i = k + 1; i < SIZE; ++i)
            for (int j = k + 1; j < SIZE; ++j) a[i][j] -= a[i][k] * a[k][j];
#elif NEST == 1 // substitution: one inner loop that ends at the outer counter
    for (int i = 1; i < SIZE; ++i)
        for (int j = 0; j < i; ++j) a[0][i] -= a[i][j] * a[0][j];
#elif NEST == 2 // a product: all trips are known
    float b[SIZE][SIZE];
    for (int i = 0; i < SIZE; ++i)
        for (int j = 0; j < SIZE; ++j) {
            b[i][j] = 0.0f;
            for (int k = 0; k < SIZE; ++k) b[i][j] += a[i][k] * a[k][j];
        }
    for (int i = 0; i < SIZE; ++i)
        for (int j = 0; j < SIZE; ++j) a[i][j] = b[i][j];
#elif NEST == 3 // sorting by exchanges
    for (int last = SIZE - 1; last > 0; --last)
        for (int j = 0; j < last; ++j) {
            const float smaller = fmin(a[0][j], a[0][j + 1]);
            a[0][j + 1] = fmax(a[0][j], a[0][j + 1]);
            a[0][j] = smaller;
        }
#endif
    for (int i = 0; i < SIZE; ++i)
        for (int j = 0; j < SIZE; ++j) out[(i * SIZE + j) * n + item] = a[i][j];
}
