// A weighted average of each element and its 4 neighbours, to another matrix; the border is left alone.
#define N 4096

void stencil(const float in[restrict N][N], float out[restrict N][N], float centre, float side) {
#pragma warpstring parallel
    for (int i = 1; i < N - 1; ++i)
#pragma warpstring parallel
        for (int j = 1; j < N - 1; ++j)
            out[i][j] = centre * in[i][j] + side * (in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1]);
}
