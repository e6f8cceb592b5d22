// Bit-fields: an extension of Clang's, which the source must ask for; PoCL's is too old for it. One word holds all fields: it is read and
// written whole.
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

struct flags {
    uint alive : 1;
    uint kind : 3;
    uint rest : 28;
};

//@ kernel: bit_fields --global 256
//@ holds: reads 4; writes 4
//@ oracle: host
__kernel void bit_fields(__global const struct flags* f, __global int* out)
{
    struct flags own = f[get_global_id(0)];
    out[get_global_id(0)] = own.alive ? own.kind : -1;
}

//@ kernel: bit_field_written --global 256
//@ holds: reads 4; writes 4
//@ oracle: host
__kernel void bit_field_written(__global struct flags* f)
{
    f[get_global_id(0)].kind = 5;
}
