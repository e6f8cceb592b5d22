// Pieces of programs: scans, sorts, selections, sums by segments.

//@ kernel: blelloch --global 256 --local 64
//@ holds: reads 8; writes 8; barriers 14
// 128 numbers by 64 work-items: 7 steps up, 7 steps down.
__kernel void blelloch(__global const int* in, __global int* out)
{
    __local int t[128];
    int l = get_local_id(0), base = get_group_id(0) * 128, offset = 1;
    t[2 * l] = in[base + 2 * l];
    t[2 * l + 1] = in[base + 2 * l + 1];
    for (int d = 64; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int a = offset * (2 * l + 1) - 1, b = offset * (2 * l + 2) - 1;
            t[b] += t[a];
        }
        offset *= 2;
    }
    if (l == 0) t[127] = 0;
    for (int d = 1; d < 128; d *= 2) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int a = offset * (2 * l + 1) - 1, b = offset * (2 * l + 2) - 1;
            int v = t[a];
            t[a] = t[b];
            t[b] += v;
        }
    }
    out[base + 2 * l] = t[2 * l];
    out[base + 2 * l + 1] = t[2 * l + 1];
}

//@ kernel: bitonic_step --global 512 --local 64 --arg stage=3 --arg pass=1
//@ holds: reads 8; writes 8
__kernel void bitonic_step(__global uint* a, uint stage, uint pass)
{
    uint i = get_global_id(0), d = 1u << (stage - pass);
    uint left = (i % d) + (i / d) * 2 * d, right = left + d;
    uint x = a[left], y = a[right];
    bool up = ((i >> stage) & 1) == 0;
    uint lo = min(x, y), hi = max(x, y);
    a[left] = up ? lo : hi;
    a[right] = up ? hi : lo;
}

//@ kernel: bitonic_local --global 256 --local 64
//@ holds: reads 4; writes 4; barriers 22
// 21 passes over 64 numbers.
__kernel void bitonic_local(__global int* a)
{
    __local int t[64];
    const int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int size = 2; size <= 64; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            int other = l ^ stride;
            if (other > l) {
                bool up = (l & size) == 0;
                if ((t[l] > t[other]) == up) {
                    int v = t[l];
                    t[l] = t[other];
                    t[other] = v;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    a[get_global_id(0)] = t[l];
}

//@ kernel: digit_counts --global 256 --local 64 --arg shift=4
//@ holds: reads 16; local atomics 4; writes 1; barriers 2
__kernel void digit_counts(__global const uint* keys, __global uint* counts, uint shift)
{
    __local uint bins[16];
    uint l = get_local_id(0);
    if (l < 16) { bins[l] = 0; }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 4; ++k) {
        uint key = keys[get_group_id(0) * 256 + k * 64 + l];
        atomic_inc(&bins[key >> shift & 15]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16) { counts[l * get_num_groups(0) + get_group_id(0)] = bins[l]; }
}

//@ kernel: odd_even_pass --global 128 --local 64 --arg odd=1
//@ holds: reads 7.9375; writes 0..8
// The last pair would end beyond the array: 127 of 128 look at theirs.
__kernel void odd_even_pass(__global float* a, int odd)
{
    int i = 2 * get_global_id(0) + odd;
    if (i + 1 >= 256) return;
    float x = a[i], y = a[i + 1];
    if (x > y) {
        a[i] = y;
        a[i + 1] = x;
    }
}

//@ kernel: rank_sort --global 256 --local 64 --arg n=256
//@ holds: reads 1028; writes 4
__kernel void rank_sort(__global const int* in, __global int* out, int n)
{
    int i = get_global_id(0), own = in[i], rank = 0;
    for (int k = 0; k < n; ++k) {
        int v = in[k];
        rank += v < own || (v == own && k < i);
    }
    out[rank & 255] = own;
}

//@ kernel: merge_path --global 64 --local 64 --arg n=512
//@ holds: writes 64
// Each finds its part of two sorted arrays by bisection, then merges 16 numbers.
__kernel void merge_path(__global const int* a, __global const int* b, __global int* out, int n)
{
    int diagonal = get_global_id(0) * 16;
    int lo = max(0, diagonal - n), hi = min(diagonal, n);
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] < b[diagonal - 1 - mid]) lo = mid + 1;
        else hi = mid;
    }
    int i = lo, j = diagonal - lo;
    for (int k = 0; k < 16; ++k) {
        bool fromA = j >= n || (i < n && a[i] <= b[j]);
        out[diagonal + k] = fromA ? a[i] : b[j];
        i += fromA;
        j += !fromA;
    }
}

//@ kernel: segment_sums --global 256 --local 64 --buffer starts=int:257:offsets(4,4)
//@ holds: reads 24; writes 4
// Four numbers in each segment, between two of the starts.
__kernel void segment_sums(__global const int* restrict starts, __global const float* restrict v, __global float* restrict out)
{
    int i = get_global_id(0);
    float s = 0;
    for (int k = starts[i]; k < starts[i + 1]; ++k) {
        s += v[k];
    }
    out[i] = s;
}

//@ kernel: top_four --global 128 --arg n=64
//@ holds: reads 256; writes 16; private bytes 0
__kernel void top_four(__global const float* in, __global float4* out, int n)
{
    float4 best = (float4)(-FLT_MAX);
    for (int k = 0; k < n; ++k) {
        float v = in[k * 128 + get_global_id(0)];
        if (v > best.w) {
            best.w = v;
            if (best.w > best.z) best.zw = best.wz;
            if (best.z > best.y) best.yz = best.zy;
            if (best.y > best.x) best.xy = best.yx;
        }
    }
    out[get_global_id(0)] = best;
}
