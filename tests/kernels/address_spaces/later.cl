// Generic pointers and global variables of the program: OpenCL C 2.0 and later.

global int counter = 0;
global float scratch[1024];
static global const float halves[4] = {0.5f, 1.5f, 2.5f, 3.5f};

//@ kernel: program_counter --global 1024
//@ holds: atomics 1; writes 4
//@ oracle: host
kernel void program_counter(global int* out)
{
    out[get_global_id(0)] = atomic_inc(&counter);
}

//@ kernel: program_scratch --global 1024
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void program_scratch(global const float* in)
{
    scratch[get_global_id(0)] = in[get_global_id(0)];
}

//@ kernel: program_table --global 1024
//@ holds: writes 4
//@ oracle: host
kernel void program_table(global float* out)
{
    out[get_global_id(0)] = halves[get_global_id(0) & 3] * scratch[1023 - get_global_id(0)];
}

static float of_any_space(const float* p, int n)
{
    float s = 0;
    for (int k = 0; k < n; ++k) s += p[k];
    return s;
}

//@ kernel: generic_pointers --global 256 --local 64
//@ holds: reads 16; local reads 16; writes 4
//@ oracle: host
kernel void generic_pointers(global const float* in, global float* out)
{
    local float t[68];
    t[get_local_id(0)] = in[get_global_id(0)];
    if (get_local_id(0) < 4) t[64 + get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = of_any_space(t + get_local_id(0), 4) + of_any_space(in + 4 * get_global_id(0), 3);
}

//@ kernel: chosen_space --global 256 --local 64
//@ holds: reads 4..8; local reads 0..4; local writes 4; writes 4; unknown reads 0
// Which memory it leads to is decided when the kernel runs: each is read where it is that one.
//@ oracle: host
kernel void chosen_space(global int* a, global int* out)
{
    local int t[64];
    t[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    int* p = a[get_global_id(0)] > 3 ? (int*)(a + get_local_id(0)) : (int*)(t + get_local_id(0));
    out[get_global_id(0)] = *p;
}

//@ kernel: spaces_in_memory --global 256 --local 64
//@ holds: reads 4; unknown reads 4; writes 4; told frontend.unknown-address-space
//@ oracle: host
kernel void spaces_in_memory(global int* a, global int* out)
{
    local int t[64];
    t[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    int* from[2] = {a + get_local_id(0), t + get_local_id(0)};
    out[get_global_id(0)] = *from[a[get_global_id(0)] & 1];
}

//@ kernel: named_space --global 256
//@ holds: reads 4; writes 4
//@ oracle: host
kernel void named_space(global int* a)
{
    int* p = a + get_global_id(0);
    global int* g = to_global(p);
    if (g) *g = *g + get_fence(p);
}
