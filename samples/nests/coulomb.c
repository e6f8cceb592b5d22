// The coulombic potential of atoms on a plane of grid points, as the benchmark CP has it: an atom is its place and
// its charge, the plane lies at z = 0.
#include <math.h>

#define GRID 512
#define ATOMS 4000

void coulomb(const float atoms[restrict ATOMS][4], float potential[restrict GRID][GRID], float spacing) {
#pragma warpstring parallel
    for (int y = 0; y < GRID; ++y) {
#pragma warpstring parallel
        for (int x = 0; x < GRID; ++x) {
            float sum = 0.0f;
            for (int n = 0; n < ATOMS; ++n) {
                const float dx = spacing * x - atoms[n][0];
                const float dy = spacing * y - atoms[n][1];
                const float dz = atoms[n][2];
                sum += atoms[n][3] / sqrtf(dx * dx + dy * dy + dz * dz);
            }
            potential[y][x] = sum;
        }
    }
}
