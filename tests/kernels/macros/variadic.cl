// Macros with variable arguments, made into an array where they stand.

#define ADD_ALL(...) sum_of((int[]){__VA_ARGS__}, sizeof((int[]){__VA_ARGS__}) / sizeof(int))
static int sum_of(const int* v, int n)
{
    int s = 0;
    for (int k = 0; k < n; ++k) s += v[k];
    return s;
}

//@ kernel: variable_arguments --global 256
//@ holds: writes 4
//@ oracle: host
__kernel void variable_arguments(__global int* out)
{
    int i = get_global_id(0);
    out[i] = ADD_ALL(i, 2 * i, 3, 4);
}
