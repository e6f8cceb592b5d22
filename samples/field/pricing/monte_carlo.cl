// SPDX-License-Identifier: GPL-3.0-or-later
// Prices of options by simulated paths, a part of the paths a work-item, random numbers made on the spot. `payoffs`
// gets each work-item's mean payoff.
//
// Macros: PATHS a work-item, STEPS of a path (even).
#ifndef PATHS
#define PATHS 16
#endif
#ifndef STEPS
#define STEPS 16
#endif

// A generator of 32 bits with a state of 64: a linear congruence, of which the high bits are turned by the highest.
uint nextBits(ulong* state) {
    const ulong old = *state;
    *state = old * 6364136223846793005UL + 1442695040888963407UL;
    const uint folded = (uint)(((old >> 18) ^ old) >> 27);
    return rotate(folded, (uint)32 - (uint)(old >> 59));
}

// Above 0, below 1; exact.
float nextUniform(ulong* state) { return ((float)(nextBits(state) >> 9) + 0.5f) * (1.0f / 8388608.0f); }

// Marsaglia's shifts: 32 bits from a state of 32.
float nextShifted(uint* state) {
    uint bits = *state;
    bits ^= bits << 13;
    bits ^= bits >> 17;
    bits ^= bits << 5;
    *state = bits;
    return ((float)(bits >> 9) + 0.5f) * (1.0f / 8388608.0f);
}

// Spreads a work-item's number over 32 bits; never 0.
uint spread(uint number) {
    number = (number ^ (number >> 16)) * 0x45d9f3bu;
    number = (number ^ (number >> 16)) * 0x45d9f3bu;
    return (number ^ (number >> 16)) | 1u;
}

// A call on the mean price of a path: two normal numbers at a time, by Box and Muller.
__kernel void asian_call_paths(__global float* payoffs, int n, uint seed, float price, float strike, float drift,
                               float volatility) {
    const int own = get_global_id(0);
    if (own >= n) return;
    ulong state = ((ulong)spread(own + seed) << 32) | spread(own ^ 0x5bd1e995u);
    float total = 0.0f;
    for (int path = 0; path < PATHS; ++path) {
        float logarithm = 0.0f;
        float sum = 0.0f;
        for (int step = 0; step < STEPS; step += 2) {
            const float radius = sqrt(-2.0f * log(nextUniform(&state)));
            const float angle = 6.2831853f * nextUniform(&state);
            logarithm += drift + volatility * radius * cos(angle);
            sum += exp(logarithm);
            logarithm += drift + volatility * radius * sin(angle);
            sum += exp(logarithm);
        }
        total += fmax(price * sum / STEPS - strike, 0.0f);
    }
    payoffs[own] = total / PATHS;
}

// A put that ends worthless as soon as the path rises to the barrier; `barrierLogarithm` is that of its ratio to the
// price. Steps are sums of four uniform numbers.
__kernel void barrier_put_paths(__global float* payoffs, int n, uint seed, float price, float strike, float drift,
                                float volatility, float barrierLogarithm) {
    const int own = get_global_id(0);
    if (own >= n) return;
    uint state = spread(own + seed);
    float total = 0.0f;
    for (int path = 0; path < PATHS; ++path) {
        float logarithm = 0.0f;
        float room = 1.0f;
        for (int step = 0; step < STEPS; ++step) {
            const float noise = nextShifted(&state) + nextShifted(&state) + nextShifted(&state) + nextShifted(&state);
            logarithm += drift + volatility * (noise - 2.0f);
            // Near the barrier the option is worth less and less.
            room = fmin(room, (barrierLogarithm - logarithm) * 16.0f);
        }
        total += fmax(room, 0.0f) * fmax(strike - price * native_exp(logarithm), 0.0f);
    }
    payoffs[own] = total / PATHS;
}
