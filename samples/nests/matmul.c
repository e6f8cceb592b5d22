// The product of two matrices: the outer two loops are parallel.
#define N 1024

void matmul(const float a[restrict N][N], const float b[restrict N][N], float c[restrict N][N]) {
#pragma warpstring parallel
    for (int i = 0; i < N; ++i) {
#pragma warpstring parallel
        for (int j = 0; j < N; ++j) {
            float sum = 0.0f;
            for (int k = 0; k < N; ++k) sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    }
}
