// European options by F. Black and M. Scholes: five numbers of each in, what a call and a put are worth out.
#include <math.h>

#define OPTIONS (1 << 22)

static float distribution(float d) {
    const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    const float series =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const float tail = 0.39894228f * expf(-0.5f * d * d) * series;
    return d > 0.0f ? 1.0f - tail : tail;
}

void black_scholes(const float price[restrict OPTIONS], const float strike[restrict OPTIONS],
                   const float years[restrict OPTIONS], const float rate[restrict OPTIONS],
                   const float volatility[restrict OPTIONS], float call[restrict OPTIONS],
                   float put[restrict OPTIONS]) {
#pragma warpstring parallel simd
    for (int i = 0; i < OPTIONS; ++i) {
        const float spread = volatility[i] * sqrtf(years[i]);
        const float drift = (rate[i] + 0.5f * volatility[i] * volatility[i]) * years[i];
        const float d1 = (logf(price[i] / strike[i]) + drift) / spread;
        const float d2 = d1 - spread;
        const float discounted = strike[i] * expf(-rate[i] * years[i]);
        const float worth = price[i] * distribution(d1) - discounted * distribution(d2);
        call[i] = worth;
        put[i] = worth - price[i] + discounted;
    }
}
