// SPDX-License-Identifier: GPL-3.0-or-later
// American puts by binomial trees, an option a group: from the leaves towards the root, a level after the other in
// local memory. Volatility and rate are the same for all; `years` differ.
//
// Macros: LEVELS of the tree; SIZE, the local size.
#ifndef LEVELS
#define LEVELS 255
#endif
#ifndef SIZE
#define SIZE 128
#endif

// Every level is read from one array and written to the other, so a level takes one barrier.
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
binomial_put_levels(__global const float* prices, __global const float* strikes, __global const float* years,
                    __global float* values, float rate, float volatility) {
    __local float nodes[2][LEVELS + 1];
    const int option = get_group_id(0);
    const int item = get_local_id(0);
    const float price = prices[option];
    const float strike = strikes[option];
    const float interval = years[option] / LEVELS;
    const float width = volatility * sqrt(interval);
    const float growth = exp(rate * interval);
    const float rise = exp(width);
    const float fall = 1.0f / rise;
    const float up = (growth - fall) / (rise - fall) / growth;
    const float down = 1.0f / growth - up;
    for (int j = item; j <= LEVELS; j += SIZE)
        nodes[0][j] = fmax(strike - price * exp(width * (2 * j - LEVELS)), 0.0f);
    int now = 0;
    for (int level = LEVELS - 1; level >= 0; --level) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = item; j <= level; j += SIZE) {
            const float held = up * nodes[now][j + 1] + down * nodes[now][j];
            nodes[1 - now][j] = fmax(held, strike - price * native_exp(width * (2 * j - level)));
        }
        now = 1 - now;
    }
    if (item == 0) values[option] = nodes[now][0]; // which it has written itself
}

// Each work-item keeps NODES neighbouring nodes in registers and passes its first on to the work-item before it.
#define NODES ((LEVELS + 1) / SIZE)

__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
binomial_put_registers(__global const float* prices, __global const float* strikes, __global const float* years,
                       __global float* values, float rate, float volatility) {
    __local float passed[2][SIZE + 1];
    const int option = get_group_id(0);
    const int item = get_local_id(0);
    const float price = prices[option];
    const float strike = strikes[option];
    const float interval = years[option] / LEVELS;
    const float width = volatility * sqrt(interval);
    const float growth = exp(rate * interval);
    const float rise = exp(width);
    const float fall = 1.0f / rise;
    const float up = (growth - fall) / (rise - fall) / growth;
    const float down = 1.0f / growth - up;
    float own[NODES + 1];
    #pragma unroll
    for (int j = 0; j < NODES; ++j)
        own[j] = fmax(strike - price * exp(width * (2 * (item * NODES + j) - LEVELS)), 0.0f);
    if (item == 0) passed[0][SIZE] = passed[1][SIZE] = 0.0f;
    int now = 0;
    for (int level = LEVELS - 1; level >= 0; --level) {
        passed[now][item] = own[0];
        barrier(CLK_LOCAL_MEM_FENCE);
        own[NODES] = passed[now][item + 1];
        if (item * NODES <= level) {
            #pragma unroll
            for (int j = 0; j < NODES; ++j) {
                const float worth = strike - price * native_exp(width * (2 * (item * NODES + j) - level));
                own[j] = fmax(up * own[j + 1] + down * own[j], worth);
            }
        }
        now = 1 - now;
    }
    if (item == 0) values[option] = own[0];
}
