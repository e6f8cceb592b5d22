// Pipes are refused.

//@ kernel: from_pipe --global 64
//@ holds: refused frontend.pipe
//@ oracle: host
kernel void from_pipe(read_only pipe int p, global int* out)
{
    int v;
    if (read_pipe(p, &v) == 0) out[get_global_id(0)] = v;
}
