// Arrays of a work-item: in registers where indices are constants, in memory where data or loops choose.

//@ kernel: small_sort --global 128
//@ holds: reads 16; writes 16; private bytes 0
__kernel void small_sort(__global float* a)
{
    float v[4];
    int g = get_global_id(0) * 4;
    for (int k = 0; k < 4; ++k) v[k] = a[g + k];
#define ORDER(i, j) if (v[i] > v[j]) { float t = v[i]; v[i] = v[j]; v[j] = t; }
    ORDER(0, 1) ORDER(2, 3) ORDER(0, 2) ORDER(1, 3) ORDER(1, 2)
    for (int k = 0; k < 4; ++k) a[g + k] = v[k];
}

//@ kernel: by_data --global 128 --buffer which=int:128:random(0,15)
//@ holds: private bytes 64; reads 68; writes 4; private reads 4
// The index is known to nobody before: the array lies in memory.
__kernel void by_data(__global const float* a, __global const int* which, __global float* out)
{
    float v[16];
    int g = get_global_id(0);
    for (int k = 0; k < 16; ++k) v[k] = a[k * 128 + g];
    out[g] = v[which[g]];
}

//@ kernel: counts_of_digits --global 128
//@ holds: private bytes 40; writes 40; reads 32
__kernel void counts_of_digits(__global const uint* in, __global uint* out)
{
    uint count[10] = {0};
    int g = get_global_id(0);
    for (int k = 0; k < 8; ++k) {
        uint v = in[k * 128 + g];
        count[v % 10]++;
    }
    for (int d = 0; d < 10; ++d) out[d * 128 + g] = count[d];
}

//@ kernel: polynomial --global 128
//@ holds: reads 4; writes 4; private bytes 0
__kernel void polynomial(__global const float* x, __global float* y)
{
    const float c[6] = {1.0f, -0.5f, 0.25f, -0.125f, 0.0625f, -0.03125f};
    float v = x[get_global_id(0)], r = c[5];
    for (int k = 4; k >= 0; k--) r = r * v + c[k];
    y[get_global_id(0)] = r;
}

//@ kernel: small_stack --global 64 --local 64 --buffer tree=int:64:iota
//@ holds: writes 4; told evaluate.unknown-trip-count
// A walk over a binary tree with a stack of its own: how long it takes hangs on what lies in private memory.
__kernel void small_stack(__global const int* tree, __global int* out)
{
    int stack[8];
    int top = 0, sum = 0;
    stack[top++] = 1;
    while (top > 0) {
        int node = stack[--top];
        sum += tree[node];
        if (2 * node + 1 < 32) {
            stack[top++] = 2 * node;
            stack[top++] = 2 * node + 1;
        }
    }
    out[get_global_id(0)] = sum;
}

//@ kernel: matrix_in_registers --global 64
//@ holds: reads 36; writes 4; private bytes 0
__kernel void matrix_in_registers(__global const float* m, __global float* det)
{
    float a[3][3];
    int g = get_global_id(0);
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
            a[r][c] = m[(r * 3 + c) * 64 + g];
    det[g] = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
           - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
           + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

//@ kernel: ring --global 64 --arg n=20
//@ holds: reads 80; writes 4
__kernel void ring(__global const float* in, __global float* out, int n)
{
    float last[4] = {0, 0, 0, 0};
    int g = get_global_id(0);
    for (int k = 0; k < n; ++k) last[k & 3] = in[k * 64 + g];
    out[g] = last[0] + last[1] + last[2] + last[3];
}

static void swap_ints(int* a, int* b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

//@ kernel: insertion_sort --global 32 --local 32
//@ holds: reads 32; writes 32
__kernel void insertion_sort(__global int* data)
{
    int v[8];
    int g = get_global_id(0);
    for (int k = 0; k < 8; ++k) v[k] = data[g * 8 + k];
    for (int i = 1; i < 8; ++i)
        for (int j = i; j > 0 && v[j - 1] > v[j]; --j) { swap_ints(&v[j - 1], &v[j]); }
    for (int k = 0; k < 8; ++k) data[g * 8 + k] = v[k];
}

//@ kernel: copied_bytes --global 64
//@ holds: reads 16; writes 16
__kernel void copied_bytes(__global const uint4* in, __global uint4* out)
{
    union { uint4 v; uchar b[16]; } u;
    u.v = in[get_global_id(0)];
    for (int k = 0; k < 8; ++k) {
        uchar t = u.b[k];
        u.b[k] = u.b[15 - k];
        u.b[15 - k] = t;
    }
    out[get_global_id(0)] = u.v;
}

//@ kernel: pointer_to_private --global 64
//@ holds: reads 16; writes 4
static float longest(const float* v, int n)
{
    const float* best = v;
    for (const float* p = v + 1; p < v + n; ++p)
        if (*p > *best) best = p;
    return *best;
}
__kernel void pointer_to_private(__global const float* in, __global float* out)
{
    float v[4];
    for (int k = 0; k < 4; ++k) v[k] = in[4 * get_global_id(0) + k];
    out[get_global_id(0)] = longest(v, 4);
}
