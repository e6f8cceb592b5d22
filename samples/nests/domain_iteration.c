// A domain iteration of funkyIMP over 256 x 256 x 256 points: ma.\[a, b, c] {ma[c, a, b] + g(a)}. Every point of
// the domain is an iteration, its result an element of the new array; g comes along with what calls it.
#define X 256
#define Y 256
#define Z 256

static int g(int x) { return 2 * x; }

void f(const int ma[restrict X][Y][Z], int result[restrict X][Y][Z]) {
#pragma warpstring parallel
    for (int a = 0; a < X; ++a)
#pragma warpstring parallel
        for (int b = 0; b < Y; ++b)
#pragma warpstring parallel
            for (int c = 0; c < Z; ++c) result[a][b][c] = ma[c][a][b] + g(a);
}
