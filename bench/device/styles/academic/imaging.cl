// SPDX-License-Identifier: GPL-3.0-or-later
// Imaging: reconstruction from samples in frequency space, search for motion, less speckle, correlations of
// angles.
#ifndef WG_SIZE
#define WG_SIZE 256
#endif
#ifndef SAMPLES
#define SAMPLES 1024
#endif
#ifndef NATIVE
#define NATIVE 1
#endif
#if NATIVE
#define COS native_cos
#define SIN native_sin
#else
#define COS cos
#define SIN sin
#endif

// Adds the part of SAMPLES samples (position in x, y and z, magnitude in w) to the sums of every voxel.
__kernel void mri_q(__constant float4* samples, __global const float* x, __global const float* y,
                    __global const float* z, __global float* q_real, __global float* q_imaginary,
                    int voxels) {
    const int v = get_global_id(0);
    if (v >= voxels) return;
    const float px = x[v];
    const float py = y[v];
    const float pz = z[v];
    float real = q_real[v];
    float imaginary = q_imaginary[v];
    for (int k = 0; k < SAMPLES; ++k) {
        const float4 s = samples[k];
        const float angle = 6.2831853f * (s.x * px + s.y * py + s.z * pz);
        real += s.w * COS(angle);
        imaginary += s.w * SIN(angle);
    }
    q_real[v] = real;
    q_imaginary[v] = imaginary;
}

#ifndef BLOCK
#define BLOCK 16
#endif
#ifndef REACH
#define REACH 8
#endif
#define WINDOW (2 * REACH)
#define AREA (BLOCK + WINDOW - 1)

// Sums of absolute differences of one block of the frame to all places of a window in the frame before: a
// group a block, an item a place. The frame before has a rim of REACH pixels on each side.
__kernel __attribute__((reqd_work_group_size(WINDOW, WINDOW, 1))) void
sad_search(__global const uchar* frame, __global const uchar* before, __global ushort* sums, int width,
           int pitch) {
    __local uchar block[BLOCK][BLOCK];
    __local uchar area[AREA][AREA + 1];
    const int dx = get_local_id(0);
    const int dy = get_local_id(1);
    const int t = dy * WINDOW + dx;
    const int left = (int)get_group_id(0) * BLOCK;
    const int top = (int)get_group_id(1) * BLOCK;
    for (int i = t; i < BLOCK * BLOCK; i += WINDOW * WINDOW)
        block[i / BLOCK][i % BLOCK] = frame[(top + i / BLOCK) * width + left + i % BLOCK];
    for (int i = t; i < AREA * AREA; i += WINDOW * WINDOW)
        area[i / AREA][i % AREA] = before[(top + i / AREA) * pitch + left + i % AREA];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (int y = 0; y < BLOCK; ++y) {
        #pragma unroll
        for (int x = 0; x < BLOCK; ++x) sum += abs_diff((int)block[y][x], (int)area[dy + y][dx + x]);
    }
    const int group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    sums[group * (WINDOW * WINDOW) + t] = (ushort)sum;
}

// Coefficients of an anisotropic diffusion against speckle, with the four differences that the update
// needs. The neighbours beyond the rim are the rim.
__kernel void srad_coefficients(__global const float* image, __global float* north, __global float* south,
                                __global float* west, __global float* east, __global float* coefficient,
                                int width, int height, float q0) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int at = y * width + x;
    const float mid = image[at];
    const float dn = image[max(y - 1, 0) * width + x] - mid;
    const float ds = image[min(y + 1, height - 1) * width + x] - mid;
    const float dw = image[y * width + max(x - 1, 0)] - mid;
    const float de = image[y * width + min(x + 1, width - 1)] - mid;
    const float gradient = (dn * dn + ds * ds + dw * dw + de * de) / (mid * mid);
    const float laplacian = (dn + ds + dw + de) / mid;
    const float numerator = 0.5f * gradient - 0.0625f * laplacian * laplacian;
    const float root = 1.0f + 0.25f * laplacian;
    const float q = numerator / (root * root);
    const float c = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));
    north[at] = dn;
    south[at] = ds;
    west[at] = dw;
    east[at] = de;
    coefficient[at] = clamp(c, 0.0f, 1.0f);
}

#ifndef BINS
#define BINS 20
#endif

// Histogram of the angles between the points of two sets on a sphere: the second by tiles, bins found by
// bisection of ascending limits, counted in local memory. A partial histogram a group.
__kernel __attribute__((reqd_work_group_size(WG_SIZE, 1, 1))) void
angle_pairs(__global const float4* points, __global const float4* others, __constant float* limits,
            __global uint* partial, int count, float scale) {
    __local float4 tile[WG_SIZE];
    __local uint bins[BINS];
    const int t = get_local_id(0);
    if (t < BINS) bins[t] = 0;
    const float4 mine = points[get_global_id(0)];
    for (int base = 0; base < count; base += WG_SIZE) {
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[t] = others[base + t];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < WG_SIZE; ++j) {
            const float4 other = tile[j];
            const float value = scale * (mine.x * other.x + mine.y * other.y + mine.z * other.z + 1.0f);
            int low = 0;
            int high = BINS;
            while (high > low + 1) {
                const int middle = (low + high) / 2;
                if (value >= limits[middle]) low = middle;
                else high = middle;
            }
            atomic_inc(&bins[low]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < BINS) partial[get_group_id(0) * BINS + t] = bins[t];
}
