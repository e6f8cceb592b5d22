// Pieces of programs: stencils on grids.

//@ kernel: heat --global 64x64 --local 16x16 --arg w=64 --arg h=64
//@ holds: reads 0..20; writes 3.75390625
// 62 * 62 inner points of 64 * 64.
__kernel void heat(__global const float* restrict t, __global float* restrict next, int w, int h, float k)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    int c = y * w + x;
    next[c] = t[c] + k * (t[c - 1] + t[c + 1] + t[c - w] + t[c + w] - 4.0f * t[c]);
}

#define RADIUS 4
__constant float taps[RADIUS + 1] = {0.6f, 0.3f, 0.2f, 0.1f, 0.05f};

//@ kernel: seven_points --global 32x32 --local 32x4 --arg nz=16
//@ holds: writes 64; barriers 0
// Marches in z with the values above and below in registers; the borders stay in x and y.
__kernel void seven_points(__global const float* restrict in, __global float* restrict out, const int nz)
{
    const int nx = get_global_size(0), plane = nx * get_global_size(1);
    const int x = get_global_id(0), y = get_global_id(1);
    int at = y * nx + x;
    float below = 0, here = in[at];
    const int xm = x > 0 ? -1 : 0, xp = x < nx - 1 ? 1 : 0;
    const int ym = y > 0 ? -nx : 0, yp = y < (int)get_global_size(1) - 1 ? nx : 0;
    for (int z = 0; z < nz; ++z, at += plane) {
        float above = z < nz - 1 ? in[at + plane] : 0.0f;
        out[at] = 0.4f * here + 0.1f * (below + above + in[at + xm] + in[at + xp] + in[at + ym] + in[at + yp]);
        below = here;
        here = above;
    }
}

//@ kernel: wave_row --global 256 --local 64 --buffer in=float:264
//@ holds: reads 36; writes 4
__kernel void wave_row(__global const float* in, __global float* out)
{
    const int i = get_global_id(0) + RADIUS;
    float s = taps[0] * in[i];
#pragma unroll
    for (int r = 1; r <= RADIUS; ++r)
        s += taps[r] * (in[i - r] + in[i + r]);
    out[get_global_id(0)] = s;
}

//@ kernel: life --global 64x64 --local 8x8
//@ holds: reads 9; writes 1
// On a torus.
__kernel void life(__global const uchar* now, __global uchar* next)
{
    const int w = 64, x = get_global_id(0), y = get_global_id(1);
    int n = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy) n += now[((y + dy) & (w - 1)) * w + ((x + dx) & (w - 1))];
    uchar alive = now[y * w + x];
    next[y * w + x] = n == 3 || (alive && n == 2);
}

//@ kernel: red_black --global 32x64 --local 16x8 --arg colour=0
//@ holds: reads 0..20; writes 3.75390625
// Every second point of 64 x 64: 31 in each of 62 rows, of 2048 work-items.
__kernel void red_black(__global float* u, int colour)
{
    int y = get_global_id(1), x = 2 * get_global_id(0) + ((y + colour) & 1);
    if (x > 0 && x < 63 && y > 0 && y < 63) {
        int c = y * 64 + x;
        u[c] = 0.25f * (u[c - 1] + u[c + 1] + u[c - 64] + u[c + 64]);
    }
}

//@ kernel: median3 --global 64x16 --local 64x4
//@ holds: writes 0.84765625
// 62 * 14 of 64 * 16 bytes, by a network that sorts.
__kernel void median3(__global const uchar* in, __global uchar* out)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x == 0 || y == 0 || x == 63 || y == 15) return;
    uchar v[9];
    for (int k = 0; k < 9; ++k) v[k] = in[(y + k / 3 - 1) * 64 + x + k % 3 - 1];
    for (int i = 0; i < 5; ++i)
        for (int j = i + 1; j < 9; ++j) {
            uchar lo = min(v[i], v[j]);
            v[j] = max(v[i], v[j]);
            v[i] = lo;
        }
    out[y * 64 + x] = v[4];
}

//@ kernel: convolve_local --global 128 --local 64
//@ holds: writes 4; barriers 1; local reads 68
__kernel void convolve_local(__global const float* in, __constant float* filter, __global float* out)
{
    __local float t[80];
    int l = get_local_id(0), base = get_group_id(0) * 64;
    for (int k = l; k < 80; k += 64) t[k] = in[base + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = 0;
    for (int k = 0; k < 17; ++k) s += t[l + k] * filter[k];
    out[base + l] = s;
}
