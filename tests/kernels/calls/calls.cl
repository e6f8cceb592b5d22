// Functions of the source: inline, static, chains of calls, kernels that call kernels, printf, assembly.

inline float square(float x) { return x * x; }
static inline float cube(float x) { return x * square(x); }
float unmarked(float x, float y);

//@ kernel: chain --global 1024
//@ holds: reads 4; writes 4
__kernel void chain(__global float* a)
{
    int i = get_global_id(0);
    a[i] = unmarked(cube(a[i]), square(a[i]));
}

float unmarked(float x, float y)
{
    return x > y ? x - y : y - x;
}

void store_at(__global int* to, int at, int v) { to[at] = v; }
__attribute__((always_inline)) int twice(int v) { return v + v; }
__attribute__((noinline)) int thrice(int v) { return 3 * v; }

//@ kernel: marked --global 1024
//@ holds: writes 4
__kernel void marked(__global int* out)
{
    int i = get_global_id(0);
    store_at(out, i, twice(i) + thrice(i));
}

float __attribute__((overloadable)) larger(float a, float b) { return a > b ? a : b; }
int __attribute__((overloadable)) larger(int a, int b) { return a > b ? a : b; }

//@ kernel: overloaded --global 1024
//@ holds: reads 8; writes 8
__kernel void overloaded(__global float* a, __global int* b)
{
    int i = get_global_id(0);
    a[i] = larger(a[i], 0.5f);
    b[i] = larger(b[i], 5);
}

//@ kernel: inner --global 256 --arg offset=3
//@ holds: reads 4; writes 4
// With counters it would be another function for those that call it.
//@ oracle: host
__kernel void inner(__global int* a, int offset)
{
    a[get_global_id(0)] += offset;
}

//@ kernel: outer --global 256
//@ holds: reads 8; writes 8
// A kernel that calls another one.
__kernel void outer(__global int* a, __global int* b)
{
    inner(a, 1);
    inner(b, 2);
}

//@ kernel: size_t_arguments --global 1024
//@ holds: writes 4
static size_t place(size_t x, size_t y, size_t pitch) { return y * pitch + x; }
__kernel void size_t_arguments(__global int* out)
{
    out[place(get_global_id(0) % 32, get_global_id(0) / 32, 32)] = 7;
}

static int early(int v)
{
    if (v < 10) return 0;
    for (int k = 2; k < 5; ++k)
        if (v % k == 0) return k;
    return -1;
}

//@ kernel: returns_early --global 256 --local 64
//@ holds: writes 4
__kernel void returns_early(__global int* out)
{
    out[get_global_id(0)] = early(get_global_id(0));
}

//@ kernel: by_pointer --global 256
//@ holds: reads 12; writes 4; private bytes 0
static void load3(__global const float* from, float* x, float* y, float* z)
{
    *x = from[0];
    *y = from[1];
    *z = from[2];
}
__kernel void by_pointer(__global const float* in, __global float* out)
{
    float x, y, z;
    load3(in + 3 * get_global_id(0), &x, &y, &z);
    out[get_global_id(0)] = x * y * z;
}

//@ kernel: prints --global 64
//@ holds: told frontend.printf
__kernel void prints(__global const int* a)
{
    int i = get_global_id(0);
    if (a[i] < 0) printf("negative: %d at %d\n", a[i], i);
}

//@ kernel: prints_vectors --global 64
//@ holds: told frontend.printf; reads 16
__kernel void prints_vectors(__global const float4* a)
{
    if (get_global_id(0) == 0) printf("done\n");
    float4 v = a[get_global_id(0)];
    if (v.x > 2.0f) printf("%v4hlf %s\n", v, "large");
}
