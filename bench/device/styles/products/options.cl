// SPDX-License-Identifier: GPL-3.0-or-later
// Prices of options: paths of a model with its own variance, and trees of two branches.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#ifdef PATHS_PER_ITEM
typedef struct {
    float spot;
    float strike;
    float rate;
    float v0;
    float kappa;
    float theta;
    float sigma;
    float rho;
    float years;
} heston_t;

// A counter made random by eight rounds of products.
inline uint4 random4(uint4 counter, uint2 key) {
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        const uint h0 = mul_hi(counter.x, 0xCA01F9DDu), l0 = counter.x * 0xCA01F9DDu;
        const uint h1 = mul_hi(counter.z, 0xB5297A4Du), l1 = counter.z * 0xB5297A4Du;
        counter = (uint4)(h1 ^ counter.y ^ key.x, l1, h0 ^ counter.w ^ key.y, l0);
        key += (uint2)(0x9E3779B9u, 0xBB67AE85u);
    }
    return counter;
}

inline float2 normal2(uint a, uint b) {
    const float u = ((float)(a >> 8) + 0.5f) * (1.0f / 16777216.0f);
    const float angle = (float)(b >> 8) * (6.28318530718f / 16777216.0f);
#if NATIVE
    const float r = native_sqrt(-2.0f * native_log(u));
    return (float2)(r * native_cos(angle), r * native_sin(angle));
#else
    float c;
    const float r = sqrt(-2.0f * log(u));
    const float s = sincos(angle, &c);
    return (float2)(r * c, r * s);
#endif
}

// Two steps of a path for each call of the generator; sums of payoffs and of their squares, a pair a group.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
heston_paths(__global double2* results, heston_t p, int steps, uint seed) {
    __local double2 sums[WG_SIZE];
    const uint item = get_local_id(0);
    const uint id = get_global_id(0);
    const float dt = p.years / steps;
    const float root_dt = sqrt(dt);
    const float rest = sqrt(1.0f - p.rho * p.rho);
    double2 sum = (double2)(0.0);
    for (int n = 0; n < PATHS_PER_ITEM; ++n) {
        float x = log(p.spot);
        float v = p.v0;
        for (int s = 0; s < steps; s += 2) {
            const uint4 bits = random4((uint4)(id, n, s, 0), (uint2)(seed, 0x2545F491u));
            const float2 a = normal2(bits.x, bits.y);
            const float2 b = normal2(bits.z, bits.w);
            float positive = fmax(v, 0.0f);
            float root = sqrt(positive) * root_dt;
            x += (p.rate - 0.5f * positive) * dt + root * a.x;
            v += p.kappa * (p.theta - positive) * dt + p.sigma * root * (p.rho * a.x + rest * a.y);
            positive = fmax(v, 0.0f);
            root = sqrt(positive) * root_dt;
            x += (p.rate - 0.5f * positive) * dt + root * b.x;
            v += p.kappa * (p.theta - positive) * dt + p.sigma * root * (p.rho * b.x + rest * b.y);
        }
        const float payoff = fmax(exp(x) - p.strike, 0.0f) * exp(-p.rate * p.years);
        sum += (double2)((double)payoff, (double)payoff * payoff);
    }
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = WG_SIZE / 2; reach > 0; reach >>= 1) {
        if (item < reach) sums[item] += sums[item + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) results[get_group_id(0)] = sums[0];
}
#endif

#ifdef LEAVES
// American puts, one a group: LEAVES leaves, a work-item holds NODES of the tree in registers and passes its
// first to its neighbour each step. LEAVES is WG_SIZE * NODES.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
binomial_put(__global const float4* contracts, __global float* prices, float rate, float volatility) {
    __local float edge[WG_SIZE + 1];
    const int item = get_local_id(0);
    const float4 c = contracts[get_group_id(0)];
    const float dt = c.z / (LEAVES - 1);
    const float up = volatility * sqrt(dt);
    const float growth = exp(rate * dt);
    const float down_factor = exp(-up);
    const float chance = (growth - down_factor) / (exp(up) - down_factor);
    const float pu = chance / growth;
    const float pd = (1.0f - chance) / growth;

    float value[NODES];
    float price[NODES];
#pragma unroll
    for (int n = 0; n < NODES; ++n) {
        const int leaf = item * NODES + n;
        price[n] = c.x * exp(up * (2 * leaf - (LEAVES - 1)));
        value[n] = fmax(c.y - price[n], 0.0f);
    }
    const float rise = exp(up);
    for (int step = LEAVES - 1; step > 0; --step) {
        edge[item] = value[0];
        barrier(CLK_LOCAL_MEM_FENCE);
        const float beyond = item + 1 < WG_SIZE ? edge[item + 1] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int n = 0; n < NODES; ++n) {
            const float above = n + 1 < NODES ? value[n + 1 < NODES ? n + 1 : n] : beyond;
            price[n] *= rise;
            value[n] = fmax(fma(pu, above, pd * value[n]), c.y - price[n]);
        }
    }
    if (item == 0) prices[get_group_id(0)] = value[0];
}
#endif
