// The sum of products: one number that all iterations join to, in any order.
float dot(int n, const float x[restrict n], const float y[restrict n]) {
#pragma warpstring size n = 16777216
    float sum = 0.0f;
#pragma warpstring parallel reduction(+: sum)
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
    return sum;
}
