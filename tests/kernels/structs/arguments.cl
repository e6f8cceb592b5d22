// Structs and unions by value, in buffers, nested, with vectors, packed.

typedef struct {
    int width, height;
    float scale;
} params;

//@ kernel: by_value --global 32x32 --local 8x8 --struct p=width:20,height:10,scale:0.5
//@ holds: reads 0.78125; writes 0.78125
// 20 x 10 of 32 x 32.
__kernel void by_value(__global const float* in, __global float* out, params p)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < p.width && y < p.height) {
        out[y * p.width + x] = in[y * p.width + x] * p.scale;
    }
}

typedef struct {
    float3 lo, hi;
} box;
typedef struct {
    box bounds;
    uint count;
    float weight[4];
} scene;

//@ kernel: nested_by_value --global 64 --struct s=count:12,bounds.lo:1
//@ holds: writes 48
__kernel void nested_by_value(scene s, __global float* out)
{
    for (uint k = 0; k < s.count; ++k) {
        out[k * 64 + get_global_id(0)] = s.bounds.lo.x + s.weight[2];
    }
}

struct body {
    float4 place;
    float4 speed;
};

//@ kernel: array_of_structs --global 256
//@ holds: reads 32; writes 16; transactions 96
// Two float4 loads and a store of structs of 32 bytes: each touches one sector of each of a warp's 32 structs.
__kernel void array_of_structs(__global struct body* b, float dt)
{
    int i = get_global_id(0);
    b[i].place += b[i].speed * dt;
}

//@ kernel: struct_of_arrays --global 256
//@ holds: reads 24; writes 12; transactions 36
__kernel void struct_of_arrays(__global float* x, __global float* y, __global float* z,
                               __global const float* vx, __global const float* vy, __global const float* vz)
{
    size_t i = get_global_id(0);
    x[i] += vx[i];
    y[i] += vy[i];
    z[i] += vz[i];
}

struct pixel { uchar r, g, b, a; };

//@ kernel: small_members --global 256
//@ holds: reads 3; writes 1
__kernel void small_members(__global const struct pixel* in, __global uchar* grey)
{
    int i = get_global_id(0);
    grey[i] = (in[i].r * 77 + in[i].g * 150 + in[i].b * 29) >> 8;
}

//@ kernel: whole_struct_copied --global 256
//@ holds: reads 32; writes 32
__kernel void whole_struct_copied(__global const struct body* from, __global struct body* to)
{
    int i = get_global_id(0);
    to[255 - i] = from[i];
}

typedef union {
    float f;
    uint u;
} bits;

//@ kernel: union_of_bits --global 256
//@ holds: reads 4; writes 4; private bytes 0
// The old reciprocal root: the bits of a float as a number.
__kernel void union_of_bits(__global const float* in, __global float* out)
{
    bits b;
    b.f = in[get_global_id(0)];
    b.u = 0x5f3759dfu - (b.u >> 1);
    out[get_global_id(0)] = b.f;
}

union value { int i; float f; };
typedef struct { int kind; union value v; } variant;

//@ kernel: tagged_union --global 256 --local 64
//@ holds: reads 8; writes 4
__kernel void tagged_union(__global const variant* in, __global float* out)
{
    int i = get_global_id(0);
    float f = in[i].v.f;
    out[i] = in[i].kind == 0 ? f : (float)in[i].v.i;
}

typedef struct __attribute__((packed)) {
    char tag;
    int value;
} record;

//@ kernel: packed_struct --global 256
//@ holds: reads 5; writes 4
// An int that lies at any byte: read whole or by bytes, four of them.
__kernel void packed_struct(__global const record* r, __global int* out)
{
    int i = get_global_id(0);
    out[i] = r[i].value + r[i].tag;
}

typedef struct __attribute__((aligned(16))) {
    float a, b, c;
} padded3;

//@ kernel: aligned_struct --global 256
//@ holds: reads 12; writes 4
__kernel void aligned_struct(__global const padded3* p, __global float* out)
{
    int i = get_global_id(0);
    out[i] = p[i].a + p[i].b + p[i].c;
}

typedef struct { float re, im; } cplx;

static cplx cmul(cplx a, cplx b)
{
    cplx r = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return r;
}

//@ kernel: returned_struct --global 256
//@ holds: reads 16; writes 8; private bytes 0
__kernel void returned_struct(__global const cplx* a, __global const cplx* b, __global cplx* c)
{
    int i = get_global_id(0);
    c[i] = cmul(a[i], b[i]);
}

static void accumulate(cplx* sum, cplx v)
{
    sum->re += v.re;
    sum->im += v.im;
}

//@ kernel: struct_by_pointer --global 64 --arg n=8
//@ holds: reads 64; writes 8; private bytes 0
__kernel void struct_by_pointer(__global const cplx* a, __global cplx* out, int n)
{
    cplx s = {0.0f, 0.0f};
    for (int k = 0; k < n; ++k) accumulate(&s, a[k * 64 + get_global_id(0)]);
    out[get_global_id(0)] = s;
}

typedef struct { int x; int y; } int_pair;
typedef struct { int_pair from, to; } edge;

//@ kernel: nested_in_buffer --global 256
//@ holds: reads 16; writes 4
__kernel void nested_in_buffer(__global const edge* e, __global int* length)
{
    int i = get_global_id(0);
    length[i] = abs(e[i].to.x - e[i].from.x) + abs(e[i].to.y - e[i].from.y);
}

typedef struct { float m[4][4]; } matrix;

//@ kernel: matrix_by_value --global 256
//@ holds: reads 16; writes 16
__kernel void matrix_by_value(matrix m, __global const float4* in, __global float4* out)
{
    float4 v = in[get_global_id(0)], r;
    r.x = m.m[0][0] * v.x + m.m[0][1] * v.y + m.m[0][2] * v.z + m.m[0][3] * v.w;
    r.y = m.m[1][0] * v.x + m.m[1][1] * v.y + m.m[1][2] * v.z + m.m[1][3] * v.w;
    r.z = m.m[2][0] * v.x + m.m[2][1] * v.y + m.m[2][2] * v.z + m.m[2][3] * v.w;
    r.w = m.m[3][0] * v.x + m.m[3][1] * v.y + m.m[3][2] * v.z + m.m[3][3] * v.w;
    out[get_global_id(0)] = r;
}

//@ kernel: struct_in_constant --global 256
//@ holds: constants 8; writes 4
__kernel void struct_in_constant(__constant params* p, __global float* out)
{
    int i = get_global_id(0);
    out[i] = i * p->scale + p->width;
}

typedef struct list { int value; int next; } list;

//@ kernel: linked_by_index --global 64 --local 64
//@ holds: writes 4; told evaluate.unknown-trip-count
// Buffers of structs are zero: the list is 0, 0, 0, ...; how long it is nobody knows.
//@ oracle: host
__kernel void linked_by_index(__global const list* nodes, __global int* sums)
{
    int at = get_global_id(0), sum = 0;
    while (at >= 0) {
        sum += nodes[at].value;
        at = nodes[at].next;
    }
    sums[get_global_id(0)] = sum;
}

enum state { IDLE, RUNNING = 5, DONE };

//@ kernel: enums --global 256
//@ holds: reads 4; writes 4
__kernel void enums(__global const int* in, __global int* out)
{
    int i = get_global_id(0);
    enum state s = in[i] > 100 ? DONE : in[i] > 50 ? RUNNING : IDLE;
    out[i] = s == DONE ? 1 : s == RUNNING ? 2 : 3;
}

typedef struct { char c; short s; int i; long l; } mixed;

//@ kernel: mixed_sizes --global 256
//@ holds: reads 15; writes 8
__kernel void mixed_sizes(__global const mixed* m, __global long* out)
{
    size_t i = get_global_id(0);
    out[i] = m[i].c + m[i].s + m[i].i + m[i].l;
}

//@ kernel: member_address --global 256
//@ holds: atomics 1; reads 0
__kernel void member_address(__global mixed* m)
{
    atomic_add(&m[get_global_id(0) / 64].i, 1);
}

//@ kernel: compound_literals --global 256
//@ holds: writes 16
__kernel void compound_literals(__global struct body* b)
{
    b[get_global_id(0)].speed = ((struct body){.speed = (float4)(1, 2, 3, 4)}).speed;
}

typedef struct {
    union {
        struct { ushort low, high; };
        uint whole;
    };
} halves;

//@ kernel: anonymous_members --global 256
//@ holds: reads 4; writes 4
__kernel void anonymous_members(__global halves* h)
{
    halves v = h[get_global_id(0)];
    ushort t = v.low;
    v.low = v.high;
    v.high = t;
    h[get_global_id(0)] = v;
}

//@ kernel: written_argument --global 256 --struct p=width:8,height:4,scale:2
//@ holds: writes 4
__kernel void written_argument(params p, __global float* out)
{
    p.scale *= get_global_id(0);
    p.width++;
    out[get_global_id(0)] = p.scale + p.width;
}
