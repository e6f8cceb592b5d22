// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops of known length are unrolled around loops whose length hangs on their counter (WAY 0: in local memory, 1: in
// global memory, 2: nothing but arithmetic) or on an argument (WAY 3), or that copy a work-group's pieces (WAY 4).
#ifndef TRIPS
#define TRIPS 8
#endif
#ifndef WAY
#define WAY 0
#endif

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
uneven_nests(__global const float* restrict a, __global float* restrict out, int n, int steps) {
    const int item = get_global_id(0);
#if WAY == 0
    __local float matrix[TRIPS][TRIPS + 1];
    __local float values[TRIPS];
    for (int k = get_local_id(0); k < TRIPS * TRIPS; k += 64) matrix[k / TRIPS][k % TRIPS] = a[k];
    if (get_local_id(0) < TRIPS) values[get_local_id(0)] = a[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if WAY == 4
    __local float pieces[2][64];
#endif
    float sum = 0.0f;
    for (int step = 0; step < steps; ++step) {
        for (int row = 1; row < TRIPS; ++row) {
#if WAY == 0
            float value = values[row];
            for (int column = 0; column < row; ++column) value -= matrix[row][column] * values[column];
            values[row] = value;
#elif WAY == 1
            for (int column = 0; column < row; ++column) sum += a[row * TRIPS + column + step * 8];
#elif WAY == 2
            for (int column = 0; column < row; ++column) sum = sum * 0.5f + (float)(column + step);
#elif WAY == 4
            event_t loaded = async_work_group_copy(pieces[row % 2], a + row * 64 + step * 8, 64, 0);
            wait_group_events(1, &loaded);
            sum += pieces[row % 2][(get_local_id(0) + 1) % 64];
#else
            for (int column = 0; column < n; ++column) sum += a[row * TRIPS + column + step * 8];
#endif
        }
    }
#if WAY == 0
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = values[get_local_id(0) % TRIPS];
#endif
    out[item] = sum;
}
